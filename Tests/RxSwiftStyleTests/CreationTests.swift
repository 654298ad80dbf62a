import NetTesting
import Stream
import XCTest

class CreationTests: XCTestCase {
  func testJust() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable.just(42) }
    XCTAssertEqual(res.events, [.next(200, 42), .completed(200)])
  }

  func testJustOnAScheduler() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable.just(42, scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(201, 42), .completed(202)])
  }

  func testJustOnASchedulerDisposedBeforeItRuns() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start(disposed: 200) { Observable.just(42, scheduler: scheduler) }
    XCTAssertEqual(res.events, [])
  }

  func testOfOnAScheduler() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable.of(3, 1, 2, scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(201, 3), .next(202, 1), .next(203, 2), .completed(204)])
  }

  func testFromArray() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable.from([3, 1, 2]) }
    XCTAssertEqual(res.events, [.next(200, 3), .next(200, 1), .next(200, 2), .completed(200)])
  }

  func testFromArrayOnASchedulerDisposedHalfWay() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start(disposed: 203) { Observable.from([3, 1, 2, 4], scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(201, 3), .next(202, 1)])
  }

  func testFromOptional() {
    let scheduler = TestScheduler(initialClock: 0)
    let some = scheduler.start { Observable.from(optional: 5 as Int?) }
    XCTAssertEqual(some.events, [.next(200, 5), .completed(200)])
  }

  func testFromOptionalOnAScheduler() {
    let scheduler = TestScheduler(initialClock: 0)
    let some = scheduler.start { Observable.from(optional: 5 as Int?, scheduler: scheduler) }
    XCTAssertEqual(some.events, [.next(201, 5), .completed(202)])
    let other = TestScheduler(initialClock: 0)
    let none = other.start { Observable.from(optional: nil as Int?, scheduler: other) }
    XCTAssertEqual(none.events, [.completed(201)])
  }

  func testEmptyErrorNever() {
    let scheduler = TestScheduler(initialClock: 0)
    XCTAssertEqual(scheduler.start { Observable<Int>.empty() }.events, [.completed(200)])
    let failing = TestScheduler(initialClock: 0)
    XCTAssertEqual(failing.start { Observable<Int>.error(testError) }.events, [.error(200, testError)])
    let silent = TestScheduler(initialClock: 0)
    XCTAssertEqual(silent.start { Observable<Int>.never() }.events, [])
  }

  func testCreate() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start {
      Observable<Int>.create { observer in
        observer.on(.next(1))
        observer.onNext(2)
        observer.on(.completed)
        observer.onNext(3)
        observer.onError(testError)
        return Disposables.create()
      }
    }
    XCTAssertEqual(res.events, [.next(200, 1), .next(200, 2), .completed(200)])
  }

  func testCreateSendsNothingAfterItsDisposal() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start(disposed: 250) {
      Observable<Int>.create { observer in
        scheduler.scheduleAt(210) { observer.onNext(1) }
        scheduler.scheduleAt(249) { observer.onNext(2) }
        scheduler.scheduleAt(251) { observer.onNext(3) }
        return Disposables.create()
      }
    }
    XCTAssertEqual(res.events, [.next(210, 1), .next(249, 2)])
  }

  func testDeferred() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start {
      Observable<Int>.deferred {
        scheduler.createColdObservable([.next(100, scheduler.clock), .completed(200)]).asObservable()
      }
    }
    XCTAssertEqual(res.events, [.next(300, 200), .completed(400)])
  }

  func testDeferredThatThrows() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable<Int>.deferred { throw testError } }
    XCTAssertEqual(res.events, [.error(200, testError)])
  }

  func testTimer() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable<Int>.timer(.seconds(100), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(300, 0), .completed(300)])
  }

  func testTimerOfZero() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable<Int>.timer(.seconds(0), scheduler: scheduler) }
    XCTAssertEqual(res.events, [.next(201, 0), .completed(201)])
  }

  func testTimerWithAPeriod() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start(disposed: 420) {
      Observable<Int64>.timer(.seconds(60), period: .seconds(70), scheduler: scheduler)
    }
    XCTAssertEqual(res.events, [.next(260, 0), .next(330, 1), .next(400, 2)])
  }

  func testTimerOfZeroWithAPeriod() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start(disposed: 450) {
      Observable<Int>.timer(.seconds(0), period: .seconds(100), scheduler: scheduler)
    }
    XCTAssertEqual(res.events, [.next(201, 0), .next(301, 1), .next(401, 2)])
  }

  func testInterval() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable<Int64>.interval(.seconds(150), scheduler: scheduler) }
    XCTAssertEqual(
      res.events, [.next(350, 0), .next(500, 1), .next(650, 2), .next(800, 3), .next(950, 4)])
  }

  func testIntervalOfZeroTakesOneTickEach() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start(disposed: 205) {
      Observable<Int64>.interval(.seconds(0), scheduler: scheduler)
    }
    XCTAssertEqual(res.events, [.next(201, 0), .next(202, 1), .next(203, 2), .next(204, 3)])
  }

  func testIntervalLongerThanTheTest() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start { Observable<Int64>.interval(.seconds(1000), scheduler: scheduler) }
    XCTAssertEqual(res.events, [])
  }
}

class TestSchedulerTests: XCTestCase {
  func testTheClockStartsAtItsInitialValue() {
    let scheduler = TestScheduler(initialClock: 50)
    XCTAssertEqual(scheduler.clock, 50)
    let xs = scheduler.createColdObservable([.next(10, 1)])
    let observer = scheduler.createObserver(Int.self)
    _ = xs.subscribe(observer)
    scheduler.start()
    XCTAssertEqual(observer.events, [.next(60, 1)])
  }

  func testAnActionScheduledForNowRunsOneTickLater() {
    let scheduler = TestScheduler(initialClock: 0)
    let times = scheduler.createObserver(String.self)
    scheduler.scheduleAt(200) {
      times.onNext("at 200")
      scheduler.schedule { times.onNext("now") }
      scheduler.scheduleAt(150) { times.onNext("in the past") }
    }
    scheduler.start()
    XCTAssertEqual(times.events, [.next(200, "at 200"), .next(201, "now"), .next(201, "in the past")])
  }

  func testTheProcessingDelayCanBeSwitchedOff() {
    let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    let res = scheduler.start { Observable.just(1).observe(on: scheduler) }
    XCTAssertEqual(res.events, [.next(200, 1), .completed(200)])
  }
}
