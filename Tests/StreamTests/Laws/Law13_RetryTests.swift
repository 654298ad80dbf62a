import Stream
import TestSupport
import Testing

/// Law 13: `retry(n)` counts attempts in all; the end of the notifier of `retry(when:)` takes effect at the next error.
@Suite struct Law13_Retry {
  private let attempts = Count()
  private let probe = Probe<Int>()

  private var failing: Observable<Int> {
    let attempts = attempts
    return .deferred { .error(Boom(number: attempts.increment())) }
  }

  @Test(arguments: [1, 2, 5])
  func retryCountsAttemptsInAll(_ count: Int) {
    _ = failing.retry(count).subscribe(probe.on)
    expectEqual(attempts.value, count)
    expectEqual(probe.error as? Boom, Boom(number: count))
  }

  @Test func retryOfASingleCountsAttemptsInAll() {
    let attempts = attempts
    let failing = Single<Int>.deferred { .error(Boom(number: attempts.increment())) }
    _ = failing.retry(3).subscribe(probe.onResult)
    expectEqual(attempts.value, 3)
    expectEqual(probe.error as? Boom, Boom(number: 3))
  }

  @Test func retryWithACountOfZeroMakesNoAttempt() {
    _ = failing.retry(0).subscribe(probe.on)
    expectEqual(attempts.value, 0)
    expectTrue(probe.isCompleted)
  }

  @Test func retryStopsAtTheFirstSuccess() {
    let attempts = attempts
    let source = Observable<Int>.deferred {
      attempts.increment() < 3 ? .error(Boom()) : Observable.of(7)
    }
    _ = source.retry(10).subscribe(probe.on)
    expectEqual(attempts.value, 3)
    expectEqual(probe.elements, [7])
    expectTrue(probe.isCompleted)
  }

  @Test func anErrorOfTheNotifierEndsTheStream() {
    _ = failing.retry(when: { errors in
      errors.flatMap { error -> Observable<Int> in
        (error as? Boom)?.number == 3 ? .error(Boom(number: 99)) : .just(0)
      }
    }).subscribe(probe.on)
    expectEqual(attempts.value, 3)
    expectEqual(probe.error as? Boom, Boom(number: 99))
  }

  @Test func completionOfTheNotifierEndsTheStreamAtTheNextError() {
    _ = failing.retry(when: { errors in errors.take(2) }).subscribe(probe.on)
    // The second error requests one more attempt and completes the notifier. That attempt still runs.
    expectEqual(attempts.value, 3)
    expectTrue(probe.isCompleted)
    expectEqual(probe.endCount, 1)
  }

  @Test func theAttemptRequestedByTheLastNotificationDeliversItsElements() {
    let attempts = attempts
    let source = Observable<Int>.deferred {
      attempts.increment() == 1 ? .error(Boom()) : Observable.of(7, 8)
    }
    _ = source.retry(when: { errors in errors.take(1) }).subscribe(probe.on)
    expectEqual(attempts.value, 2)
    expectEqual(probe.elements, [7, 8])
    expectTrue(probe.isCompleted)
  }

  @Test func theNotifierIsSubscribedToOnceAndReleased() {
    let notifier = TrackedSource<Int>()
    let source = TrackedSource<Int>()
    let subscription = source.observable.retry(when: { _ in notifier.observable }).subscribe(probe.on)
    expectEqual(notifier.subscribed.value, 1)
    source.onError(Boom())
    expectEqual(source.subscribed.value, 1)
    notifier.onNext(0)
    expectEqual(source.subscribed.value, 2)
    notifier.onNext(0)
    expectEqual(source.subscribed.value, 2)
    subscription.dispose()
    expectEqual(notifier.disposed.value, 1)
    expectEqual(source.disposed.value, 2)
  }

  @Test func disposingStopsARetryThatNeverEnds() {
    let attempts = attempts
    let subscription = SerialDisposable()
    let endless = Observable<Int>.create { observer in
      if attempts.increment() == 1_000 { observer.onNext(1) }
      observer.onError(Boom())
      return Disposables.create()
    }
    subscription.disposable = endless.retry().take(1).subscribe(probe.on)
    expectEqual(attempts.value, 1_000)
    expectEqual(probe.elements, [1])
  }
}
