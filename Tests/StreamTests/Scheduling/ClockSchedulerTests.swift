import NetTesting
import Stream
import Testing

@Suite struct ClockSchedulerTests {
  private let scheduler = ClockScheduler(clock: ContinuousClock())

  @Test func runsActionsInTheOrderTheyAreDue() async {
    let log = Log<Int>()
    await withCheckedContinuation { continuation in
      _ = scheduler.schedule(after: .milliseconds(30)) {
        log.write(3)
        continuation.resume()
      }
      _ = scheduler.schedule(after: .milliseconds(20)) { log.write(2) }
      _ = scheduler.schedule { log.write(1) }
    }
    #expect(log.entries == [1, 2, 3])
    #expect(scheduler.now >= .milliseconds(30))
  }

  @Test func disposingCallsAnActionOff() async {
    let log = Log<Int>()
    // Inside an action, so that the other cannot begin before it is called off, however slow this thread is.
    scheduler.schedule { scheduler.schedule(after: .milliseconds(1)) { log.write(1) }.dispose() }
    await withCheckedContinuation { continuation in
      _ = scheduler.schedule(after: .milliseconds(10)) { continuation.resume() }
    }
    #expect(log.entries.isEmpty)
  }
}
