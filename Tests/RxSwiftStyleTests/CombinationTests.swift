import NetTesting
import Stream
import XCTest

class CombinationTests: XCTestCase {
  func testZip() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.next(150, 0), .next(210, 1), .next(240, 2), .completed(250)])
    let e1 = scheduler.createHotObservable([.next(220, 10), .next(230, 20), .completed(300)])
    let res = scheduler.start { Observable.zip(e0, e1) { $0 + $1 } }
    XCTAssertEqual(res.events, [.next(220, 11), .next(240, 22), .completed(300)])
    XCTAssertEqual(e0.subscriptions, [Subscription(200, 250)])
    XCTAssertEqual(e1.subscriptions, [Subscription(200, 300)])
  }

  func testZipOfAnEmptyAndANeverEndingStream() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.completed(210, Int.self)])
    let e1 = scheduler.createHotObservable([.next(150, 0)])
    let res = scheduler.start { Observable.zip(e0, e1) { $0 + $1 } }
    XCTAssertEqual(res.events, [])
    XCTAssertEqual(e0.subscriptions, [Subscription(200, 210)])
    XCTAssertEqual(e1.subscriptions, [Subscription(200, 1000)])
  }

  func testZipOfAnEmptyStreamAndAnElement() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.completed(210, Int.self)])
    let e1 = scheduler.createHotObservable([.next(215, 2), .completed(220)])
    let res = scheduler.start { Observable.zip(e0, e1) { $0 + $1 } }
    XCTAssertEqual(res.events, [.completed(215)])
    XCTAssertEqual(e1.subscriptions, [Subscription(200, 215)])
  }

  func testZipOfThreeAndFour() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.next(210, 1), .completed(400)])
    let e1 = scheduler.createHotObservable([.next(220, 2), .completed(400)])
    let e2 = scheduler.createHotObservable([.next(230, 3), .completed(400)])
    let three = scheduler.createObserver(Int.self)
    let four = scheduler.createObserver(Int.self)
    let subject = PublishSubject<Int>()
    _ = Observable.zip(e0, e1, e2) { $0 + $1 + $2 }.subscribe(three)
    _ = Observable.zip(e0, e1, e2, subject) { $0 + $1 + $2 + $3 }.subscribe(four)
    scheduler.scheduleAt(240) { subject.onNext(4) }
    scheduler.start()
    XCTAssertEqual(three.events, [.next(230, 6), .completed(400)])
    XCTAssertEqual(four.events, [.next(240, 10)])
  }

  func testZipWithAnError() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.next(210, 1), .completed(400)])
    let e1 = scheduler.createHotObservable([.error(220, testError, Int.self)])
    let res = scheduler.start { Observable.zip(e0, e1) { $0 + $1 } }
    XCTAssertEqual(res.events, [.error(220, testError)])
    XCTAssertEqual(e0.subscriptions, [Subscription(200, 220)])
  }

  func testZipWithoutASelector() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.next(210, 1), .completed(400)])
    let e1 = scheduler.createHotObservable([.next(220, "a"), .completed(400)])
    let res = scheduler.start { Observable.zip(e0, e1).map { "\($0)\($1)" } }
    XCTAssertEqual(res.events, [.next(220, "1a"), .completed(400)])
  }

  func testZipOfACollection() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.next(210, 1), .next(230, 2), .completed(400)])
    let e1 = scheduler.createHotObservable([.next(220, 10), .next(240, 20), .completed(420)])
    let res = scheduler.start {
      Observable<Int>.zip([e0, e1].map { $0.asObservable() }) { $0.reduce(0, +) }
    }
    XCTAssertEqual(res.events, [.next(220, 11), .next(240, 22), .completed(420)])
  }

  func testCombineLatest() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.next(150, 0), .next(210, 1), .next(240, 2), .completed(250)])
    let e1 = scheduler.createHotObservable([.next(220, 10), .next(260, 20), .completed(300)])
    let res = scheduler.start { Observable.combineLatest(e0, e1) { $0 + $1 } }
    XCTAssertEqual(
      res.events, [.next(220, 11), .next(240, 12), .next(260, 22), .completed(300)])
    XCTAssertEqual(e0.subscriptions, [Subscription(200, 250)])
    XCTAssertEqual(e1.subscriptions, [Subscription(200, 300)])
  }

  func testCombineLatestOfAnEmptyStream() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.completed(210, Int.self)])
    let e1 = scheduler.createHotObservable([.next(215, 2), .completed(220)])
    let res = scheduler.start { Observable.combineLatest(e0, e1) { $0 + $1 } }
    XCTAssertEqual(res.events, [.completed(215)])
    XCTAssertEqual(e0.subscriptions, [Subscription(200, 210)])
    XCTAssertEqual(e1.subscriptions, [Subscription(200, 215)])
  }

  func testCombineLatestOfSubjects() {
    let disposeBag = DisposeBag()
    let scheduler = TestScheduler(initialClock: 0)
    let observer = scheduler.createObserver(String.self)
    let name = BehaviorSubject(value: "a")
    let age = PublishSubject<Int>()
    let isKnown = BehaviorSubject(value: true)
    let size = BehaviorSubject(value: 1.5)
    Observable.combineLatest(name, age, isKnown, size)
      .map { "\($0) \($1) \($2) \($3)" }
      .subscribe(observer)
      .disposed(by: disposeBag)
    age.onNext(7)
    isKnown.onNext(false)
    XCTAssertEqual(observer.events, [.next(0, "a 7 true 1.5"), .next(0, "a 7 false 1.5")])
  }

  func testCombineLatestOfThreeWithAClosureThatThrows() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.next(210, 1), .completed(400)])
    let e1 = scheduler.createHotObservable([.next(220, 2), .completed(400)])
    let e2 = scheduler.createHotObservable([.next(230, 3), .completed(400)])
    let res = scheduler.start {
      Observable.combineLatest(e0, e1, e2) { _, _, _ throws -> Int in throw testError }
    }
    XCTAssertEqual(res.events, [.error(230, testError)])
    XCTAssertEqual(e0.subscriptions, [Subscription(200, 230)])
  }

  func testCombineLatestOfACollection() {
    let scheduler = TestScheduler(initialClock: 0)
    let e0 = scheduler.createHotObservable([.next(210, 1), .completed(400)])
    let e1 = scheduler.createHotObservable([.next(220, 10), .next(240, 20), .completed(420)])
    let res = scheduler.start { Observable<Int>.combineLatest([e0, e1]) { $0.reduce(0, +) } }
    XCTAssertEqual(res.events, [.next(220, 11), .next(240, 21), .completed(420)])
  }

  func testWithLatestFrom() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(180, 1), .next(250, 2), .next(260, 3), .next(340, 4), .completed(590),
    ])
    let ys = scheduler.createHotObservable([.next(255, "b"), .next(330, "c"), .completed(400)])
    let res = scheduler.start { xs.withLatestFrom(ys) { x, y in "\(x)\(y)" } }
    XCTAssertEqual(res.events, [.next(260, "3b"), .next(340, "4c"), .completed(590)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 590)])
    XCTAssertEqual(ys.subscriptions, [Subscription(200, 400)])
  }

  func testWithLatestFromWithoutASelector() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(260, 3), .completed(390)])
    let ys = scheduler.createHotObservable([.next(255, "b"), .error(300, testError)])
    let res = scheduler.start { xs.withLatestFrom(ys) }
    XCTAssertEqual(res.events, [.next(260, "b"), .error(300, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 300)])
  }
}
