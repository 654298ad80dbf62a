/// The streams of a `concat` or a `catch(sequence:)` that have not run yet, in order.
///
/// A closure makes the streams of a sequence, not a subclass for each kind of sequence: closures in inlinable code are
/// specialized in the caller's module, and the overridden method of a generic class is not. It would look up the
/// metadata of what it returns for each stream, which takes fifty times as long as running a `just`.
@usableFromInline
final class Series<Element: Sendable>: @unchecked Sendable {  // Guarded by its sequencer.
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

  /// A stream, and whether it is certain that none follows.
  ///
  /// A sequence shows that only when its next element is requested.
  @usableFromInline typealias TakenStream = (stream: Observable<Element>, isLast: Bool)

  @usableFromInline let condition: Condition
  /// The streams of an array; the next one is the last.
  @safe @exclusivity(unchecked) @usableFromInline var stored: [Observable<Element>]
  /// Makes the next stream of another sequence.
  @usableFromInline let make: () -> TakenStream?

  @inlinable
  init(_ condition: Condition, stored reversed: [Observable<Element>]) {
    self.condition = condition
    stored = reversed
    make = { nil }
  }

  @inlinable
  init(_ condition: Condition, _ make: @escaping () -> TakenStream?) {
    self.condition = condition
    stored = []
    self.make = make
  }

  /// Takes the next stream out.
  @inlinable
  func next() -> TakenStream? {
    guard let stream = stored.popLast() else { return make() }
    return (stream, stored.isEmpty)
  }

  /// Returns the series of a sequence.
  ///
  /// Streams in an array are taken out of a copy, so that each is released when it has ended (law 7).
  @inlinable
  static func of<Streams: Sequence & Sendable>(_ streams: Streams, after condition: Condition) -> Series
  where Streams.Element == Observable<Element> {
    if let stored = streams.withContiguousStorageIfAvailable({ unsafe Array($0.reversed()) }) {
      return Series(condition, stored: stored)
    }
    if let collection = streams as? any Collection<Observable<Element>> {
      return .collected(collection, condition)
    }
    var iterator = streams.makeIterator()
    return Series(condition) { iterator.next().map { ($0, false) } }
  }

  /// Returns the series of a collection, which may make its streams when it is asked for them.
  @inlinable
  static func collected<Streams: Collection>(_ streams: Streams, _ condition: Condition) -> Series
  where Streams.Element == Observable<Element> {
    var index = streams.startIndex
    return Series(condition) {
      guard index != streams.endIndex else { return nil }
      let stream = streams[index]
      streams.formIndex(after: &index)
      return (stream, index == streams.endIndex)
    }
  }
}
