import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct RetryTests {
  private let scheduler = TestScheduler()
  private let attempts = Count()
  private let probe = Probe<Int>()

  private func failing(until success: Int) -> Single<Int> {
    let attempts = attempts
    return .deferred {
      let attempt = attempts.increment()
      return attempt < success ? .error(Boom(number: attempt)) : .just(attempt)
    }
  }

  @Test func delaysGrowWithEachAttempt() {
    let backoff = Backoff(maximumAttempts: 5, base: .seconds(1), maximumDelay: .seconds(3))
    let subscription = failing(until: 5).retry(backoff: backoff, scheduler: scheduler)
      .subscribe(probe.onResult)
    let waits: [Duration] = [.seconds(1), .seconds(2), .seconds(3), .seconds(3)]
    for (number, wait) in waits.enumerated() {
      expectEqual(attempts.value, number + 1)
      scheduler.advance(by: wait - .nanoseconds(1))
      expectEqual(attempts.value, number + 1)
      scheduler.advance(by: .nanoseconds(1))
    }
    expectEqual(probe.elements, [5])
    subscription.dispose()
  }

  @Test func givesUpAtTheLimitWithTheLastError() {
    let subscription = failing(until: 100)
      .retry(backoff: Backoff(maximumAttempts: 3, base: .seconds(1)), scheduler: scheduler)
      .subscribe(probe.onResult)
    scheduler.advance(by: .seconds(60))
    expectEqual(attempts.value, 3)
    expectEqual(probe.error as? Boom, Boom(number: 3))
    subscription.dispose()
  }

  @Test func givesUpAtAnErrorThatThePredicateRejects() {
    let backoff = Backoff(maximumAttempts: 9, base: .seconds(1)).retrying { ($0 as? Boom)?.number == 1 }
    let subscription = failing(until: 100).retry(backoff: backoff, scheduler: scheduler)
      .subscribe(probe.onResult)
    scheduler.advance(by: .seconds(60))
    expectEqual(probe.error as? Boom, Boom(number: 2))
    subscription.dispose()
  }

  @Test func disposingCancelsTheDelay() {
    let subscription = failing(until: 100)
      .retry(backoff: Backoff(maximumAttempts: 3, base: .seconds(1)), scheduler: scheduler)
      .subscribe(probe.onResult)
    expectEqual(scheduler.pendingCount, 1)
    subscription.dispose()
    expectEqual(scheduler.pendingCount, 0)
    expectTrue(probe.events.isEmpty)
  }

  @Test func anObservableKeepsItsElements() {
    let attempts = attempts
    let observable = Observable<Int>.create { observer in
      let attempt = attempts.increment()
      observer.onNext(attempt)
      if attempt < 3 { observer.onError(Boom()) } else { observer.onCompleted() }
      return Disposables.create()
    }
    let subscription = observable.retry(backoff: Backoff(maximumAttempts: 5), scheduler: scheduler)
      .subscribe(probe.on)
    scheduler.advance(by: .seconds(60))
    expectEqual(probe.elements, [1, 2, 3])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func retriesOnTheImmediateScheduler() {
    let subscription = failing(until: 3)
      .retry(backoff: Backoff(maximumAttempts: 5, base: .zero), scheduler: .immediate)
      .subscribe(probe.onResult)
    expectEqual(probe.elements, [3])
    subscription.dispose()
  }
}
