import NetTesting
import Stream
import XCTest

class SubjectTests: XCTestCase {
  func testPublishSubject() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(70, 1), .next(220, 2), .next(340, 3), .completed(500)])
    let subject: PublishSubject<Int> = PublishSubject()
    let early = scheduler.createObserver(Int.self)
    let late = scheduler.createObserver(Int.self)
    let subscription = SerialDisposable()
    scheduler.scheduleAt(100) { subscription.disposable = xs.subscribe(subject) }
    scheduler.scheduleAt(200) { _ = subject.subscribe(early) }
    scheduler.scheduleAt(600) { _ = subject.subscribe(late) }
    scheduler.start()
    XCTAssertEqual(early.events, [.next(220, 2), .next(340, 3), .completed(500)])
    XCTAssertEqual(late.events, [.completed(600)])
    XCTAssertFalse(subject.hasObservers)
  }

  func testBehaviorSubject() throws {
    let scheduler = TestScheduler(initialClock: 0)
    let observer = scheduler.createObserver(Int.self)
    let subject = BehaviorSubject(value: 42)
    let subscription = subject.subscribe(observer)
    subject.on(.next(43))
    XCTAssertEqual(try subject.value(), 43)
    subject.on(.error(testError))
    XCTAssertThrowsError(try subject.value())
    XCTAssertEqual(observer.events, [.next(0, 42), .next(0, 43), .error(0, testError)])
    subscription.dispose()
  }

  func testReplaySubject() {
    let scheduler = TestScheduler(initialClock: 0)
    let subject = ReplaySubject<Int>.create(bufferSize: 2)
    for number in 1...4 { subject.onNext(number) }
    subject.onCompleted()
    let observer = scheduler.createObserver(Int.self)
    _ = subject.subscribe(observer)
    XCTAssertEqual(observer.events, [.next(0, 3), .next(0, 4), .completed(0)])
    let all = ReplaySubject<Int>.createUnbounded()
    for number in 1...4 { all.onNext(number) }
    let second = scheduler.createObserver(Int.self)
    _ = all.subscribe(second)
    XCTAssertEqual(second.events.count, 4)
  }

  func testAnyObserver() {
    let subject = PublishSubject<String>()
    let scheduler = TestScheduler(initialClock: 0)
    let observer = scheduler.createObserver(String.self)
    _ = subject.asObservable().subscribe(observer)
    let sending: AnyObserver<String> = subject.asObserver()
    sending.onNext("a")
    AnyObserver<String>(eventHandler: { subject.on($0) }).onNext("b")
    XCTAssertEqual(observer.events, [.next(0, "a"), .next(0, "b")])
  }
}

class SingleTests: XCTestCase {
  func testSingleCreate() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start {
      Single<Int>.create { single in
        single(.success(1))
        single(.success(2))
        single(.failure(testError))
        return Disposables.create()
      }.asObservable()
    }
    XCTAssertEqual(res.events, [.next(200, 1), .completed(200)])
  }

  func testSingleOperators() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start {
      Single<Int>.timer(.seconds(10), scheduler: scheduler)
        .map { $0 + 1 }
        .flatMap { Single.just("\($0)") }
        .do(onSuccess: { _ in }, onError: { _ in }, onSubscribe: {}, onDispose: {})
        .delay(.seconds(5), scheduler: scheduler)
        .timeout(.seconds(60), scheduler: scheduler)
        .retry(2)
        .catchAndReturn("-")
        .asObservable()
    }
    XCTAssertEqual(res.events, [.next(215, "1"), .completed(215)])
  }

  func testSingleFailure() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start {
      Single<Int>.error(testError).catch { _ in Single<Int>.error(testError1) }.asObservable()
    }
    XCTAssertEqual(res.events, [.error(200, testError1)])
  }

  func testSingleZip() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start {
      Single.zip(Single.just(1), Single.just(2), resultSelector: { $0 + $1 }).asObservable()
    }
    XCTAssertEqual(res.events, [.next(200, 3), .completed(200)])
    let other = TestScheduler(initialClock: 0)
    let three = other.start {
      Single.zip(Single.just(1), Single.just("a"), Single.just(true)) { "\($0)\($1)\($2)" }.asObservable()
    }
    XCTAssertEqual(three.events, [.next(200, "1atrue"), .completed(200)])
    let third = TestScheduler(initialClock: 0)
    let all = third.start { Single.zip([Single.just(1), Single.just(2)]).asObservable() }
    XCTAssertEqual(all.events, [.next(200, [1, 2]), .completed(200)])
  }

  func testSingleOnSchedulers() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start {
      Single.deferred { Single.just(scheduler.clock) }
        .subscribe(on: scheduler).observe(on: scheduler).asObservable()
    }
    XCTAssertEqual(res.events, [.next(202, 201), .completed(202)])
  }
}
