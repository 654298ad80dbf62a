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
    #expect(times.entries == [3, 13, 23, 33])
    ticking.dispose()
    #expect(scheduler.pendingCount == 0)
  }

  @Test func runsDoNotDriftIfTheActionTakesLong() {
    let (scheduler, times) = (scheduler, times)
    let ticking = scheduler.schedulePeriodic(startAfter: .seconds(10), period: .seconds(10)) {
      times.write(scheduler.clock)
      scheduler.advance(by: 9)
    }
    scheduler.advance(to: 45)
    #expect(times.entries == [10, 20, 30, 40])
    ticking.dispose()
  }

  @Test func runsMissedDuringALongRunAreReplacedByOneRun() {
    let (scheduler, times) = (scheduler, times)
    let ticking = scheduler.schedulePeriodic(startAfter: .seconds(10), period: .seconds(10)) {
      times.write(scheduler.clock)
      if times.entries.count == 1 { scheduler.advance(by: 37) }
    }
    scheduler.advance(to: 75)
    #expect(times.entries == [10, 47, 50, 60, 70])
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
    #expect(count.value == 1000)
    #expect(last.value == third * 1000)
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
    #expect(times.entries == [0, 1])
    #expect(scheduler.pendingCount == 0)
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
    #expect(captured != nil)
    ticking.dispose()
    #expect(captured == nil)
  }

  @Test func intervalUsesTheSchedulersPeriods() {
    let periodic = PeriodicScheduler()
    let probe = Probe<Int>()
    let subscription = Observable<Int>.interval(.seconds(5), scheduler: periodic).subscribe(probe.on)
    #expect(periodic.asked.entries == [.seconds(5), .seconds(5)])
    periodic.tick()
    periodic.tick()
    #expect(probe.elements == [0, 1])
    subscription.dispose()
    #expect(periodic.stopped.value == 1)
  }

  @Test func schedulersWithoutDelaysRepeatInTheBackground() {
    for scheduler: any Scheduler in [ImmediateScheduler(), CurrentThreadScheduler()] {
      let third = DispatchSemaphore(value: 0)
      let count = Count()
      let ticking = scheduler.schedulePeriodic(startAfter: .zero, period: .zero) {
        if count.increment() == 3 { third.signal() }
      }
      #expect(third.wait(timeout: .patience) == .success)
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
