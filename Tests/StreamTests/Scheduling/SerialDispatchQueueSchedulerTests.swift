import Dispatch
import Stream
import TestSupport
import XCTest

final class SerialDispatchQueueSchedulerTests: XCTestCase {
  private let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "test")

  func testActionsRunInOrder() async {
    let log = Log<Int>()
    let done = expectation(description: "done")
    for number in 0..<100 { scheduler.schedule { log.write(number) } }
    scheduler.schedule { done.fulfill() }
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertEqual(log.entries, Array(0..<100))
  }

  func testDelayedActionsRunInTheOrderOfTheirDueTimes() async {
    let log = Log<Int>()
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 3
    // The range in which each is due, measured from outside: on a slow machine the calls are further apart.
    var earliest: [Int: Duration] = [:]
    var latest: [Int: Duration] = [:]
    for delay in [30, 10, 20] {
      earliest[delay] = scheduler.now + .milliseconds(delay)
      scheduler.schedule(after: .milliseconds(delay)) {
        log.write(delay)
        done.fulfill()
      }
      latest[delay] = scheduler.now + .milliseconds(delay)
    }
    await fulfillment(of: [done], timeout: .patience)
    let order = log.entries
    XCTAssertEqual(order.sorted(), [10, 20, 30])
    for (position, before) in order.enumerated() {
      for after in order[(position + 1)...] {
        XCTAssertLessThanOrEqual(earliest[before] ?? .zero, latest[after] ?? .zero, "\(order)")
      }
    }
  }

  func testADelayedActionRunsAfterItsDelay() async {
    let start = scheduler.now
    let scheduler = scheduler
    let end = Shared(Duration.zero)
    let done = expectation(description: "done")
    scheduler.schedule(after: .milliseconds(20)) {
      end.value = scheduler.now
      done.fulfill()
    }
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertGreaterThanOrEqual(end.value - start, .milliseconds(20))
  }

  func testDisposalCancelsAnActionAndReleasesIt() async {
    let log = Log<String>()
    // Suspended, so that the action cannot begin before it is cancelled, however slow this thread is.
    let queue = DispatchQueue(label: "suspended")
    let scheduler = SerialDispatchQueueScheduler(queue: queue)
    queue.suspend()
    weak var captured: Token?
    let pending: any Disposable
    do {
      let token = Token()
      captured = token
      pending = scheduler.schedule(after: .milliseconds(5)) {
        withExtendedLifetime(token) { log.write("cancelled") }
      }
    }
    pending.dispose()
    XCTAssertNil(captured)
    queue.resume()
    let done = expectation(description: "done")
    scheduler.schedule(after: .milliseconds(20)) { done.fulfill() }
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertEqual(log.entries, [])
  }

  func testAConcurrentQueueIsUsedSerially() async {
    let serial = SerialDispatchQueueScheduler(queue: .global())
    let inside = Count()
    let overlaps = Count()
    let done = expectation(description: "done")
    for _ in 0..<200 {
      serial.schedule {
        let mine = inside.increment()
        if inside.value != mine { overlaps.increment() }
      }
    }
    serial.schedule { done.fulfill() }
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertEqual(overlaps.value, 0)
  }
}
