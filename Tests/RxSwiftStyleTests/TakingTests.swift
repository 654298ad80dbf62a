import NetTesting
import Stream
import XCTest

class TakingTests: XCTestCase {
  private func makeNumbers(_ scheduler: TestScheduler) -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(150, 9), .next(210, 2), .next(230, 5), .next(270, 1), .next(300, 8), .completed(400),
    ])
  }

  func testTakeFewerThanTheSourceSends() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.take(2) }
    XCTAssertEqual(res.events, [.next(210, 2), .next(230, 5), .completed(230)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230)])
  }

  func testTakeMoreThanTheSourceSends() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.take(20) }
    XCTAssertEqual(res.events.last, .completed(400))
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 400)])
  }

  func testTakeZero() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.take(0) }
    XCTAssertEqual(res.events, [.completed(200)])
    XCTAssertEqual(xs.subscriptions, [])
  }

  func testTakeFor() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.take(for: .seconds(35), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(210, 2), .next(230, 5), .completed(235)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 235)])
  }

  func testTakeForZero() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.take(for: .seconds(0), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.completed(201)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 201)])
  }

  func testTakeForEndsWithItsSource() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(150, 1), .error(210, testError, Int.self)])
    let res = scheduler.start { xs.take(for: .seconds(50), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.error(210, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 210)])
  }

  func testTakeWhile() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.take(while: { $0 > 1 }) }
    XCTAssertEqual(res.events, [.next(210, 2), .next(230, 5), .completed(270)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 270)])
  }

  func testTakeWhileInclusive() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.take(while: { $0 > 1 }, behavior: .inclusive) }
    XCTAssertEqual(
      res.events, [.next(210, 2), .next(230, 5), .next(270, 1), .completed(270)])
  }

  func testTakeUntilPredicate() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.take(until: { $0 == 5 }) }
    XCTAssertEqual(res.events, [.next(210, 2), .completed(230)])
  }

  func testTakeUntilAnotherSends() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let ys = scheduler.createHotObservable([.next(150, 1), .next(235, 99), .completed(240)])
    let res = scheduler.start { xs.take(until: ys) }
    XCTAssertEqual(res.events, [.next(210, 2), .next(230, 5), .completed(235)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 235)])
    XCTAssertEqual(ys.subscriptions, [Subscription(200, 235)])
  }

  func testTakeUntilAnotherThatIsEmpty() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let ys = scheduler.createHotObservable([.next(150, 1), .completed(225)])
    let res = scheduler.start { xs.take(until: ys) }
    XCTAssertEqual(res.events.count, 5)
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 400)])
    XCTAssertEqual(ys.subscriptions, [Subscription(200, 225)])
  }

  func testTakeUntilAnotherFails() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let ys = scheduler.createHotObservable([.next(150, 1), .error(225, testError)])
    let res = scheduler.start { xs.take(until: ys) }
    XCTAssertEqual(res.events, [.next(210, 2), .error(225, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 225)])
    XCTAssertEqual(ys.subscriptions, [Subscription(200, 225)])
  }

  func testTakeUntilEndsWithItsSource() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .completed(230)])
    let ys = scheduler.createHotObservable([.next(250, 1)])
    let res = scheduler.start { xs.take(until: ys) }
    XCTAssertEqual(res.events, [.next(210, 1), .completed(230)])
    XCTAssertEqual(ys.subscriptions, [Subscription(200, 230)])
  }

  func testSkip() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.skip(3) }
    XCTAssertEqual(res.events, [.next(300, 8), .completed(400)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 400)])
  }

  func testFirst() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.first().asObservable() }
    XCTAssertEqual(res.events, [.next(210, 2), .completed(210)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 210)])
  }

  func testFirstOfAnEmptyStream() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(150, 1), .completed(250)])
    let res = scheduler.start { xs.first().asObservable() }
    XCTAssertEqual(res.events, [.next(250, nil), .completed(250)])
  }

  func testAsSingle() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .completed(250)])
    let res = scheduler.start { xs.asSingle().asObservable() }
    XCTAssertEqual(res.events, [.next(250, 2), .completed(250)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 250)])
  }

  func testAsSingleOfAnEmptyStream() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(150, 1), .completed(250)])
    let res = scheduler.start { xs.asSingle().asObservable() }
    XCTAssertEqual(res.events, [.error(250, RxError.noElements)])
  }

  func testAsSingleOfSeveralElements() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = makeNumbers(scheduler)
    let res = scheduler.start { xs.asSingle().asObservable() }
    XCTAssertEqual(res.events, [.error(230, RxError.moreThanOneElement)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230)])
  }
}
