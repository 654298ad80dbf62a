import Dispatch
import Stream
import TestSupport
import Testing

@Suite struct ClockSchedulerTests {
  private let clock = ManualClock()
  private let scheduler: ClockScheduler<ManualClock>
  private let log = Log<Int>()

  init() { scheduler = ClockScheduler(clock: clock) }

  /// Schedules an action and waits until it has run.
  private func reach(_ delay: Duration, movingTheClock: Bool = true) async {
    await withCheckedContinuation { continuation in
      _ = scheduler.schedule(after: delay) { continuation.resume() }
      if movingTheClock { clock.advance(by: delay) }
    }
  }

  /// Waits until as many actions sleep, or one has run.
  private func untilAsleep(_ count: Int) async {
    while clock.sleepers < count, log.entries.isEmpty { await Task.yield() }
  }

  @Test func runsActionsInTheOrderTheyAreDue() async {
    let log = log
    for number in [3, 1, 2] { scheduler.schedule(after: .seconds(number)) { log.write(number) } }
    scheduler.schedule { log.write(0) }
    await reach(.seconds(4))
    expectEqual(log.entries, [0, 1, 2, 3])
    expectEqual(scheduler.now, .seconds(4))
  }

  @Test func runsActionsDueTogetherInTheOrderTheyWereScheduled() async {
    let log = log
    for number in 0..<50 { scheduler.schedule(after: .seconds(1)) { log.write(number) } }
    await reach(.seconds(1))
    expectEqual(log.entries, Array(0..<50))
  }

  @Test func noActionRunsBeforeItIsDue() async {
    let log = log
    let subscription = scheduler.schedule(after: .seconds(2)) { log.write(2) }
    await reach(.seconds(1))
    expectTrue(log.entries.isEmpty)
    await reach(.seconds(1))
    expectEqual(log.entries, [2])
    subscription.dispose()
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(1e19), Duration(attoseconds: .max)])
  func aDelayThatNoClockCanExpressNeverEnds(_ delay: Duration) async {
    let scheduler = ClockScheduler(clock: ContinuousClock())
    let log = log
    let pending = scheduler.schedule(after: delay) { log.write(1) }
    // Its sleep begins before that of a later action ends.
    await withCheckedContinuation { continuation in
      _ = scheduler.schedule(after: .milliseconds(1)) { continuation.resume() }
    }
    expectTrue(log.entries.isEmpty)
    pending.dispose()
  }

  @Test func centuriesPassOnAManualClock() async {
    let log = log
    let year = Duration.seconds(31_556_952)
    scheduler.schedule(after: year * 400) { log.write(400) }
    scheduler.schedule(after: year * 300) { log.write(300) }
    await untilAsleep(2)
    clock.advance(by: year * 299)
    await untilAsleep(2)
    expectTrue(log.entries.isEmpty)
    await reach(year * 102)
    expectEqual(log.entries, [300, 400])
  }

  @Test func disposingCancelsAnActionAndEndsTheSleep() async {
    let log = log
    let pending = scheduler.schedule(after: .seconds(1)) { log.write(1) }
    pending.dispose()
    #expect(clock.cancellations.value <= 1)
    await reach(.seconds(2))
    expectTrue(log.entries.isEmpty)
    while clock.cancellations.value == 0 { await Task.yield() }
  }

  @Test func disposingOneActionLeavesTheOthers() async {
    let log = log
    let pending = [1, 2, 3].map { number in
      scheduler.schedule(after: .seconds(number)) { log.write(number) }
    }
    pending[1].dispose()
    await reach(.seconds(4))
    expectEqual(log.entries, [1, 3])
  }

  @Test func anActionThatIsDisposedOfIsForgottenBeforeItsTime() {
    weak var action: AnyObject?
    do {
      let pending = scheduler.schedule(after: .seconds(1000)) {}
      action = pending as AnyObject
      expectNotNil(action)
      pending.dispose()
    }
    expectNil(action)
  }

  @Test func theTimeStartsAtZero() {
    clock.advance(by: .seconds(100))
    let late = ClockScheduler(clock: clock)
    expectEqual(late.now, .zero)
    clock.advance(by: .seconds(5))
    expectEqual(late.now, .seconds(5))
    expectEqual(scheduler.now, .seconds(105))
  }

  @Test func runsActionsOnARealClock() async {
    let scheduler = ClockScheduler(clock: ContinuousClock())
    await withCheckedContinuation { continuation in
      _ = scheduler.schedule(after: .milliseconds(1)) { continuation.resume() }
    }
    #expect(scheduler.now >= .milliseconds(1))
  }
}
