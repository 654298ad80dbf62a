/// Lets another single take over from a first one that had to be waited for, and keeps the stack flat (law 7).
///
/// The first may resolve while it is being started, many singles deep. Then what takes over is named to the caller,
/// who starts it in a loop.
@usableFromInline
final class SingleHandover<First: Sendable, Element: Sendable>: @unchecked Sendable {
  /// What comes of the first one's result.
  @usableFromInline enum Step: Sendable {
    case end(SingleEvent<Element>)
    case goOn(Single<Element>)
  }

  @usableFromInline let sink: SingleSink<Element>
  @usableFromInline let step: @Sendable (SingleEvent<First>) -> Step
  @usableFromInline let turn = Turn()
  // Written before the turn changes hands, read after.
  @usableFromInline var following: Single<Element>?

  @inlinable
  init(_ sink: SingleSink<Element>, step: @escaping @Sendable (SingleEvent<First>) -> Step) {
    self.sink = sink
    self.step = step
  }

  /// Starts the first.
  ///
  /// Names what the caller is to start next, when the first has resolved meanwhile.
  @inlinable
  func run(_ attach: (SingleSink<First>) -> Void) -> Single<Element>? {
    attach(SingleSink(slot: sink.slot) { self.resolve($0) })
    if turn.startReturned() { return nil }
    defer { following = nil }
    return following
  }

  @inlinable
  func resolve(_ event: SingleEvent<First>) {
    switch step(event) {
    case .end(let event): sink.resolve(event)
    case .goOn(let single):
      following = single
      guard turn.ended() else { return }
      following = nil
      single.run(sink)
    }
  }
}
