import Stream
import TestSupport
import XCTest

final class DoMainTests: XCTestCase {
  @MainActor private final class Screen {
    var log: [String] = []
  }

  func testClosuresRunOnTheMainActorInOrder() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Observable.of("a", "b").observe(on: SerialDispatchQueueScheduler())
      .do(
        onMain: { screen.log.append($0) }, onCompleted: { screen.log.append("completed") },
        onSubscribe: { screen.log.append("subscribe") },
        onDispose: {
          screen.log.append("dispose")
          done.fulfill()
        }
      )
      .subscribe(onMain: { screen.log.append("got \($0)") })
    await fulfillment(of: [done], timeout: .patience)
    let log = await screen.log
    XCTAssertEqual(log.first, "subscribe")
    XCTAssertEqual(log.last, "dispose")
    XCTAssertEqual(
      log.filter { !$0.hasPrefix("got") }, ["subscribe", "a", "b", "completed", "dispose"])
    subscription.dispose()
  }

  func testClosuresOfASingleRunOnTheMainActorInOrder() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Single.just("a")
      .do(
        onMain: { screen.log.append($0) }, onSubscribe: { screen.log.append("subscribe") },
        onDispose: {
          screen.log.append("dispose")
          done.fulfill()
        }
      )
      .subscribe()
    await fulfillment(of: [done], timeout: .patience)
    let log = await screen.log
    XCTAssertEqual(log, ["subscribe", "a", "dispose"])
    subscription.dispose()
  }

  func testAFailureReachesTheClosureAndTheObserver() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Single<String>.error(Boom())
      .do(onMain: { _ in XCTFail("succeeded") }, onError: { screen.log.append("\($0)") })
      .subscribe(onMain: { _ in XCTFail("succeeded") }, onFailure: { _ in done.fulfill() })
    await fulfillment(of: [done], timeout: .patience)
    let log = await screen.log
    XCTAssertEqual(log, ["Boom(number: 0)"])
    subscription.dispose()
  }

  func testAClosureThatThrowsEndsTheStream() async {
    let source = TrackedSource<Int>()
    let done = expectation(description: "done")
    let subscription = source.observable.do(onMain: { _ in throw Boom() })
      .subscribe(onMain: { _ in XCTFail("delivered") }, onError: { _ in done.fulfill() })
    source.onNext(1)
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertEqual(source.disposed.value, 1)
    subscription.dispose()
  }
}
