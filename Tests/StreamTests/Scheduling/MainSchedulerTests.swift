import Dispatch
import Stream
import TestSupport
import XCTest

final class MainSchedulerTests: XCTestCase {
  func testActionsRunOnTheMainThread() async {
    let done = expectation(description: "done")
    MainScheduler().schedule {
      dispatchPrecondition(condition: .onQueue(.main))
      done.fulfill()
    }
    await fulfillment(of: [done], timeout: .patience)
  }

  func testDelayedActionsRunOnTheMainThread() async {
    let done = expectation(description: "done")
    MainScheduler().schedule(after: .milliseconds(1)) {
      dispatchPrecondition(condition: .onQueue(.main))
      done.fulfill()
    }
    await fulfillment(of: [done], timeout: .patience)
  }

  func testObserveOnMain() async throws {
    let value = try await Single.just(1).observe(on: .main)
      .map { number in
        dispatchPrecondition(condition: .onQueue(.main))
        return number + 1
      }.value
    XCTAssertEqual(value, 2)
  }
}
