import NetTesting
import Stream
import XCTest

class FlatteningTests: XCTestCase {
  func testFlatMap() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(150, 9), .next(300, 1), .next(400, 2), .completed(500),
    ])
    let inner = scheduler.createColdObservable([.next(50, 7), .next(130, 8), .completed(140)])
    let res = scheduler.start { xs.flatMap { x in inner.map { $0 * x } } }
    XCTAssertEqual(
      res.events, [.next(350, 7), .next(430, 8), .next(450, 14), .next(530, 16), .completed(540)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 500)])
    XCTAssertEqual(inner.subscriptions, [Subscription(300, 440), Subscription(400, 540)])
  }

  func testFlatMapWithAnInnerError() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(300, 1), .next(400, 2), .completed(500)])
    let inner = scheduler.createColdObservable([.next(50, 7), .error(130, testError)])
    let res = scheduler.start { xs.flatMap { _ in inner } }
    XCTAssertEqual(res.events, [.next(350, 7), .error(430, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 430)])
    XCTAssertEqual(inner.subscriptions, [Subscription(300, 430), Subscription(400, 430)])
  }

  func testFlatMapIsDisposed() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(300, 1), .next(400, 2), .completed(500)])
    let inner = scheduler.createColdObservable([.next(50, 7), .completed(900)])
    let res = scheduler.start(disposed: 420) { xs.flatMap { _ in inner } }
    XCTAssertEqual(res.events, [.next(350, 7)])
    XCTAssertEqual(inner.subscriptions, [Subscription(300, 420), Subscription(400, 420)])
  }

  func testFlatMapFirst() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(210, 1), .next(220, 2), .next(290, 3), .completed(300),
    ])
    let inner = scheduler.createColdObservable([.next(10, 0), .completed(50)])
    let res = scheduler.start { xs.flatMapFirst { x in inner.map { _ in x } } }
    XCTAssertEqual(res.events, [.next(220, 1), .next(300, 3), .completed(340)])
    XCTAssertEqual(inner.subscriptions, [Subscription(210, 260), Subscription(290, 340)])
  }

  func testFlatMapLatest() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(300, 1), .next(400, 2), .completed(420)])
    let inner = scheduler.createColdObservable([.next(60, 0), .next(120, 1), .completed(150)])
    let res = scheduler.start { xs.flatMapLatest { x in inner.map { $0 + 10 * x } } }
    XCTAssertEqual(res.events, [.next(360, 10), .next(460, 20), .next(520, 21), .completed(550)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 420)])
    XCTAssertEqual(inner.subscriptions, [Subscription(300, 400), Subscription(400, 550)])
  }

  func testSwitchLatestWithAnError() {
    let scheduler = TestScheduler(initialClock: 0)
    let first = scheduler.createColdObservable([.next(60, 1), .error(200, testError)])
    let second = scheduler.createColdObservable([.next(10, 2), .error(50, testError1)])
    let xs = scheduler.createHotObservable([
      .next(300, first), .next(400, second), .completed(600),
    ])
    let res = scheduler.start { xs.switchLatest() }
    XCTAssertEqual(res.events, [.next(360, 1), .next(410, 2), .error(450, testError1)])
    XCTAssertEqual(first.subscriptions, [Subscription(300, 400)])
    XCTAssertEqual(second.subscriptions, [Subscription(400, 450)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 450)])
  }

  func testConcatMap() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
    let inner = scheduler.createColdObservable([.next(10, 0), .completed(50)])
    let res = scheduler.start { xs.concatMap { x in inner.map { _ in x } } }
    XCTAssertEqual(res.events, [.next(220, 1), .next(270, 2), .completed(310)])
    XCTAssertEqual(inner.subscriptions, [Subscription(210, 260), Subscription(260, 310)])
  }

  func testConcat() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs1 = scheduler.createColdObservable([.next(10, 1), .completed(30)])
    let xs2 = scheduler.createColdObservable([.next(10, 2), .completed(20)])
    let xs3 = scheduler.createColdObservable([.next(5, 3), .error(15, testError)])
    let res = scheduler.start {
      Observable.concat(xs1.asObservable(), xs2.asObservable(), xs3.asObservable())
    }
    XCTAssertEqual(res.events, [.next(210, 1), .next(240, 2), .next(255, 3), .error(265, testError)])
    XCTAssertEqual(xs1.subscriptions, [Subscription(200, 230)])
    XCTAssertEqual(xs2.subscriptions, [Subscription(230, 250)])
    XCTAssertEqual(xs3.subscriptions, [Subscription(250, 265)])
  }

  func testConcatWithAHotSecondStream() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(205, 1), .next(220, 2), .completed(230)])
    let ys = scheduler.createHotObservable([.next(225, 3), .next(235, 4), .completed(240)])
    let res = scheduler.start { xs.concat(ys) }
    XCTAssertEqual(res.events, [.next(205, 1), .next(220, 2), .next(235, 4), .completed(240)])
    XCTAssertEqual(ys.subscriptions, [Subscription(230, 240)])
  }

  func testConcatAfterAnError() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.error(230, testError, Int.self)])
    let ys = scheduler.createHotObservable([.next(235, 4), .completed(240)])
    let res = scheduler.start { Observable.concat([xs.asObservable(), ys.asObservable()]) }
    XCTAssertEqual(res.events, [.error(230, testError)])
    XCTAssertEqual(ys.subscriptions, [])
  }

  func testMerge() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .next(240, 2), .completed(250)])
    let ys = scheduler.createHotObservable([.next(220, 3), .completed(300)])
    let res = scheduler.start { Observable.merge(xs.asObservable(), ys.asObservable()) }
    XCTAssertEqual(res.events, [.next(210, 1), .next(220, 3), .next(240, 2), .completed(300)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 250)])
    XCTAssertEqual(ys.subscriptions, [Subscription(200, 300)])
  }

  func testMergeOfSubjects() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .next(240, 2), .completed(250)])
    let ys = PublishSubject<Int>()
    scheduler.scheduleAt(220) { ys.onNext(3) }
    scheduler.scheduleAt(300) { ys.onCompleted() }
    let res = scheduler.start { Observable.merge(xs, ys) }
    XCTAssertEqual(res.events, [.next(210, 1), .next(220, 3), .next(240, 2), .completed(300)])
    XCTAssertFalse(ys.hasObservers)
  }

  func testConcatOfSubjects() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .completed(250)])
    let ys = scheduler.createHotObservable([.next(240, 2), .next(260, 3), .completed(300)])
    let res = scheduler.start { Observable.concat(xs, ys) }
    XCTAssertEqual(res.events, [.next(210, 1), .next(260, 3), .completed(300)])
    XCTAssertEqual(ys.subscriptions, [Subscription(250, 300)])
  }

  func testMergeWithAnError() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .error(245, testError)])
    let ys = scheduler.createHotObservable([.next(250, 3), .completed(300)])
    let res = scheduler.start { Observable.merge([xs.asObservable(), ys.asObservable()]) }
    XCTAssertEqual(res.events, [.next(210, 1), .error(245, testError)])
    XCTAssertEqual(ys.subscriptions, [Subscription(200, 245)])
  }

  func testMergeOfAStreamOfStreams() {
    let scheduler = TestScheduler(initialClock: 0)
    let inner = scheduler.createColdObservable([.next(10, 1), .completed(100)])
    let xs = scheduler.createHotObservable([
      .next(300, inner), .next(350, inner), .completed(360),
    ])
    let res = scheduler.start { xs.merge() }
    XCTAssertEqual(res.events, [.next(310, 1), .next(360, 1), .completed(450)])
  }

  func testMergeMaxConcurrent() {
    let scheduler = TestScheduler(initialClock: 0)
    let first = scheduler.createColdObservable([.next(50, 1), .completed(140)])
    let second = scheduler.createColdObservable([.next(20, 2), .completed(30)])
    let third = scheduler.createColdObservable([.next(10, 3), .completed(15)])
    let xs = scheduler.createHotObservable([
      .next(210, first), .next(260, second), .next(270, third), .completed(400),
    ])
    let res = scheduler.start { xs.merge(maxConcurrent: 2) }
    XCTAssertEqual(res.events, [.next(260, 1), .next(280, 2), .next(300, 3), .completed(400)])
    XCTAssertEqual(first.subscriptions, [Subscription(210, 350)])
    XCTAssertEqual(second.subscriptions, [Subscription(260, 290)])
    XCTAssertEqual(third.subscriptions, [Subscription(290, 305)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 400)])
  }
}
