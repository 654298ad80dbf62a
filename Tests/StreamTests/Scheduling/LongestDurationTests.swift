import NetTesting
import Stream
import TestSupport
import Testing

/// The longest duration stands for "never" in every operator and scheduler that adds it to a time.
@Suite struct LongestDurationTests {
  private let longest = Duration(attoseconds: .max)
  private let scheduler = TestScheduler()
  private let source: TestableObservable<Int>

  init() {
    source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
  }

  @Test func delayDeliversNothing() {
    let observer = scheduler.start { source.delay(longest, scheduler: scheduler) }
    expectTrue(observer.events.isEmpty)
  }

  @Test func debounceDeliversTheLastElementWithTheEnd() {
    let observer = scheduler.start { source.debounce(longest, scheduler: scheduler) }
    expectEqual(observer.events, [.next(230, 2), .completed(230)])
  }

  @Test func throttleDeliversTheFirstElement() {
    let observer = scheduler.start { source.throttle(longest, latest: false, scheduler: scheduler) }
    expectEqual(observer.events, [.next(210, 1), .completed(230)])
  }

  @Test func timeoutNeverFails() {
    let observer = scheduler.start { source.timeout(longest, scheduler: scheduler) }
    expectEqual(observer.events, [.next(210, 1), .next(220, 2), .completed(230)])
  }

  @Test func takeTakesEverything() {
    let observer = scheduler.start { source.take(for: longest, scheduler: scheduler) }
    expectEqual(observer.events, [.next(210, 1), .next(220, 2), .completed(230)])
  }

  @Test func skipSkipsEverything() {
    let observer = scheduler.start { source.skip(for: longest, scheduler: scheduler) }
    expectEqual(observer.events, [.completed(230)])
  }

  @Test func intervalAndTimerDeliverNothing() {
    let observer = scheduler.start {
      Observable.merge(
        Observable<Int>.interval(longest, scheduler: scheduler),
        Single<Int>.timer(longest, scheduler: scheduler).asObservable())
    }
    expectTrue(observer.events.isEmpty)
  }

  @Test func aSuccessIsKeptForever() {
    let runs = Locked(0)
    let cached = Single<Int>.deferred {
      runs.update { $0 += 1 }; return .just(1)
    }
    .cached(for: longest, scheduler: scheduler)
    scheduler.advance(by: .seconds(1))
    _ = cached.subscribe()
    scheduler.advance(by: .seconds(1_000_000_000))
    _ = cached.subscribe()
    expectEqual(runs.value, 1)
  }

  @Test(arguments: [
    SerialDispatchQueueScheduler() as any Scheduler, ConcurrentDispatchQueueScheduler(), ImmediateScheduler(),
    MainScheduler.instance, ClockScheduler(clock: ContinuousClock()), CurrentThreadScheduler.instance,
  ])
  func aSchedulerNeverRunsTheAction(scheduler: any Scheduler) {
    let hasRun = Locked(false)
    let once = scheduler.schedule(after: longest) { hasRun.update { $0 = true } }
    let often = scheduler.schedulePeriodic(startAfter: longest, period: longest) {
      hasRun.update { $0 = true }
    }
    expectFalse(hasRun.value)
    once.dispose()
    often.dispose()
  }

  @Test func aPeriodicActionRunsOnceIfItsPeriodIsTheLongest() {
    let runs = Locked(0)
    let disposable = scheduler.schedulePeriodic(startAfter: .seconds(1), period: longest) {
      runs.update { $0 += 1 }
    }
    scheduler.advance(by: .seconds(1_000_000_000))
    expectEqual(runs.value, 1)
    disposable.dispose()
  }
}
