/// Lets another single take over from a pending one, and keeps the stack flat (law 7).
///
/// The first single may resolve while it is being started, deep in a chain of singles. Its successor is then returned
/// to the caller, which starts it in a loop. If another thread resolves it, that thread starts the successor.
@usableFromInline
final class SingleHandover<First: Sendable, Element: Sendable>: @unchecked Sendable {
  /// What to do with the result of the first single.
  @usableFromInline enum Step: Sendable {
    case end(SingleEvent<Element>)
    case proceed(Single<Element>)
  }

  @usableFromInline let sink: SingleSink<Element>
  @usableFromInline let step: @Sendable (SingleEvent<First>) -> Step
  @usableFromInline let turn = Turn()
  // Only the thread that starts the first single uses it.
  @usableFromInline var following: Single<Element>?

  @inlinable
  init(_ sink: SingleSink<Element>, step: @escaping @Sendable (SingleEvent<First>) -> Step) {
    self.sink = sink
    self.step = step
  }

  /// Starts the first single.
  ///
  /// Returns the single that the caller must start next, if the first has resolved meanwhile.
  @inlinable
  func run(_ attach: (SingleSink<First>) -> Void) -> Single<Element>? {
    attach(SingleSink(slot: sink.slot) { self.resolve($0) })
    if turn.startReturned() { return nil }
    defer { following = nil }
    return following
  }

  @inlinable
  func resolve(_ event: SingleEvent<First>) {
    // This frame stays on the stack while the result is delivered, at each stage of a chain.
    if let result = result(after: event) { sink.resolve(result) }
  }

  /// Takes the step, and returns the result if it is there at once.
  @inlinable
  func result(after event: SingleEvent<First>) -> SingleEvent<Element>? {
    switch step(event) {
    case .end(let event): return event
    case .proceed(let single):
      guard turn.ended() else {
        following = single
        return nil
      }
      return sink.slot.isDisposed ? nil : single.result(for: sink)
    }
  }
}
