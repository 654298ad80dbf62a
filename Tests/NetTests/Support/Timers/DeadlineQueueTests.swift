import Dispatch
import TestSupport
import Testing

@testable import Net

/// How long the queue behind a timer exists.
@Suite struct DeadlineQueueTests {
  /// Longer than any test.
  private static let never = DispatchTime.now().uptimeNanoseconds + 86_400_000_000_000

  @Test("A queue is released with its timer, although a cancelled action is not due yet")
  func aQueueIsReleasedAlthoughACancelledActionIsNotDue() {
    weak var released: DeadlineQueue?
    do {
      let queue = DeadlineQueue(nil)
      released = queue
      for _ in 0..<3 {
        let action = ScheduledAction({}, deadlines: queue)
        queue.schedule(at: Self.never, action)
        action.cancel()
      }
    }
    expectNil(released)
  }

  @Test("A queue without a timer exists until its last action is cancelled")
  func aQueueExistsUntilItsLastActionIsCancelled() {
    weak var released: DeadlineQueue?
    let actions = {
      let queue = DeadlineQueue(nil)
      released = queue
      let actions = (0..<2).map { _ in ScheduledAction({}, deadlines: queue) }
      for action in actions { queue.schedule(at: Self.never, action) }
      return actions
    }()
    actions[0].cancel()
    expectTrue(released != nil)
    actions[1].cancel()
    expectNil(released)
  }
}
