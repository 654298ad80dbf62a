import NetTesting
import Stream
import XCTest

class TransformationTests: XCTestCase {
  func testMap() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(220, 3), .completed(300),
    ])
    let res = scheduler.start { xs.map { $0 * 10 } }
    XCTAssertEqual(res.events, [.next(210, 20), .next(220, 30), .completed(300)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 300)])
  }

  func testMapThatThrows() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .next(220, 3), .completed(300)])
    let res = scheduler.start {
      xs.map { x throws -> Int in if x == 3 { throw testError } else { return x } }
    }
    XCTAssertEqual(res.events, [.next(210, 2), .error(220, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 220)])
  }

  func testCompactMap() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(210, "1"), .next(220, "x"), .next(230, "3"), .completed(240),
    ])
    let res = scheduler.start { xs.compactMap { Int($0) } }
    XCTAssertEqual(res.events, [.next(210, 1), .next(230, 3), .completed(240)])
  }

  func testFilter() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(150, 2), .next(210, 3), .next(220, 4), .error(230, testError),
    ])
    let res = scheduler.start { xs.filter { $0 % 2 == 0 } }
    XCTAssertEqual(res.events, [.next(220, 4), .error(230, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230)])
  }

  func testScan() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .next(220, 3), .completed(250)])
    let res = scheduler.start { xs.scan(42) { $0 + $1 } }
    XCTAssertEqual(res.events, [.next(210, 44), .next(220, 47), .completed(250)])
  }

  func testScanWithAnOperatorAndInto() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .next(220, 3), .completed(250)])
    let res = scheduler.start { xs.scan(1, accumulator: +) }
    XCTAssertEqual(res.events, [.next(210, 3), .next(220, 6), .completed(250)])
    let other = TestScheduler(initialClock: 0)
    let ys = other.createHotObservable([.next(210, 2), .next(220, 3), .completed(250)])
    let into = other.start { ys.scan(into: [Int]()) { $0.append($1) } }
    XCTAssertEqual(into.events, [.next(210, [2]), .next(220, [2, 3]), .completed(250)])
  }

  func testReduce() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(220, 3), .completed(260),
    ])
    let res = scheduler.start { xs.reduce(42, accumulator: +) }
    XCTAssertEqual(res.events, [.next(260, 47), .completed(260)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 260)])
  }

  func testReduceWithAResult() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .completed(260)])
    let res = scheduler.start { xs.reduce(1, accumulator: +, mapResult: { "\($0)" }) }
    XCTAssertEqual(res.events, [.next(260, "3"), .completed(260)])
  }

  func testToArray() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .next(220, 3), .completed(260)])
    let res = scheduler.start { xs.toArray().asObservable() }
    XCTAssertEqual(res.events, [.next(260, [2, 3]), .completed(260)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 260)])
  }

  func testDistinctUntilChanged() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(210, 2), .next(215, 3), .next(220, 3), .next(225, 2), .next(230, 2), .completed(250),
    ])
    let res = scheduler.start { xs.distinctUntilChanged() }
    XCTAssertEqual(res.events, [.next(210, 2), .next(215, 3), .next(225, 2), .completed(250)])
  }

  func testDistinctUntilChangedByKeyAndComparer() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(210, 2), .next(215, 4), .next(220, 3), .next(225, 5), .completed(250),
    ])
    let res = scheduler.start { xs.distinctUntilChanged { $0 % 2 } }
    XCTAssertEqual(res.events, [.next(210, 2), .next(220, 3), .completed(250)])

    let other = TestScheduler(initialClock: 0)
    let ys = other.createHotObservable([.next(210, 2), .next(215, 4), .completed(250)])
    let all = other.start { ys.distinctUntilChanged { _, _ in true } }
    XCTAssertEqual(all.events, [.next(210, 2), .completed(250)])

    let third = TestScheduler(initialClock: 0)
    let zs = third.createHotObservable([.next(210, "a"), .next(215, "b"), .next(220, "cc")])
    let counts = third.start { zs.distinctUntilChanged(at: \.count) }
    XCTAssertEqual(counts.events, [.next(210, "a"), .next(220, "cc")])
  }

  func testStartWith() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(220, 2), .completed(250)])
    let res = scheduler.start { xs.startWith(1, 7) }
    XCTAssertEqual(res.events, [.next(200, 1), .next(200, 7), .next(220, 2), .completed(250)])
  }

  func testIfEmptyDefault() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.completed(201, Int.self)])
    let res = scheduler.start { xs.ifEmpty(default: 5) }
    XCTAssertEqual(res.events, [.next(201, 5), .completed(201)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 201)])
  }

  func testIfEmptySwitchTo() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.completed(210, Int.self)])
    let ys = scheduler.createColdObservable([.next(10, 4), .completed(20)])
    let res = scheduler.start { xs.ifEmpty(switchTo: ys.asObservable()) }
    XCTAssertEqual(res.events, [.next(220, 4), .completed(230)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 210)])
    XCTAssertEqual(ys.subscriptions, [Subscription(210, 230)])
  }

  func testIfEmptyOfAStreamWithElements() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(205, 1), .completed(210)])
    let ys = scheduler.createColdObservable([.next(10, 4), .completed(20)])
    let res = scheduler.start { xs.ifEmpty(switchTo: ys.asObservable()) }
    XCTAssertEqual(res.events, [.next(205, 1), .completed(210)])
    XCTAssertEqual(ys.subscriptions, [])
  }
}
