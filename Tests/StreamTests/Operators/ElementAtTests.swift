import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct ElementAtTests {
  private let scheduler = TestScheduler()

  private func source(_ end: Recorded<Event<Int>>) -> TestableObservable<Int> {
    scheduler.createHotObservable([.next(150, 4), .next(210, 9), .next(230, 13), .next(270, 7), end])
  }

  @Test func sendsTheElementAndCompletes() {
    let source = source(.completed(320))
    let result = scheduler.start { source.element(at: 1) }
    expectEqual(result.events, [.next(230, 13), .completed(230)])
    expectEqual(source.subscriptions, [Subscription(200, 230)])
  }

  @Test func theFirstElementHasTheIndexZero() {
    let source = source(.completed(320))
    let result = scheduler.start { source.element(at: 0) }
    expectEqual(result.events, [.next(210, 9), .completed(210)])
  }

  @Test func completionBeforeTheElementIsAnError() {
    let source = source(.completed(320))
    let result = scheduler.start { source.element(at: 3) }
    expectEqual(result.events, [.error(320, StreamError.argumentOutOfRange)])
    expectEqual(source.subscriptions, [Subscription(200, 320)])
  }

  @Test func anErrorBeforeTheElementEndsTheStream() {
    let source = source(.error(310, Boom()))
    let result = scheduler.start { source.element(at: 3) }
    expectEqual(result.events, [.error(310, Boom())])
  }

  @Test func aNegativeIndexFailsWithoutSubscribing() {
    let source = TrackedSource<Int>()
    let probe = Probe<Int>()
    _ = source.observable.element(at: -1).subscribe(probe.on)
    expectEqual(probe.error as? StreamError, .argumentOutOfRange)
    expectEqual(source.subscribed.value, 0)
  }

  @Test func countsFromZeroForEachSubscription() {
    let probe = Probe<Int>()
    let observable = Observable.of(1, 2, 3).element(at: 1)
    _ = observable.subscribe(probe.on)
    _ = observable.subscribe(probe.on)
    expectEqual(probe.elements, [2, 2])
  }
}
