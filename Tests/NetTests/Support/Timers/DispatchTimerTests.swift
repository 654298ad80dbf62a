import Dispatch
import Foundation
import Net
import TestSupport
import XCTest

final class DispatchTimerTests: XCTestCase {
  private let timer = DispatchTimer()

  func testAnActionRunsAfterItsDelay() async {
    let fired = expectation(description: "fired")
    let start = timer.now
    let elapsed = Locked(Duration.zero)
    _ = timer.schedule(after: .milliseconds(20)) { [timer] in
      elapsed.update { $0 = timer.now - start }
      fired.fulfill()
    }
    await fulfillment(of: [fired], timeout: .patience)
    XCTAssertGreaterThanOrEqual(elapsed.value, .milliseconds(20))
  }

  func testAnActionNeverRunsInsideTheCallThatSchedulesIt() async {
    let queue = DispatchQueue(label: "timer")
    let timer = DispatchTimer(queue: queue)
    let fired = expectation(description: "fired")
    fired.expectedFulfillmentCount = 2
    let order = Locked<[String]>([])
    queue.sync {
      for delay in [Duration.zero, .seconds(-1)] {
        _ = timer.schedule(after: delay) {
          order.update { $0.append("fired") }
          fired.fulfill()
        }
      }
      order.update { $0.append("scheduled") }
    }
    await fulfillment(of: [fired], timeout: .patience)
    XCTAssertEqual(order.value, ["scheduled", "fired", "fired"])
  }

  func testShorterDelaysFireFirst() async throws {
    let fired = expectation(description: "fired")
    fired.expectedFulfillmentCount = 3
    // A serial queue, so that actions that are due together on a busy machine run in order.
    let timer = DispatchTimer(queue: DispatchQueue(label: "timer"))
    let order = Locked<[Int]>([])
    var due: [Int: ClosedRange<Duration>] = [:]
    for delay in [60, 30, 1] {
      let earliest = timer.now + .milliseconds(delay)
      _ = timer.schedule(after: .milliseconds(delay)) {
        order.update { $0.append(delay) }
        fired.fulfill()
      }
      due[delay] = earliest...(timer.now + .milliseconds(delay))
    }
    await fulfillment(of: [fired], timeout: .patience)
    // If the machine paused between two calls, the later one may be due later.
    for (index, delay) in order.value.enumerated() {
      for before in order.value[..<index] {
        let (first, second) = (try XCTUnwrap(due[before]), try XCTUnwrap(due[delay]))
        XCTAssertLessThanOrEqual(first.lowerBound, second.upperBound, "\(before) before \(delay)")
      }
    }
  }

  func testACancelledActionDoesNotRunAndIsReleased() async {
    let fired = expectation(description: "a later action fired")
    let wasRun = Locked(false)
    var token: Locked<Int>? = Locked(0)
    weak let weakToken = token
    let scheduled = timer.schedule(after: .milliseconds(5)) { [token] in
      wasRun.update { $0 = token != nil }
    }
    token = nil
    scheduled.cancel()
    XCTAssertNil(weakToken)
    scheduled.cancel()
    _ = timer.schedule(after: .milliseconds(30)) { fired.fulfill() }
    await fulfillment(of: [fired], timeout: .patience)
    XCTAssertFalse(wasRun.value)
  }

  func testAnEarlierDeadlineScheduledLaterFiresFirst() async {
    let fired = expectation(description: "fired")
    let later = timer.schedule(after: .seconds(3600)) { XCTFail("fired") }
    _ = timer.schedule(after: .milliseconds(1)) { fired.fulfill() }
    await fulfillment(of: [fired], timeout: .patience)
    later.cancel()
  }

  func testADelayThatNoClockCanExpressIsLimited() async {
    let fired = expectation(description: "fired")
    let delays: [Duration] = [.seconds(Int64.max), .seconds(1e19), Duration(attoseconds: .max)]
    let later = delays.map { timer.schedule(after: $0) { XCTFail("fired") } }
    _ = timer.schedule(after: Duration(attoseconds: .min)) { fired.fulfill() }
    await fulfillment(of: [fired], timeout: .patience)
    for scheduled in later { scheduled.cancel() }
  }

  func testAnActionOutlivesItsTimer() async {
    let fired = expectation(description: "fired")
    _ = DispatchTimer().schedule(after: .milliseconds(5)) { fired.fulfill() }
    await fulfillment(of: [fired], timeout: .patience)
  }

  func testCancellingManyActionsKeepsTheOthers() async {
    let fired = expectation(description: "fired")
    fired.expectedFulfillmentCount = 100
    for number in 0..<1000 {
      let isKept = number.isMultiple(of: 10)
      let scheduled = timer.schedule(after: .milliseconds(1 + number % 7)) { if isKept { fired.fulfill() } }
      if !isKept { scheduled.cancel() }
    }
    await fulfillment(of: [fired], timeout: .patience)
  }

  func testABlockedActionDoesNotDelayOthers() async {
    let fired = expectation(description: "fired")
    let gate = DispatchSemaphore(value: 0)
    _ = timer.schedule(after: .milliseconds(1)) { gate.wait() }
    _ = timer.schedule(after: .milliseconds(3)) {
      gate.signal()
      fired.fulfill()
    }
    await fulfillment(of: [fired], timeout: .patience)
  }

  func testAHugeDelayDoesNotTrap() async {
    for delay in [Duration.seconds(Int64.max), .seconds(1e18), .nanoseconds(Int64.max)] {
      timer.schedule(after: delay) { XCTFail("fired") }.cancel()
    }
  }

  func testTimeIsMonotonic() async {
    var last = timer.now
    for _ in 0..<1000 {
      let now = timer.now
      XCTAssertGreaterThanOrEqual(now, last)
      last = now
    }
  }
}
