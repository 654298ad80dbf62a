import Dispatch
import Stream
import TestSupport
import Testing

@Suite struct ConcurrentDispatchQueueSchedulerTests {
  private let queue: DispatchQueue
  private let scheduler: ConcurrentDispatchQueueScheduler

  init() {
    queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
  }

  @Test func actionsRunAtTheSameTime() {
    // The first action waits for the second, which a serial scheduler would never start.
    let (second, met) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    scheduler.schedule {
      if second.wait(timeout: .patience) == .success { met.signal() }
    }
    scheduler.schedule { second.signal() }
    expectEqual(met.wait(timeout: .patience), .success)
  }

  @Test func disposingCancelsADelayedAction() async {
    let log = Log<Int>()
    let start = scheduler.now
    // Suspended, so that the action cannot begin before it is cancelled, however slow this thread is.
    queue.suspend()
    scheduler.schedule(after: .milliseconds(1)) { log.write(1) }.dispose()
    queue.resume()
    await withCheckedContinuation { continuation in
      _ = scheduler.schedule(after: .milliseconds(20)) { continuation.resume() }
    }
    expectTrue(log.entries.isEmpty)
    #expect(scheduler.now - start >= .milliseconds(20))
  }
}
