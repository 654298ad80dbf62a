import NetTesting
import Stream
import XCTest

struct RetryError: Error {}

class ErrorTests: XCTestCase {
  func testCatch() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .error(230, testError), .next(240, 5)])
    let ys = scheduler.createHotObservable([.next(220, 8), .next(240, 4), .completed(250)])
    let res = scheduler.start { xs.catch { _ in ys.asObservable() } }
    XCTAssertEqual(res.events, [.next(210, 2), .next(240, 4), .completed(250)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230)])
    XCTAssertEqual(ys.subscriptions, [Subscription(230, 250)])
  }

  func testCatchThatThrows() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .error(230, testError)])
    let res = scheduler.start { xs.catch { _ in throw testError1 } }
    XCTAssertEqual(res.events, [.next(210, 2), .error(230, testError1)])
  }

  func testCatchAndReturn() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .error(230, testError)])
    let res = scheduler.start { xs.catchAndReturn(7) }
    XCTAssertEqual(res.events, [.next(210, 2), .next(230, 7), .completed(230)])
  }

  func testCatchOfASequence() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .error(230, testError)])
    let ys = scheduler.createHotObservable([.next(240, 4), .error(250, testError1)])
    let res = scheduler.start {
      Observable.catch(sequence: [xs.asObservable(), ys.asObservable()])
    }
    XCTAssertEqual(res.events, [.next(210, 2), .next(240, 4), .error(250, testError1)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230)])
    XCTAssertEqual(ys.subscriptions, [Subscription(230, 250)])
  }

  func testMapError() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .error(230, testError)])
    let res = scheduler.start { xs.mapError { _ in testError1 } }
    XCTAssertEqual(res.events, [.next(210, 2), .error(230, testError1)])
  }

  func testRetry() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(100, 1), .next(150, 2), .error(250, testError)])
    let res = scheduler.start(disposed: 1100) { xs.retry() }
    XCTAssertEqual(
      res.events,
      [
        .next(300, 1), .next(350, 2), .next(550, 1), .next(600, 2), .next(800, 1), .next(850, 2),
        .next(1050, 1),
      ])
    XCTAssertEqual(
      xs.subscriptions,
      [
        Subscription(200, 450), Subscription(450, 700), Subscription(700, 950),
        Subscription(950, 1100),
      ])
  }

  func testRetryCountsAttempts() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(5, 1), .error(20, testError)])
    let res = scheduler.start { xs.retry(3) }
    XCTAssertEqual(
      res.events, [.next(205, 1), .next(225, 1), .next(245, 1), .error(260, testError)])
    XCTAssertEqual(
      xs.subscriptions, [Subscription(200, 220), Subscription(220, 240), Subscription(240, 260)])
  }

  func testRetryWhenTheNotifierIsSilent() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 2), .error(250, RetryError())])
    let never = scheduler.createHotObservable([.next(150, 1)])
    let res = scheduler.start { xs.retry(when: { (errors: Observable<RetryError>) in never }) }
    XCTAssertEqual(res.events, [.next(210, 2)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 250)])
  }

  func testRetryWhenTheNotifierHasCompletedBeforeTheSourceCompletes() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(150, 1), .next(220, 2), .completed(250)])
    let empty = scheduler.createHotObservable([.next(150, 1), .completed(210)])
    let res = scheduler.start(disposed: 300) {
      xs.retry(when: { (errors: Observable<RetryError>) in empty })
    }
    XCTAssertEqual(res.events, [.next(220, 2), .completed(250)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 250)])
  }

  func testRetryWhenTheNotifierCompletesAtTheTimeOfTheError() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .error(30, RetryError())])
    let empty = scheduler.createHotObservable([.next(150, 1), .completed(230)])
    let res = scheduler.start { xs.retry(when: { (errors: Observable<RetryError>) in empty }) }
    XCTAssertEqual(res.events, [.next(210, 1), .next(220, 2), .completed(230)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230)])
  }

  func testRetryWhenTheNotifierCompletesDuringTheSecondAttempt() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(10, 1), .error(30, RetryError())])
    let res = scheduler.start {
      xs.retry(when: { (errors: Observable<RetryError>) in errors.take(1) })
    }
    XCTAssertEqual(res.events, [.next(210, 1), .next(240, 1), .completed(260)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230), Subscription(230, 260)])
  }

  func testRetryWhenTheNotifierCompletes() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(10, 1), .error(30, RetryError())])
    let res = scheduler.start(disposed: 300) {
      xs.retry { (errors: Observable<RetryError>) in
        errors.scan(0) { count, _ in count + 1 }.take(while: { $0 < 2 })
      }
    }
    XCTAssertEqual(res.events, [.next(210, 1), .next(240, 1), .completed(260)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230), Subscription(230, 260)])
  }

  func testRetryWhenTheNotifierFails() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(10, 1), .error(30, RetryError())])
    let res = scheduler.start(disposed: 300) {
      xs.retry(when: { (errors: Observable<Error>) in
        errors.scan(0) { count, _ throws -> Int in
          if count == 1 { throw testError1 }
          return count + 1
        }
      })
    }
    XCTAssertEqual(res.events, [.next(210, 1), .next(240, 1), .error(260, testError1)])
  }

  func testRetryWhenWithABackOff() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(5, 1), .error(10, RetryError())])
    let res = scheduler.start(disposed: 800) {
      xs.retry(when: { (errors: Observable<Error>) in
        errors.scan((0, nil as Error?)) { state, error in (state.0 + 1, error) }
          .flatMap { attempt, error -> Observable<Int64> in
            if attempt >= 4, let error = error { return Observable.error(error) }
            return Observable<Int64>.timer(.seconds(attempt * 50), scheduler: scheduler)
          }
      })
    }
    XCTAssertEqual(
      res.events,
      [.next(205, 1), .next(265, 1), .next(375, 1), .next(535, 1), .error(540, RetryError())])
    XCTAssertEqual(
      xs.subscriptions,
      [
        Subscription(200, 210), Subscription(260, 270), Subscription(370, 380),
        Subscription(530, 540),
      ])
  }

  func testRetryWhenTheErrorIsOfAnotherType() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(5, 1), .error(10, testError)])
    let res = scheduler.start(disposed: 800) {
      xs.retry(when: { (errors: Observable<RetryError>) in errors })
    }
    XCTAssertEqual(res.events, [.next(205, 1), .error(210, testError)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 210)])
  }

  func testRetryWhenTheErrorIsOfAnotherTypeAndTheNotifierIgnoresErrors() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createColdObservable([.next(5, 1), .error(10, testError)])
    let res = scheduler.start {
      xs.retry(when: { (_: Observable<RetryError>) in Observable<Int>.never() })
    }
    XCTAssertEqual(res.events, [.next(205, 1), .error(210, testError)])
  }
}
