import NetTesting
import Stream
import XCTest

/// The samples of the landing page of Stream and of "Coming from RxSwift".
final class StreamGuideTests: XCTestCase {
  func testTheFrontPage() async {
    let shown = Captured<String>()
    let print: @Sendable (String) -> Void = shown.set
    // snippet: stream
    let bag = DisposeBag()
    let prices = PublishSubject<Double>()

    prices
      .filter { $0 > 0 }
      .map { "\($0) €" }
      .subscribe(onMain: { print($0) })
      .disposed(by: bag)

    prices.onNext(9.5)
    // snippet.end
    let first = await shown.next()
    XCTAssertEqual(first, "9.5 €")
  }

  func testATestAsInRxTest() {
    // snippet: rxtest
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .completed(300)])
    let res = scheduler.start { xs.map { $0 * 10 } }
    XCTAssertEqual(res.events, [.next(210, 20), .completed(300)])
    XCTAssertEqual(xs.subscriptions, [Subscription(200, 300)])
    // snippet.end
  }
}
