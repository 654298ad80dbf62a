import Dispatch
import Stream
import TestSupport
import Testing

@Suite struct ImmediateSchedulerTests {
  @Test func runsBeforeItReturns() {
    let count = Count()
    ImmediateScheduler().schedule { count.increment() }
    ImmediateScheduler().schedule(after: .zero) { count.increment() }
    expectEqual(count.value, 2)
  }

  @Test func aDelayDoesNotBlock() {
    let done = DispatchSemaphore(value: 0)
    ImmediateScheduler().schedule(after: .milliseconds(1)) { done.signal() }
    expectEqual(done.wait(timeout: .patience), .success)
  }
}
