/// Lets another stream take over at the end of a first one, and keeps the stack flat (law 7).
@usableFromInline
final class Handover<Element: Sendable>: @unchecked Sendable {
  private let sink: Sink<Element>
  private let turn = Turn()
  // Only the thread that starts the first stream uses it.
  private var following: Observable<Element>?

  @usableFromInline
  init(_ sink: Sink<Element>) {
    self.sink = sink
  }

  /// Called when the first stream has ended and this one follows.
  @usableFromInline
  func takeOver(_ stream: Observable<Element>) {
    guard !sink.slot.isDisposed else { return }
    if turn.ended() { stream.run(sink) } else { following = stream }
  }

  /// Returns the stream to run now, if the first ended while it was being started.
  @usableFromInline
  func successor() -> Observable<Element>? {
    turn.startReturned() ? nil : following
  }
}
