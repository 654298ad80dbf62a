/// Runs the streams of a sequence one after the other, in a loop (law 7). They share the slot below.
///
/// The engine of `concat`, which goes on at the good end, and of `catch(sequence:)`, which does at an error.
@usableFromInline
final class Sequencer<Element: Sendable>: @unchecked Sendable {
  // The iterator behind `nextStream` and the variable are guarded by the grammar: one stream at a time, and a
  // stream ends once.
  @usableFromInline let nextStream: () -> Observable<Element>?
  @usableFromInline let sink: Sink<Element>
  @usableFromInline let goesOn: @Sendable (Ending) -> Bool
  @usableFromInline let turn = Turn()
  /// How the last stream has ended, and so the whole if it was the last.
  @usableFromInline var ending = Ending.completed

  @inlinable
  init<Streams: Sequence>(
    _ streams: Streams, _ sink: Sink<Element>, goesOn: @escaping @Sendable (Ending) -> Bool
  ) where Streams.Element == Observable<Element> {
    var iterator = streams.makeIterator()
    nextStream = { iterator.next() }
    self.sink = sink
    self.goesOn = goesOn
  }

  @inlinable
  func run() {
    while !sink.slot.isDisposed {
      guard let stream = nextStream() else { return sink.end(ending) }
      turn.begin()
      stream.run(Sink(slot: sink.slot, next: sink.next, end: { self.end($0) }))
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
