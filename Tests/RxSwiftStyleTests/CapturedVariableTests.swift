import NetTesting
import Stream
import TestSupport
import XCTest

/// Closures that change captured variables: language mode 5 warns about them and compiles them.
class CapturedVariableTests: XCTestCase {
  func testCapturedVariables() {
    let disposeBag = DisposeBag()
    var values: [Int] = []
    var isCompleted = false
    var subscription: Disposable?
    let subject = PublishSubject<Int>()
    subscription =
      subject
      .map { $0 * 2 }
      .subscribe(
        onNext: { values.append($0) },
        onCompleted: { isCompleted = true })
    subscription?.disposed(by: disposeBag)
    subject.onNext(1)
    subject.onNext(2)
    subject.onCompleted()
    XCTAssertEqual(values, [2, 4])
    XCTAssertTrue(isCompleted)
    subscription = nil
  }

  func testADependentSubscriptionInVirtualTime() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .next(320, 2), .next(550, 3)])
    var shared: Observable<Int>! = nil
    var subscription1: Disposable! = nil
    let res1 = scheduler.createObserver(Int.self)
    scheduler.scheduleAt(TestScheduler.Defaults.created) { shared = xs.share() }
    scheduler.scheduleAt(200) { subscription1 = shared.subscribe(res1) }
    scheduler.scheduleAt(350) { subscription1.dispose() }
    scheduler.start()
    XCTAssertEqual(res1.events, [.next(210, 1), .next(320, 2)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 350)])
  }

  func testSubscribeOnRecordsItsTimes() {
    let scheduler = TestScheduler(initialClock: 0)
    var scheduled = 0
    var disposed = 0
    let xs: Observable<Int> = Observable.create { _ in
      scheduled = scheduler.clock
      return Disposables.create { disposed = scheduler.clock }
    }
    let res = scheduler.start { xs.subscribe(on: scheduler) }
    XCTAssertEqual(res.events, [])
    XCTAssertEqual(scheduled, 201)
    // One tick later in RxSwift, which also disposes on the scheduler.
    XCTAssertEqual(disposed, 1000)
  }

  func testDoOn() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(220, 3), .error(250, testError),
    ])
    var count = 0
    var sum = 0
    var seen: Error?
    var order: [String] = []
    let res = scheduler.start {
      xs.do(
        onNext: { value in
          count += 1
          sum += value
        },
        afterNext: { _ in order.append("after") },
        onError: { seen = $0 },
        onSubscribe: { order.append("subscribe") },
        onSubscribed: { order.append("subscribed") },
        onDispose: { order.append("dispose") })
    }
    XCTAssertEqual(res.events, [.next(210, 2), .next(220, 3), .error(250, testError)])
    XCTAssertEqual(count, 2)
    XCTAssertEqual(sum, 5)
    XCTAssertEqual(seen as? TestError, testError)
    XCTAssertEqual(order, ["subscribe", "subscribed", "after", "after", "dispose"])
  }

  func testRetryOfASourceThatCounts() {
    var count = 1
    let flaky: Observable<Int> = Observable.create { observer in
      observer.on(.next(0))
      if count < 2 {
        observer.on(.error(testError))
        count += 1
      }
      observer.on(.next(1))
      observer.on(.completed)
      return Disposables.create()
    }
    var values: [Int] = []
    _ = flaky.retry().subscribe { n in
      if case .next(let value) = n { values.append(value) }
    }
    XCTAssertEqual(values, [0, 0, 1])
  }

  func testDisposables() {
    var log: [String] = []
    let serial = SerialDisposable()
    serial.disposable = Disposables.create { log.append("first") }
    serial.disposable = Disposables.create(with: { log.append("second") })
    serial.dispose()
    XCTAssertTrue(serial.isDisposed)
    let composite = CompositeDisposable(
      Disposables.create { log.append("a") }, Disposables.create { log.append("b") })
    let key = composite.insert(Disposables.create { log.append("c") })
    XCTAssertEqual(composite.count, 3)
    composite.remove(for: key!)
    composite.dispose()
    Disposables.create(Disposables.create(), Disposables.create { log.append("d") }).dispose()
    Disposables.create([Disposables.create { log.append("e") }]).dispose()
    var bag: DisposeBag! = DisposeBag()
    bag.insert(Disposables.create { log.append("f") })
    bag.insert(Disposables.create { log.append("g") }, Disposables.create { log.append("h") })
    Disposables.create { log.append("i") }.disposed(by: bag)
    bag = nil
    XCTAssertEqual(log, ["first", "second", "c", "a", "b", "d", "e", "f", "g", "h", "i"])
  }

  func testSchedulersByTheirTypeNames() {
    let done = expectation(description: "done")
    let scheduler: SchedulerType = SerialDispatchQueueScheduler(qos: .background)
    var thread: String?
    _ = Observable.of(1, 2)
      .subscribe(on: ConcurrentDispatchQueueScheduler(qos: .background))
      .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "names"))
      .observe(on: scheduler)
      .observe(on: MainScheduler.asyncInstance)
      .observe(on: CurrentThreadScheduler.instance)
      .observe(on: MainScheduler.instance)
      .subscribe(onCompleted: {
        thread = "main"
        done.fulfill()
      })
    wait(for: [done], timeout: .patience)
    XCTAssertEqual(thread, "main")
  }
}
