/// One operator without state in one subscription: what it does to an element, and what is below.
///
/// The step captures nothing but the user's closure. So where that captures nothing either, the compiler makes one
/// function of both, which the operator's own `next` closure could never become: it captures the sink. The operators
/// write that closure out and do not share one, since a call that always goes to the same place is the cheaper one.
@usableFromInline
final class Stage<Input: Sendable, Output: Sendable>: Sendable {
  /// What is done to an element. Returns whether to go on, as the `next` of a sink does.
  @usableFromInline typealias Step = @Sendable (_ below: Stage, _ element: Input) -> Bool

  @usableFromInline let next: @Sendable (Output) -> Bool
  @usableFromInline let end: @Sendable (Ending) -> Void
  @usableFromInline let step: Step

  @inlinable
  init(_ sink: Sink<Output>, _ step: @escaping Step) {
    next = sink.next
    end = sink.end
    self.step = step
  }

  /// Ends the stream below, and tells the source to stop.
  @inlinable
  func fail(_ error: any Error) -> Bool {
    end(.error(error))
    return false
  }
}
