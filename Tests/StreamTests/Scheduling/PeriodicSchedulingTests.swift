import Dispatch
import NetTesting
import Stream
import TestSupport
import Testing

/// Periodic actions, which every scheduler supports.
@Suite struct PeriodicSchedulingTests {
  private let scheduler = TestScheduler()
  private let times = Log<Int>()

  @Test func theFirstRunFollowsTheDelayAndEachLaterRunFollowsAPeriod() {
    let (scheduler, times) = (scheduler, times)
    let ticking = scheduler.schedulePeriodic(startAfter: .seconds(3), period: .seconds(10)) {
      times.write(scheduler.clock)
    }
    scheduler.advance(to: 35)
    expectEqual(times.entries, [3, 13, 23, 33])
    ticking.dispose()
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func runsDoNotDriftIfTheActionTakesLong() {
    let (scheduler, times) = (scheduler, times)
    let ticking = scheduler.schedulePeriodic(startAfter: .seconds(10), period: .seconds(10)) {
      times.write(scheduler.clock)
      scheduler.advance(by: 9)
    }
    scheduler.advance(to: 45)
    expectEqual(times.entries, [10, 20, 30, 40])
    ticking.dispose()
  }

  @Test func runsMissedDuringALongRunAreReplacedByOneRun() {
    let (scheduler, times) = (scheduler, times)
    let ticking = scheduler.schedulePeriodic(startAfter: .seconds(10), period: .seconds(10)) {
      times.write(scheduler.clock)
      if times.entries.count == 1 { scheduler.advance(by: 37) }
    }
    scheduler.advance(to: 75)
    expectEqual(times.entries, [10, 47, 50, 60, 70])
    ticking.dispose()
  }

  @Test func theNextRunComesBeforeWhatTheActionSchedulesForTheSameTime() {
    let (scheduler, order) = (scheduler, Log<String>())
    let ticking = scheduler.schedulePeriodic(startAfter: .seconds(10), period: .seconds(10)) {
      order.write("run \(scheduler.clock)")
      scheduler.schedule(after: .seconds(10)) { order.write("work \(scheduler.clock)") }
    }
    scheduler.advance(to: 30)
    expectEqual(order.entries, ["run 10", "run 20", "work 20", "run 30", "work 30"])
    ticking.dispose()
  }

  @Test func aRunThatBecomesDueDuringTheActionFollowsIt() {
    let (scheduler, order) = (scheduler, Log<String>())
    let ticking = scheduler.schedulePeriodic(startAfter: .seconds(10), period: .seconds(10)) {
      order.write("begin \(scheduler.clock)")
      if scheduler.clock == 10 { scheduler.advance(by: 10) }
      order.write("end \(scheduler.clock)")
    }
    scheduler.advance(to: 35)
    expectEqual(order.entries, ["begin 10", "end 20", "begin 20", "end 20", "begin 30", "end 30"])
    ticking.dispose()
  }

  @Test func disposingInsideAnActionThatHasMissedARunStopsTheRepetition() {
    let (scheduler, times) = (scheduler, times)
    let ticking = SerialDisposable()
    ticking.disposable = scheduler.schedulePeriodic(startAfter: .seconds(10), period: .seconds(10)) {
      times.write(scheduler.clock)
      scheduler.advance(by: 25)
      ticking.dispose()
    }
    scheduler.advance(to: 60)
    expectEqual(times.entries, [10])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func runsOnOtherThreadsDoNotOverlap() {
    let manual = HandScheduler()
    let (order, second) = (Log<String>(), DispatchSemaphore(value: 0))
    let ticking = manual.schedulePeriodic(startAfter: .seconds(10), period: .seconds(10)) {
      order.write("begin")
      if order.entries.count == 1 {
        DispatchQueue.global().async {
          manual.runFirst(at: .seconds(20))
          second.signal()
        }
        expectEqual(second.wait(timeout: .patience), .success)
      }
      order.write("end")
    }
    manual.runFirst(at: .seconds(10))
    expectEqual(order.entries, ["begin", "end"])
    // The run that was missed is due at once, and the next one a whole number of periods after the first.
    expectEqual(manual.delays, [.zero])
    manual.runFirst(at: .seconds(23))
    expectEqual(order.entries, ["begin", "end", "begin", "end"])
    expectEqual(manual.delays, [.seconds(7)])
    ticking.dispose()
  }

  @Test func aRunThatHasBegunIsNotDisposedOf() {
    let manual = HandScheduler()
    let ticking = manual.schedulePeriodic(startAfter: .seconds(1), period: .seconds(1)) {}
    for second in 1...3 { manual.runFirst(at: .seconds(second)) }
    expectEqual(manual.disposed.value, 0)
    ticking.dispose()
    expectEqual(manual.disposed.value, 1)
  }

  @Test func aSchedulerThatRunsActionsInsideScheduleRepeatsInALoop() async {
    let count = await onASmallStack {
      let (inline, count) = (InlineScheduler(limit: 100_000), Count())
      let ticking = inline.schedulePeriodic(startAfter: .seconds(1), period: .seconds(1)) {
        count.increment()
      }
      ticking.dispose()
      return count.value
    }
    expectEqual(count, 100_000)
  }

  @Test func aLoopKeepsItsPeriodsAndReplacesMissedRunsByOneRun() {
    let (inline, times) = (InlineScheduler(limit: 4), Log<Duration>())
    let ticking = inline.schedulePeriodic(startAfter: .seconds(1), period: .seconds(1)) {
      times.write(inline.now)
      if times.entries.count == 1 { inline.pass(.milliseconds(2_500)) }
    }
    expectEqual(times.entries, [.seconds(1), .milliseconds(3_500), .seconds(4), .seconds(5)])
    ticking.dispose()
  }

  @Test func theTaskOfARunIsNotCancelled() async {
    let clock = ManualClock()
    let cancelled = Log<Bool>()
    let (runs, continuation) = AsyncStream<Void>.makeStream()
    let ticking = ClockScheduler(clock: clock).schedulePeriodic(startAfter: .seconds(1), period: .seconds(1))
    {
      cancelled.write(Task.isCancelled)
      continuation.yield()
    }
    var iterator = runs.makeAsyncIterator()
    for _ in 0..<3 {
      clock.advance(by: .seconds(1))
      await iterator.next()
    }
    expectEqual(cancelled.entries, [false, false, false])
    ticking.dispose()
  }

  @Test func aThousandPeriodsOfAThirdOfASecondAreExact() {
    let third = Duration.seconds(1) / 3
    let (scheduler, count) = (scheduler, Count())
    let last = Shared(Duration.zero)
    let ticking = scheduler.schedulePeriodic(startAfter: third, period: third) {
      count.increment()
      last.value = scheduler.now
    }
    scheduler.advance(to: third * 1000)
    expectEqual(count.value, 1000)
    expectEqual(last.value, third * 1000)
    ticking.dispose()
  }

  @Test func disposingInsideTheActionStopsTheRepetition() {
    let (scheduler, times) = (scheduler, times)
    let ticking = SerialDisposable()
    ticking.disposable = scheduler.schedulePeriodic(startAfter: .zero, period: .seconds(1)) {
      times.write(scheduler.clock)
      if times.entries.count == 2 { ticking.dispose() }
    }
    scheduler.advance(to: 10)
    expectEqual(times.entries, [0, 1])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func capturesOfTheActionAreReleasedAtDisposal() {
    weak var captured: Token?
    let ticking: any Disposable
    do {
      let token = Token()
      captured = token
      ticking = scheduler.schedulePeriodic(startAfter: .zero, period: .seconds(1)) {
        withExtendedLifetime(token) {}
      }
    }
    scheduler.advance(to: 3)
    expectNotNil(captured)
    ticking.dispose()
    expectNil(captured)
  }

  @Test func intervalUsesTheSchedulersPeriods() {
    let periodic = PeriodicScheduler()
    let probe = Probe<Int>()
    let subscription = Observable<Int>.interval(.seconds(5), scheduler: periodic).subscribe(probe.on)
    expectEqual(periodic.asked.entries, [.seconds(5), .seconds(5)])
    periodic.tick()
    periodic.tick()
    expectEqual(probe.elements, [0, 1])
    subscription.dispose()
    expectEqual(periodic.stopped.value, 1)
  }

  @Test func schedulersWithoutDelaysRepeatInTheBackground() {
    for scheduler: any Scheduler in [ImmediateScheduler(), CurrentThreadScheduler()] {
      let third = DispatchSemaphore(value: 0)
      let count = Count()
      let ticking = scheduler.schedulePeriodic(startAfter: .zero, period: .zero) {
        if count.increment() == 3 { third.signal() }
      }
      expectEqual(third.wait(timeout: .patience), .success)
      ticking.dispose()
    }
  }
}

/// A scheduler with its own implementation of periods, controlled by the test.
private final class PeriodicScheduler: Scheduler {
  let asked = Log<Duration>()
  let stopped = Count()
  private let action = Shared<@Sendable () -> Void>({})

  var now: Duration { .zero }

  func tick() { action.value() }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { Disposables.create() }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    Disposables.create()
  }

  func schedulePeriodic(
    startAfter delay: Duration, period: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    asked.write(delay)
    asked.write(period)
    self.action.value = action
    return Disposables.create { self.stopped.increment() }
  }
}

/// A scheduler whose actions the test runs, at the times that it names.
private final class HandScheduler: Scheduler {
  private struct State: Sendable {
    var now = Duration.zero
    var actions: [(delay: Duration, run: @Sendable () -> Void)] = []
  }

  private let state = Shared(State())
  /// The number of actions that were disposed of, whether they have run or not.
  let disposed = Count()

  var now: Duration { state.value.now }
  /// The delays of the actions that have not run.
  var delays: [Duration] { state.value.actions.map { max($0.delay, .zero) } }

  func runFirst(at time: Duration) {
    let action = state.change { state in
      state.now = time
      return state.actions.isEmpty ? nil : state.actions.removeFirst()
    }
    action?.run()
  }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { schedule(after: .zero, action) }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    state.change { $0.actions.append((delay, action)) }
    return Disposables.create { self.disposed.increment() }
  }
}

/// A scheduler that runs actions inside `schedule`, as if their delays had passed, up to a number of them.
private final class InlineScheduler: Scheduler {
  private let left: Shared<Int>
  private let time = Shared(Duration.zero)

  init(limit: Int) { left = Shared(limit) }

  var now: Duration { time.value }

  func pass(_ duration: Duration) { time.change { $0 += duration } }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let runs = left.change { left in
      left -= 1
      return left >= 0
    }
    if runs { action() }
    return Disposables.create()
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    pass(max(delay, .zero))
    return schedule(action)
  }
}
