import NetTesting
import Stream
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
      #expect(attempts.value == number + 1)
      scheduler.advance(by: wait - .nanoseconds(1))
      #expect(attempts.value == number + 1)
      scheduler.advance(by: .nanoseconds(1))
    }
    #expect(probe.elements == [5])
    subscription.dispose()
  }

  @Test func givesUpAtTheLimitWithTheLastError() {
    let subscription = failing(until: 100)
      .retry(backoff: Backoff(maximumAttempts: 3, base: .seconds(1)), scheduler: scheduler)
      .subscribe(probe.onResult)
    scheduler.advance(by: .seconds(60))
    #expect(attempts.value == 3)
    #expect(probe.error as? Boom == Boom(number: 3))
    subscription.dispose()
  }

  @Test func givesUpAtAnErrorThatThePredicateRejects() {
    let backoff = Backoff(maximumAttempts: 9, base: .seconds(1)).retrying { ($0 as? Boom)?.number == 1 }
    let subscription = failing(until: 100).retry(backoff: backoff, scheduler: scheduler)
      .subscribe(probe.onResult)
    scheduler.advance(by: .seconds(60))
    #expect(probe.error as? Boom == Boom(number: 2))
    subscription.dispose()
  }

  @Test func disposingCancelsTheDelay() {
    let subscription = failing(until: 100)
      .retry(backoff: Backoff(maximumAttempts: 3, base: .seconds(1)), scheduler: scheduler)
      .subscribe(probe.onResult)
    #expect(scheduler.pendingCount == 1)
    subscription.dispose()
    #expect(scheduler.pendingCount == 0)
    #expect(probe.events.isEmpty)
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
    #expect(probe.elements == [1, 2, 3])
    #expect(probe.isCompleted)
    subscription.dispose()
  }

  @Test func retriesOnTheImmediateScheduler() {
    let subscription = failing(until: 3)
      .retry(backoff: Backoff(maximumAttempts: 5, base: .zero), scheduler: .immediate)
      .subscribe(probe.onResult)
    #expect(probe.elements == [3])
    subscription.dispose()
  }
}
