import Stream
import Testing

@Suite struct RetryWhenTests {
  @Test func waitsForTheNotifier() {
    let source = TrackedSource<Int>()
    let button = PublishSubject<Void>()
    let probe = Probe<Int>()
    let subscription = source.observable
      .retry(when: { errors in errors.flatMap { _ in button.take(1) } })
      .subscribe(probe.on)
    source.onNext(1)
    source.onError(Boom())
    #expect(source.subscribed.value == 1)
    button.onNext(())
    #expect(source.subscribed.value == 2)
    source.onNext(2)
    source.onCompleted()
    #expect(probe.elements == [1, 2])
    #expect(probe.isCompleted)
    subscription.dispose()
  }

  @Test func aSingleWhoseNotifierCompletesHasNoElement() {
    let probe = Probe<Int>()
    _ = Single<Int>.error(Boom()).retry(when: { _ in Observable<Int>.empty() })
      .subscribe(probe.onResult)
    #expect(probe.error as? StreamError == .noElements)
  }

  @Test func aSingleSucceedsAtTheSecondAttempt() {
    let attempts = Count()
    let probe = Probe<Int>()
    _ = Single<Int>.deferred { attempts.increment() < 2 ? .error(Boom()) : .just(7) }
      .retry(when: { $0 }).subscribe(probe.onResult)
    #expect(probe.elements == [7])
  }
}
