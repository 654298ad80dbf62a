import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct RetryWhenTests {
  private let source = TrackedSource<Int>()
  private let notifier = TrackedSource<Int>()
  private let probe = Probe<Int>()

  private func start() -> any Disposable {
    let notifier = notifier.observable
    return source.observable.retry(when: { _ in notifier }).subscribe(probe.on)
  }

  @Test func waitsForTheNotifier() {
    let button = PublishSubject<Void>()
    let subscription = source.observable
      .retry(when: { errors in errors.flatMap { _ in button.take(1) } })
      .subscribe(probe.on)
    source.onNext(1)
    source.onError(Boom())
    expectEqual(source.subscribed.value, 1)
    button.onNext(())
    expectEqual(source.subscribed.value, 2)
    source.onNext(2)
    source.onCompleted()
    expectEqual(probe.elements, [1, 2])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func runsTheSourceWhenTheNotifierHasCompletedAtOnce() {
    let attempt = source.observable
    _ = attempt.retry(when: { _ in Observable<Int>.empty() }).subscribe(probe.on)
    expectEqual(source.subscribed.value, 1)
    source.onNext(1)
    expectEqual(probe.elements, [1])
    expectEqual(probe.endCount, 0)
    source.onError(Boom())
    expectTrue(probe.isCompleted)
  }

  @Test func runsTheSourceWhenTheNotifierHasFailedAtOnce() {
    let attempt = source.observable
    _ = attempt.retry(when: { _ in Observable<Int>.error(Boom(number: 9)) }).subscribe(probe.on)
    expectEqual(source.subscribed.value, 1)
    source.onNext(1)
    expectEqual(probe.elements, [1])
    expectEqual(probe.endCount, 0)
    source.onError(Boom())
    expectEqual(probe.error as? Boom, Boom(number: 9))
  }

  @Test func completionOfTheNotifierDuringAnAttemptCountsAtTheNextError() {
    _ = start()
    source.onError(Boom())
    notifier.onNext(0)
    notifier.onCompleted()
    expectEqual(probe.endCount, 0)
    expectEqual(source.disposed.value, 1)
    source.onNext(7)
    expectEqual(probe.elements, [7])
    source.onError(Boom())
    expectTrue(probe.isCompleted)
    expectEqual(source.subscribed.value, 2)
    expectEqual(source.disposed.value, 2)
    expectEqual(notifier.disposed.value, 1)
  }

  @Test func errorOfTheNotifierDuringAnAttemptCountsAtTheNextError() {
    _ = start()
    notifier.onError(Boom(number: 9))
    source.onNext(7)
    expectEqual(probe.events.count, 1)
    source.onError(Boom(number: 1))
    expectEqual(probe.error as? Boom, Boom(number: 9))
    expectEqual(probe.endCount, 1)
  }

  @Test func aSourceThatCompletesCompletesTheStreamAfterTheEndOfTheNotifier() {
    _ = start()
    notifier.onError(Boom(number: 9))
    source.onCompleted()
    expectTrue(probe.isCompleted)
    expectEqual(probe.endCount, 1)
  }

  @Test func endOfTheNotifierWhileItIsAwaitedEndsTheStreamAtOnce() {
    _ = start()
    source.onError(Boom())
    expectEqual(probe.endCount, 0)
    notifier.onCompleted()
    expectTrue(probe.isCompleted)
    expectEqual(source.subscribed.value, 1)
  }

  @Test func anErrorOfAnotherTypeEndsTheStreamAfterTheEndOfTheNotifier() {
    struct Other: Error {}
    let attempt = source.observable
    _ = attempt.retry(when: { (_: Observable<Other>) in Observable<Int>.empty() })
      .subscribe(probe.on)
    source.onError(Boom(number: 1))
    expectEqual(probe.error as? Boom, Boom(number: 1))
  }

  @Test func anElementOfTheNotifierDuringAnAttemptIsIgnored() {
    _ = start()
    notifier.onNext(0)
    expectEqual(source.subscribed.value, 1)
    source.onError(Boom())
    expectEqual(source.subscribed.value, 1)
    notifier.onNext(0)
    expectEqual(source.subscribed.value, 2)
  }

  @Test func aDelayedLastNotificationLetsTheSecondAttemptFinish() {
    let scheduler = TestScheduler()
    let attempts = Count()
    let source = Observable<Int>.deferred {
      attempts.increment() == 1
        ? .error(Boom())
        : Observable.just(7).delay(.seconds(5), scheduler: scheduler)
    }
    _ = source.retry(when: { $0.take(1).delay(.seconds(1), scheduler: scheduler) }).subscribe(probe.on)
    scheduler.start()
    expectEqual(probe.elements, [7])
    expectTrue(probe.isCompleted)
  }

  @Test func aSingleSucceedsAtTheThirdAttemptWhenTheNotifierHasCompleted() {
    let scheduler = TestScheduler()
    let attempts = Count()
    let request = Single<Int>.deferred {
      let number = attempts.increment()
      return Single.just(number).delay(.seconds(5), scheduler: scheduler)
        .map { if $0 < 3 { throw Boom(number: $0) } else { return $0 } }
    }
    _ = request.retry(when: { $0.take(2).delay(.milliseconds(10), scheduler: scheduler) })
      .subscribe(probe.onResult)
    scheduler.start()
    expectEqual(attempts.value, 3)
    expectEqual(probe.elements, [3])
  }

  @Test func aSingleRunsWhenTheNotifierHasCompletedAtOnce() {
    _ = Single.just(7).retry(when: { _ in Observable<Int>.empty() }).subscribe(probe.onResult)
    expectEqual(probe.elements, [7])
  }

  @Test func aSingleWhoseNotifierCompletesFailsWithNoElements() {
    _ = Single<Int>.error(Boom()).retry(when: { _ in Observable<Int>.empty() })
      .subscribe(probe.onResult)
    expectEqual(probe.error as? StreamError, .noElements)
  }

  @Test func aSingleSucceedsAtTheSecondAttempt() {
    let attempts = Count()
    _ = Single<Int>.deferred { attempts.increment() < 2 ? .error(Boom()) : .just(7) }
      .retry(when: { $0 }).subscribe(probe.onResult)
    expectEqual(probe.elements, [7])
  }
}
