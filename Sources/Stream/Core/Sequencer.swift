/// Runs the streams of a ``Series`` one after another, in a loop (law 7).
///
/// The streams share the downstream slot. The last one receives the downstream sink itself, so that this
/// sequencer is released while it runs. A stream that is such a series itself is not run by its own
/// sequencer, but continues this one. So recursion neither grows the stack nor, through the last stream, the
/// memory.
///
/// Implements `concat`, which continues after completion, and `catch(sequence:)`, which continues after an error.
@usableFromInline
final class Sequencer<Element: Sendable>: @unchecked Sendable {
  @usableFromInline let sink: Sink<Element>
  @usableFromInline let condition: Series<Element>.Condition
  @usableFromInline let turn = Turn()
  // The variables are guarded by the grammar: one stream at a time, and a stream ends once.
  /// The streams that are next; nil after the last one.
  @safe @exclusivity(unchecked) @usableFromInline var series: Series<Element>?
  /// The series that continue after it, the outermost first.
  @safe @exclusivity(unchecked) @usableFromInline var outer: [Series<Element>] = []
  /// How the latest stream has ended.
  ///
  /// If no stream follows, the sequence ends in the same way.
  @safe @exclusivity(unchecked) @usableFromInline var ending = Ending.completed

  @inlinable
  init(_ series: Series<Element>, _ sink: Sink<Element>) {
    self.series = series
    self.sink = sink
    condition = series.condition
  }

  /// Runs streams until one stays open.
  ///
  /// Returns the last one, which the caller must run with the downstream sink.
  @inlinable
  func run() -> Observable<Element>? {
    while !sink.slot.isDisposed {
      guard let stream = next() else {
        sink.end(ending)
        return nil
      }
      sink.slot.empty()
      if series == nil { return stream }
      if case .just(let element) = stream.storage {
        // It ends at once, so it needs neither a sink nor a turn.
        guard sink.next(element) else { return nil }
        guard condition.isMet(by: .completed) else {
          sink.end(.completed)
          return nil
        }
        ending = .completed
      } else {
        turn.begin()
        if start(stream), turn.startReturned() { return nil }
      }
    }
    return nil
  }

  /// Starts a stream, or returns false if it is a series that this sequencer continues with.
  @inlinable
  func start(_ stream: Observable<Element>) -> Bool {
    let sink = Sink(slot: sink.slot, inlet: sink.inlet, end: { self.end($0) })
    var following: Observable<Element>? = stream
    while let current = following {
      if case .series(let make) = current.storage {
        let nested = make()
        guard nested.condition != condition else {
          enter(nested)
          return false
        }
        following = Sequencer(nested, sink).run()
      } else {
        following = current.begin(sink)
      }
    }
    return true
  }

  @inlinable
  func end(_ ending: Ending) {
    guard condition.isMet(by: ending) else { return sink.end(ending) }
    self.ending = ending
    if turn.ended(), let last = run() { last.run(sink) }
  }

  @inlinable
  func enter(_ nested: Series<Element>) {
    if let series { outer.append(series) }
    series = nested
    ending = .completed
  }

  @inlinable
  func next() -> Observable<Element>? {
    while let current = unsafe series.map({ unsafe Unmanaged.passUnretained($0) }) {
      // Not retained for the call, which costs more than the rest of it: nothing else changes `series` meanwhile.
      if let (stream, isLast) = unsafe current._withUnsafeGuaranteedRef({ $0.next() }) {
        if isLast { series = outer.popLast() }
        return stream
      }
      series = outer.popLast()
      // An empty series has completed.
      if !condition.isMet(by: ending) { series = nil }
    }
    return nil
  }
}
