/// The streams of a `concat` or a `catch(sequence:)` that have not run yet, in order.
@usableFromInline
class Series<Element: Sendable>: @unchecked Sendable {  // Guarded by its sequencer.
  /// How a stream must end for the next one to run.
  @usableFromInline enum Condition: Sendable {
    case completion
    case error

    @inlinable
    func isMet(by ending: Ending) -> Bool {
      switch (self, ending) {
      case (.completion, .completed), (.error, .error): true
      case (.completion, .error), (.error, .completed): false
      }
    }
  }

  @usableFromInline let condition: Condition

  @inlinable
  init(_ condition: Condition) { self.condition = condition }

  /// Takes the next stream out.
  ///
  /// `isLast` is true only if it is certain that none follows. A sequence shows that only when its next
  /// element is requested.
  @usableFromInline
  func next() -> (stream: Observable<Element>, isLast: Bool)? { nil }

  /// Returns the series of a sequence.
  ///
  /// Streams in an array are taken out of a copy, so that each is released when it has ended (law 7).
  @inlinable
  static func of<Streams: Sequence & Sendable>(_ streams: Streams, after condition: Condition) -> Series
  where Streams.Element == Observable<Element> {
    if let stored = streams.withContiguousStorageIfAvailable({ unsafe Array($0.reversed()) }) {
      return StoredSeries(stored, condition)
    }
    if let collection = streams as? any Collection<Observable<Element>> {
      return .collected(collection, condition)
    }
    return IteratedSeries(streams.makeIterator(), condition)
  }

  @inlinable
  static func collected<Streams: Collection>(_ streams: Streams, _ condition: Condition) -> Series
  where Streams.Element == Observable<Element> {
    CollectedSeries(streams, condition)
  }
}

/// Streams that are taken out of an array.
@usableFromInline
final class StoredSeries<Element: Sendable>: Series<Element>, @unchecked Sendable {
  /// The next one is the last.
  @safe @exclusivity(unchecked) @usableFromInline var streams: [Observable<Element>]

  @inlinable
  init(_ reversed: [Observable<Element>], _ condition: Condition) {
    streams = reversed
    super.init(condition)
  }

  @inlinable
  override func next() -> (stream: Observable<Element>, isLast: Bool)? {
    guard let stream = streams.popLast() else { return nil }
    return (stream, streams.isEmpty)
  }
}

/// Streams of a collection that may make them when it is asked for them.
@usableFromInline
final class CollectedSeries<Streams: Collection>: Series<Streams.Element.Element>, @unchecked Sendable
where Streams.Element: ObservableConvertible {
  @usableFromInline let streams: Streams
  @safe @exclusivity(unchecked) @usableFromInline var index: Streams.Index

  @inlinable
  init(_ streams: Streams, _ condition: Condition) {
    self.streams = streams
    index = streams.startIndex
    super.init(condition)
  }

  @inlinable
  override func next() -> (stream: Observable<Streams.Element.Element>, isLast: Bool)? {
    guard index != streams.endIndex else { return nil }
    let stream = streams[index].asObservable()
    streams.formIndex(after: &index)
    return (stream, index == streams.endIndex)
  }
}

/// Streams of a sequence that is not a collection.
@usableFromInline
final class IteratedSeries<Streams: IteratorProtocol>: Series<Streams.Element.Element>, @unchecked Sendable
where Streams.Element: ObservableConvertible {
  @safe @exclusivity(unchecked) @usableFromInline var streams: Streams

  @inlinable
  init(_ streams: Streams, _ condition: Condition) {
    self.streams = streams
    super.init(condition)
  }

  @inlinable
  override func next() -> (stream: Observable<Streams.Element.Element>, isLast: Bool)? {
    streams.next().map { ($0.asObservable(), false) }
  }
}
