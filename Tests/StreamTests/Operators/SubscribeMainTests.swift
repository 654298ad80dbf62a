import Dispatch
import Stream
import TestSupport
import XCTest

final class SubscribeMainTests: XCTestCase {
  @MainActor private final class Screen {
    var text = ""
  }

  func testElementsArriveOnTheMainActor() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Observable.of("a", "b").observe(on: SerialDispatchQueueScheduler())
      .subscribe(
        onMain: { screen.text += $0 },
        onCompleted: { done.fulfill() })
    await fulfillment(of: [done], timeout: .patience)
    let text = await screen.text
    XCTAssertEqual(text, "ab")
    subscription.dispose()
  }

  func testTheResultOfASingleArrivesOnTheMainActor() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Single.just("a").subscribe(
      onMain: { screen.text = $0 }, onDisposed: { done.fulfill() })
    await fulfillment(of: [done], timeout: .patience)
    let text = await screen.text
    XCTAssertEqual(text, "a")
    subscription.dispose()
  }

  func testAFailureArrivesOnTheMainActor() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Single<String>.error(Boom()).subscribe(
      onMain: { _ in XCTFail("succeeded") },
      onFailure: { error in
        screen.text = "\(error)"
        done.fulfill()
      })
    await fulfillment(of: [done], timeout: .patience)
    let text = await screen.text
    XCTAssertEqual(text, "Boom(number: 0)")
    subscription.dispose()
  }

  func testNothingArrivesAfterDisposalOnTheMainThread() async {
    let done = expectation(description: "done")
    await MainActor.run {
      let subscription = Single.just(1).subscribe(onMain: { _ in XCTFail("delivered after disposal") })
      subscription.dispose()
      // Runs after anything that the subscription may have left in the queue.
      MainScheduler().schedule { done.fulfill() }
    }
    await fulfillment(of: [done], timeout: .patience)
  }

  func testElementsArriveWithTheObjectOnTheMainActor() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Observable.of("a", "b").observe(on: SerialDispatchQueueScheduler())
      .subscribe(
        with: screen, onMain: { screen, text in screen.text += text },
        onCompleted: { screen in
          screen.text += "|"
          done.fulfill()
        })
    await fulfillment(of: [done], timeout: .patience)
    let text = await screen.text
    XCTAssertEqual(text, "ab|")
    subscription.dispose()
  }

  func testTheResultOfASingleArrivesWithTheObjectOnTheMainActor() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Single.just("a").subscribe(
      with: screen, onMain: { screen, text in screen.text = text },
      onDisposed: { _ in done.fulfill() })
    await fulfillment(of: [done], timeout: .patience)
    let text = await screen.text
    XCTAssertEqual(text, "a")
    subscription.dispose()
  }

  func testAFailureArrivesWithTheObjectOnTheMainActor() async {
    let screen = Screen()
    let done = expectation(description: "done")
    let subscription = Single<String>.error(Boom()).subscribe(
      with: screen, onMain: { _, _ in XCTFail("succeeded") },
      onFailure: { screen, error in
        screen.text = "\(error)"
        done.fulfill()
      })
    await fulfillment(of: [done], timeout: .patience)
    let text = await screen.text
    XCTAssertEqual(text, "Boom(number: 0)")
    subscription.dispose()
  }

  func testTheObjectIsNotRetained() async {
    let source = TrackedSource<String>()
    let done = expectation(description: "done")
    await MainActor.run {
      weak var released: Screen?
      do {
        let screen = Screen()
        released = screen
        _ = source.observable.subscribe(
          with: screen, onMain: { _, _ in XCTFail("delivered without the object") })
      }
      XCTAssertNil(released)
      source.onNext("a")
      MainScheduler().schedule { done.fulfill() }
    }
    await fulfillment(of: [done], timeout: .patience)
  }

  func testAnErrorWithoutAClosureGoesToTheHandlerOnTheMainThread() async {
    let screen = Screen()
    let unhandled = expectation(description: "two unhandled errors")
    unhandled.expectedFulfillmentCount = 2
    let handler: StreamHooks.ErrorHandler = { _ in
      MainActor.assumeIsolated { unhandled.fulfill() }
    }
    StreamHooks.withUnhandledErrorHandler(handler) {
      _ = Observable<Int>.error(Boom()).subscribe(onMain: { _ in })
      _ = Single<Int>.error(Boom()).subscribe(with: screen, onMain: { _, _ in })
    }
    await fulfillment(of: [unhandled], timeout: .patience)
  }
}
