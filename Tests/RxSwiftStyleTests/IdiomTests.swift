import Foundation
import NetTesting
import Stream
import XCTest

/// Custom operators, composed of others.
extension ObservableType where Element == Int {
  func doubled() -> Observable<Int> { asObservable().map { $0 * 2 } }

  func every(_ divisor: Int) -> Observable<Element> {
    return Observable.create { observer in
      let subscription = self.subscribe { event in
        switch event {
        case .next(let value):
          if value % divisor == 0 { observer.on(.next(value)) }
        case .error(let error):
          observer.on(.error(error))
        case .completed:
          observer.on(.completed)
        }
      }
      return subscription
    }
  }
}

/// A typical view model.
final class SearchViewModel {
  let query = PublishSubject<String>()
  let results: Observable<[String]>
  private(set) var latest: [String] = []
  private let disposeBag = DisposeBag()

  init(search: @escaping @Sendable (String) -> Single<[String]>, scheduler: SchedulerType) {
    results =
      query
      .debounce(.seconds(10), scheduler: scheduler)
      .distinctUntilChanged()
      .flatMapLatest { text in search(text).catchAndReturn([]) }
      .share(replay: 1)
    results
      .subscribe(onNext: { [weak self] found in self?.latest = found })
      .disposed(by: disposeBag)
  }
}

class IdiomTests: XCTestCase {
  func testCustomOperators() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
    let res = scheduler.start { xs.doubled().every(4) }
    XCTAssertEqual(res.events, [.next(220, 4), .completed(230)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 230)])
  }

  func testAViewModel() {
    let scheduler = TestScheduler(initialClock: 0)
    let model = SearchViewModel(
      search: { text in text == "bad" ? .error(testError) : Single.just([text, text + "!"]) },
      scheduler: scheduler)
    scheduler.scheduleAt(10) { model.query.onNext("s") }
    scheduler.scheduleAt(15) { model.query.onNext("sw") }
    scheduler.scheduleAt(40) { model.query.onNext("bad") }
    let observer = scheduler.createObserver([String].self)
    let disposeBag = DisposeBag()
    model.results.subscribe(observer).disposed(by: disposeBag)
    scheduler.start()
    XCTAssertEqual(observer.events, [.next(25, ["sw", "sw!"]), .next(50, [])])
    XCTAssertEqual(model.latest, [])
  }

  func testKeyPathsAndReferencesToFunctions() {
    let scheduler = TestScheduler(initialClock: 0)
    let observer = scheduler.createObserver(String.self)
    let subject = PublishSubject<String>()
    _ = subject.subscribe(observer)
    _ = Observable.of("a", "bb").map(\.count).map(String.init).subscribe(onNext: subject.onNext)
    XCTAssertEqual(observer.events, [.next(0, "1"), .next(0, "2")])
  }

  func testVoidElements() {
    let scheduler = TestScheduler(initialClock: 0)
    let taps = PublishSubject<Void>()
    let observer = scheduler.createObserver(Int.self)
    _ = taps.scan(0) { count, _ in count + 1 }.subscribe(observer)
    taps.onNext(())
    taps.onNext()
    XCTAssertEqual(observer.events, [.next(0, 1), .next(0, 2)])
  }

  func testSequencesSendAllElementsAtOnce() {
    let scheduler = TestScheduler(initialClock: 0)
    let res = scheduler.start {
      Observable.combineLatest(Observable.of(1, 2), Observable.of("a", "b")) { "\($0)\($1)" }
    }
    // RxSwift begins with 1a; see the decision on names from RxSwift.
    XCTAssertEqual(res.events.map(\.value), [.next("2a"), .next("2b"), .completed])
  }

  func testSequencesOnTheCurrentThreadSchedulerInterleave() {
    let scheduler = TestScheduler(initialClock: 0)
    let line = CurrentThreadScheduler.instance
    let res = scheduler.start {
      Observable.combineLatest(
        Observable.of(1, 2, scheduler: line), Observable.of("a", "b", scheduler: line)
      ) { "\($0)\($1)" }.subscribe(on: line)
    }
    XCTAssertEqual(res.events.map(\.value), [.next("1a"), .next("2a"), .next("2b"), .completed])
  }
}
