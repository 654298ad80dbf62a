import NetTesting
import Stream
import TestSupport
import Testing

/// Law 15 for `timeout`: it restarts at each element, and the scheduler's order decides a tie.
@Suite struct Law15_Timeout {
  private let scheduler = TestScheduler()
  private let source = TrackedSource<Int>()
  private let probe = Probe<Int>()

  @Test func theDeadlineRestartsAtEachElement() {
    let subscription = source.observable.timeout(.seconds(5), scheduler: scheduler).subscribe(probe.on)
    for number in 1...3 {
      scheduler.advance(by: .seconds(4))
      source.onNext(number)
    }
    expectEqual(probe.elements, [1, 2, 3])
    scheduler.advance(by: .seconds(4))
    expectNil(probe.error)
    scheduler.advance(by: .seconds(1))
    expectEqual(probe.error as? StreamError, .timeout)
    expectEqual(source.disposed.value, 1)
    subscription.dispose()
  }

  @Test func anElementThatWasScheduledFirstWinsATie() {
    let source = source
    scheduler.schedule(after: .seconds(5)) { source.onNext(1) }
    let subscription = source.observable.timeout(.seconds(5), scheduler: scheduler).subscribe(probe.on)
    scheduler.advance(by: .seconds(5))
    expectEqual(probe.elements, [1])
    expectNil(probe.error)
    subscription.dispose()
  }

  @Test func aDeadlineThatWasScheduledFirstWinsATie() {
    let source = source
    let subscription = source.observable.timeout(.seconds(5), scheduler: scheduler).subscribe(probe.on)
    scheduler.schedule(after: .seconds(5)) { source.onNext(1) }
    scheduler.advance(by: .seconds(5))
    expectTrue(probe.elements.isEmpty)
    expectEqual(probe.error as? StreamError, .timeout)
    subscription.dispose()
  }

  @Test func theDeadlineIsExactForElementsAtAnyTime() {
    let subscription = source.observable.timeout(.seconds(5), scheduler: scheduler).subscribe(probe.on)
    for number in 1...40 {
      scheduler.advance(by: .milliseconds(700))
      source.onNext(number)
    }
    scheduler.advance(by: .seconds(5) - .nanoseconds(1))
    expectNil(probe.error)
    scheduler.advance(by: .nanoseconds(1))
    expectEqual(probe.error as? StreamError, .timeout)
    expectEqual(scheduler.pendingCount, 0)
    subscription.dispose()
  }

  @Test func theDurationOfADeliveryDoesNotCount() {
    let scheduler = scheduler
    let probe = probe
    let subscription = source.observable.timeout(.seconds(5), scheduler: scheduler).subscribe { event in
      probe.on(event)
      if event.element == 1 { scheduler.advance(by: .seconds(60)) }
    }
    source.onNext(1)
    expectNil(probe.error)
    scheduler.advance(by: .seconds(5) - .nanoseconds(1))
    expectNil(probe.error)
    scheduler.advance(by: .nanoseconds(1))
    expectEqual(probe.error as? StreamError, .timeout)
    subscription.dispose()
  }

  @Test func anElementSetsNoTimer() {
    let counting = CountingScheduler(scheduler)
    let subscription = source.observable.timeout(.seconds(5), scheduler: counting).subscribe(probe.on)
    for number in 0..<1_000 { source.onNext(number) }
    expectEqual(counting.scheduled.value, 1)
    subscription.dispose()
  }

  @Test func noTimerRemainsAfterTheEnd() {
    let first = source.observable.timeout(.seconds(5), scheduler: scheduler).subscribe(probe.on)
    source.onNext(1)
    expectEqual(scheduler.pendingCount, 1)
    source.onCompleted()
    expectEqual(scheduler.pendingCount, 0)
    first.dispose()

    let second = source.observable.timeout(.seconds(5), scheduler: scheduler).subscribe(probe.on)
    expectEqual(scheduler.pendingCount, 1)
    second.dispose()
    expectEqual(scheduler.pendingCount, 0)
  }
}

/// Counts the actions that another scheduler receives.
private struct CountingScheduler: Scheduler {
  let scheduled = Count()
  private let scheduler: TestScheduler

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  var now: Duration { scheduler.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: .zero, action)
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduled.increment()
    return scheduler.schedule(after: delay, action)
  }
}
