/// Runs the streams of a sequence one after the other, in a loop (law 7).
///
/// The streams share the downstream slot.
///
/// Implements `concat`, which continues after completion, and `catch(sequence:)`, which continues after an error.
@usableFromInline
final class Sequencer<Element: Sendable, Streams: Sequence & Sendable>: @unchecked Sendable
where Streams.Element == Observable<Element> {
  // The variables are guarded by the grammar: one stream at a time, and a stream ends once.
  @safe @exclusivity(unchecked) @usableFromInline var streams: Streams.Iterator
  @usableFromInline let sink: Sink<Element>
  @usableFromInline let goesOn: @Sendable (Ending) -> Bool
  @usableFromInline let turn = Turn()
  /// How the latest stream has ended.
  ///
  /// If no stream follows, it is also how the whole ends.
  @safe @exclusivity(unchecked) @usableFromInline var ending = Ending.completed

  @inlinable
  init(_ streams: Streams, _ sink: Sink<Element>, goesOn: @escaping @Sendable (Ending) -> Bool) {
    self.streams = streams.makeIterator()
    self.sink = sink
    self.goesOn = goesOn
  }

  @inlinable
  func run() {
    while !sink.slot.isDisposed {
      guard let stream = streams.next() else { return sink.end(ending) }
      sink.slot.empty()
      if case .just(let element) = stream.storage {
        // It ends at once, so it needs neither a sink nor a turn.
        guard sink.next(element) else { return }
        guard goesOn(.completed) else { return sink.end(.completed) }
        ending = .completed
        continue
      }
      turn.begin()
      stream.run(Sink(slot: sink.slot, inlet: sink.inlet, end: { self.end($0) }))
      if turn.startReturned() { return }
    }
  }

  @inlinable
  func end(_ ending: Ending) {
    guard goesOn(ending) else { return sink.end(ending) }
    self.ending = ending
    if turn.ended() { run() }
  }
}
