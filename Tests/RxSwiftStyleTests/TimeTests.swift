import NetTesting
import Stream
import XCTest

class TimeTests: XCTestCase {
  // MARK: debounce

  func testDebounceOfZeroDropsAnElementThatAnotherFollowsAtItsTime() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .next(211, 3), .completed(260)])
    let res = scheduler.start { xs.debounce(.seconds(0), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(212, 3), .completed(260)])
  }

  // MARK: throttle

  private func makeSteadySource(
    _ scheduler: TestScheduler, end: Recorded<Event<Int>>
  ) -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(250, 3), .next(310, 4), .next(350, 5), .next(410, 6),
      .next(450, 7), end,
    ])
  }

  func testThrottleWithTheLatestCompletesAfterTheLastElement() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSteadySource(scheduler, end: .completed(500))
    let res = scheduler.start { xs.throttle(.seconds(200), scheduler: scheduler) }
    let correct = Recorded.events(.next(210, 2), .next(410, 6), .next(610, 7), .completed(610))
    XCTAssertEqual(res.events, correct)
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 500)])
  }

  func testThrottleWithTheLatestAndALateCompletion() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSteadySource(scheduler, end: .completed(900))
    let res = scheduler.start { xs.throttle(.seconds(200), latest: true, scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(210, 2), .next(410, 6), .next(610, 7), .completed(900)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 900)])
  }

  func testThrottleWithoutTheLatest() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeSteadySource(scheduler, end: .completed(500))
    let res = scheduler.start { xs.throttle(.seconds(200), latest: false, scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(210, 2), .next(410, 6), .completed(500)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 500)])
  }

  func testThrottleDropsThePendingElementAtAnError() {
    for latest in [true, false] {
      let scheduler = TestScheduler(initialClock: 0)
      let xs = scheduler.createHotObservable([
        .next(210, 2), .next(250, 3), .next(350, 5), .error(410, testError), .next(450, 7),
      ])
      let res = scheduler.start { xs.throttle(.seconds(200), latest: latest, scheduler: scheduler) }
      XCTAssertEqual(res.events, [.next(210, 2), .error(410, testError)])
      XCTAssertEqual(xs.subscriptions, [Subscription(200, 410)])
    }
  }

  func testThrottleOfAnEmptyStream() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(150, 0), .completed(500)])
    let res = scheduler.start { xs.throttle(.seconds(200), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.completed(500)])
  }

  func testThrottleOfAStreamWithoutAnEnd() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .next(250, 3)])
    let res = scheduler.start { xs.throttle(.seconds(200), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(210, 2), .next(410, 3)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 1000)])
  }

  // MARK: debounce

  func testDebounceSendsElementsThatAreFarApart() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(240, 3), .next(280, 4), .completed(300),
    ])
    let res = scheduler.start { xs.debounce(.seconds(20), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(230, 2), .next(260, 3), .next(300, 4), .completed(300)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 300)])
  }

  func testDebounceAndAnErrorAtTheDeadline() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(210, 2), .next(240, 3), .next(280, 4), .error(300, testError),
    ])
    let res = scheduler.start { xs.debounce(.seconds(20), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(230, 2), .next(260, 3), .error(300, testError)])
  }

  func testDebounceDropsAllButTheLast() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(210, 2), .next(240, 3), .next(270, 4), .next(300, 5), .next(330, 6), .completed(400),
    ])
    let res = scheduler.start { xs.debounce(.seconds(100), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(400, 6), .completed(400)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 400)])
  }

  func testDebounceOfAnEmptyStream() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(150, 0), .completed(300)])
    let res = scheduler.start { xs.debounce(.seconds(10), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.completed(300)])
  }

  // MARK: timeout

  func testTimeoutThatIsNotReached() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([
      .next(10, 42), .next(25, 43), .next(40, 44), .next(50, 45), .completed(60),
    ])
    let res = scheduler.start { xs.timeout(.seconds(30), scheduler: scheduler) }
    XCTAssertEqual(
      res.events, [.next(210, 42), .next(225, 43), .next(240, 44), .next(250, 45), .completed(260)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 260)])
  }

  func testTimeoutWithAnElementAtTheDeadline() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(10, 42), .next(20, 43), .next(50, 44), .completed(70)])
    let res = scheduler.start { xs.timeout(.seconds(30), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(210, 42), .next(220, 43), .next(250, 44), .completed(270)])
  }

  func testTimeout() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(10, 42), .next(20, 43), .next(50, 44), .completed(70)])
    let res = scheduler.start { xs.timeout(.seconds(25), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(210, 42), .next(220, 43), .error(245, RxError.timeout)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 245)])
  }

  func testTimeoutIsCancelledByDisposal() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(205, 1), .next(240, 2), .next(280, 3)])
    let res = scheduler.start(disposed: 300) { xs.timeout(.seconds(40), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(205, 1), .next(240, 2), .next(280, 3)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 300)])
  }

  func testTimeoutToAnotherStream() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(130, 2), .next(240, 3), .next(310, 4), .next(430, 5), .completed(500),
    ])
    let ys = scheduler.createColdObservable([.next(50, -1), .next(200, -2), .completed(320)])
    let res = scheduler.start { xs.timeout(.seconds(100), other: ys, scheduler: scheduler) }
    XCTAssertEqual(
      res.events, [.next(240, 3), .next(310, 4), .next(460, -1), .next(610, -2), .completed(730)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 410)])
    XCTAssertEqual(ys.subscriptions, [Subscription(410, 730)])
  }

  func testTimeoutToAnotherStreamThatFails() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs: TestableObservable<Int> = scheduler.createHotObservable([.next(500, 42)])
    let ys: TestableObservable<Int> = scheduler.createColdObservable([.error(100, testError)])
    let res = scheduler.start { xs.timeout(.seconds(100), other: ys, scheduler: scheduler) }
    XCTAssertEqual(res.events, [.error(400, testError)])
    XCTAssertEqual(ys.subscriptions, [Subscription(300, 400)])
  }

  func testTimeoutToAnotherStreamThatIsNotNeeded() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs: TestableObservable<Int> = scheduler.createHotObservable([.error(250, testError)])
    let ys = scheduler.createColdObservable([.next(100, -1)])
    let res = scheduler.start { xs.timeout(.seconds(100), other: ys, scheduler: scheduler) }
    XCTAssertEqual(res.events, [.error(250, testError)])
    XCTAssertEqual(ys.subscriptions, [])
  }

  // MARK: delay

  func testDelay() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(150, 1), .next(250, 2), .next(350, 3), .next(450, 4), .completed(550),
    ])
    let res = scheduler.start { xs.delay(.seconds(150), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(400, 2), .next(500, 3), .next(600, 4), .completed(700)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 550)])
  }

  func testDelayDoesNotDelayAnError() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(250, 2), .next(450, 4), .error(550, testError)])
    let res = scheduler.start { xs.delay(.seconds(150), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(400, 2), .error(550, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 550)])
  }

  func testDelayAsATypedInterval() {
    let scheduler = TestScheduler(initialClock: 0)
    let interval: RxTimeInterval = .seconds(42)
    let xs = scheduler.createHotObservable([.next(250, 2), .completed(260)])
    let res = scheduler.start { xs.delay(interval, scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(292, 2), .completed(302)])
  }

  // MARK: threads

  func testObserveOn() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .next(230, 2), .completed(250)])
    let res = scheduler.start { xs.observe(on: scheduler) }
    XCTAssertEqual(res.events, [.next(211, 1), .next(231, 2), .completed(251)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 250)])
  }

  func testSubscribeOn() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(201, 1), .next(230, 2), .completed(300)])
    let res = scheduler.start { xs.subscribe(on: scheduler) }
    XCTAssertEqual(res.events, [.next(230, 2), .completed(300)])
    // RxSwift also disposes on the scheduler, so at 301; here the source is disposed of at the time of the end (law 2).
    XCTAssertEqual(xs.subscriptions, [Subscription(201, 300)])
  }
}
