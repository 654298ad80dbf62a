import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct AmbTests {
  private let scheduler = TestScheduler()

  @Test func theFirstElementDecidesAndDisposesOfTheOtherStream() {
    let first = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .completed(240)])
    let second = scheduler.createHotObservable([.next(150, 1), .next(220, 3), .completed(250)])
    let result = scheduler.start { first.amb(second) }
    expectEqual(result.events, [.next(210, 2), .completed(240)])
    expectEqual(first.subscriptions, [Subscription(200, 240)])
    expectEqual(second.subscriptions, [Subscription(200, 210)])
  }

  @Test func theOtherStreamMayWin() {
    let first = scheduler.createHotObservable([.next(220, 2), .error(230, Boom())])
    let second = scheduler.createHotObservable([.next(210, 3), .completed(250)])
    let result = scheduler.start { first.amb(second) }
    expectEqual(result.events, [.next(210, 3), .completed(250)])
    expectEqual(first.subscriptions, [Subscription(200, 210)])
    expectEqual(second.subscriptions, [Subscription(200, 250)])
  }

  @Test func anErrorDecides() {
    let first = scheduler.createHotObservable([.next(220, 3), .completed(250)])
    let second = scheduler.createHotObservable([.error(210, Boom(), Int.self)])
    let result = scheduler.start { first.amb(second) }
    expectEqual(result.events, [.error(210, Boom())])
    expectEqual(first.subscriptions, [Subscription(200, 210)])
  }

  @Test func completionDecides() {
    let first = scheduler.createHotObservable([.next(150, 1)])
    let second = scheduler.createHotObservable([.completed(225, Int.self)])
    let result = scheduler.start { first.amb(second) }
    expectEqual(result.events, [.completed(225)])
    expectEqual(first.subscriptions, [Subscription(200, 225)])
  }

  @Test func severalStreamsAreDisposedOfWithTheSubscription() {
    let sources = (0..<3).map { _ in scheduler.createHotObservable([.next(150, 1)]) }
    let result = scheduler.start { Observable.amb(sources.map { $0.asObservable() }) }
    expectEqual(result.events, [])
    for source in sources { expectEqual(source.subscriptions, [Subscription(200, 1000)]) }
  }

  @Test func aStreamThatReactsAtOncePreventsSubscribingToTheNext() {
    let source = TrackedSource<Int>()
    let probe = Probe<Int>()
    _ = Observable.just(1).amb(source.observable).subscribe(probe.on)
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
    expectEqual(source.subscribed.value, 0)
  }

  @Test func streamsOfDifferentTypesCompete() {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let probe = Probe<Int>()
    _ = Observable.amb([first, second.map { $0 * 10 }, Single.never()]).subscribe(probe.on)
    second.onNext(1)
    expectEqual(probe.elements, [10])
    expectFalse(first.hasObservers)
  }

  @Test func ambOfNoStreamsNeverSends() {
    let result = scheduler.start { Observable<Int>.amb([]) }
    expectEqual(result.events, [])
  }
}
