import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct StartWithTests {
  private let scheduler = TestScheduler()

  @Test func sendsItsElementsDuringTheSubscription() {
    let source = scheduler.createHotObservable([.next(150, 1), .next(220, 2), .completed(250)])
    let result = scheduler.start { source.startWith(1, 0) }
    expectEqual(result.events, [.next(200, 1), .next(200, 0), .next(220, 2), .completed(250)])
    expectEqual(source.subscriptions, [Subscription(200, 250)])
  }

  @Test func theSourceIsNotSubscribedToIfTheSubscriptionHasEnded() {
    let source = TrackedSource<Int>()
    let probe = Probe<Int>()
    _ = source.observable.startWith(1, 2).take(1).subscribe(probe.on)
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
    expectEqual(source.subscribed.value, 0)
  }

  @Test func disposingInsideADeliveryDropsTheRest() {
    let source = TrackedSource<Int>()
    let bag = DisposeBag()
    let subject = PublishSubject<Void>()
    let log = Log<Int>()
    subject.asObservable().flatMap { source.observable.startWith(1, 2) }
      .subscribe(onNext: { number in
        log.write(number)
        bag.dispose()
      }).disposed(by: bag)
    subject.onNext(())
    expectEqual(log.entries, [1])
    expectEqual(source.subscribed.value, 0)
  }
}
