import NetTesting
import Stream
import XCTest

class SharingTests: XCTestCase {
  /// Three observers that subscribe at 200, 300 and 500, and leave at 350, 400 and 600.
  private func observe(
    _ scheduler: TestScheduler, _ shared: Observable<Int>
  ) -> [TestableObserver<Int>] {
    let observers = [200, 300, 500].map { time -> TestableObserver<Int> in
      let observer = scheduler.createObserver(Int.self)
      let subscription = SerialDisposable()
      scheduler.scheduleAt(time) { subscription.disposable = shared.subscribe(observer) }
      let end = time == 200 ? 350 : time + 100
      scheduler.scheduleAt(end) { subscription.dispose() }
      return observer
    }
    scheduler.start()
    return observers
  }

  private func makeSource(
    _ scheduler: TestScheduler, end: Recorded<Event<Int>>? = nil
  ) -> TestableObservable<Int> {
    scheduler.createHotObservable(
      [.next(210, 1), .next(220, 2), .next(250, 3), .next(320, 4)] + (end.map { [$0] } ?? [])
        + [.next(550, 5)])
  }

  func testShare() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSource(scheduler)
    let observers = observe(scheduler, xs.share())
    XCTAssertEqual(
      observers[0].events, [.next(210, 1), .next(220, 2), .next(250, 3), .next(320, 4)])
    XCTAssertEqual(observers[1].events, [.next(320, 4)])
    XCTAssertEqual(observers[2].events, [.next(550, 5)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 400), Subscription(500, 600)])
  }

  func testShareReplayWhileConnected() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSource(scheduler)
    let observers = observe(scheduler, xs.share(replay: 2, scope: .whileConnected))
    XCTAssertEqual(observers[1].events, [.next(300, 2), .next(300, 3), .next(320, 4)])
    XCTAssertEqual(observers[2].events, [.next(550, 5)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 400), Subscription(500, 600)])
  }

  func testShareReplayForever() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSource(scheduler)
    let observers = observe(scheduler, xs.share(replay: 2, scope: .forever))
    XCTAssertEqual(observers[1].events, [.next(300, 2), .next(300, 3), .next(320, 4)])
    XCTAssertEqual(observers[2].events, [.next(500, 3), .next(500, 4), .next(550, 5)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 400), Subscription(500, 600)])
  }

  func testShareForeverKeepsAnError() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSource(scheduler, end: .error(330, testError))
    let observers = observe(scheduler, xs.share(replay: 1, scope: .forever))
    XCTAssertEqual(observers[2].events, [.next(500, 4), .error(500, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 330)])
  }

  func testShareWhileConnectedStartsAgainAfterAnEnd() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSource(scheduler, end: .completed(330))
    let observers = observe(scheduler, xs.share(replay: 1))
    XCTAssertEqual(observers[1].events, [.next(300, 3), .next(320, 4), .completed(330)])
    XCTAssertEqual(observers[2].events, [.next(550, 5)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 330), Subscription(500, 600)])
  }

  func testShareIsSubscribedToAgainInsideItsError() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSource(scheduler, end: .error(330, testError))
    let again = scheduler.createObserver(Int.self)
    let shared = xs.share(replay: 1)
    let subscription = SerialDisposable()
    scheduler.scheduleAt(200) {
      subscription.disposable = shared.subscribe { event in
        if case .error = event { subscription.disposable = shared.subscribe(again) }
      }
    }
    scheduler.scheduleAt(400) { subscription.dispose() }
    scheduler.start()
    XCTAssertEqual(again.events, [])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 330), Subscription(330, 400)])
  }
}
