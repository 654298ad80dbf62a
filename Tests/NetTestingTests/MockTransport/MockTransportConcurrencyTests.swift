import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

final class MockTransportConcurrencyTests: XCTestCase {
  func testConcurrentRequestsEachEndOnce() async {
    let transport = MockTransport(chunkSize: 2, afterEach: self)
    transport.stub(.get("/{n}"), with: .text("abcd"))
    transport.stub(.get("/{n}"), with: .status(503), times: 10)
    let received = (0..<100).map { _ in ReceivedEvents() }
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 4
    for thread in 0..<4 {
      DispatchQueue.global().async {
        for n in (thread * 25)..<(thread * 25 + 25) {
          do { try transport.send(.get, "https://h/\(n)", to: received[n]) } catch { XCTFail("\(error)") }
        }
        done.fulfill()
      }
    }
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertEqual(transport.requests.count, 100)
    XCTAssertEqual(received.filter { $0.words == ["head 503", "finished"] }.count, 10)
    XCTAssertEqual(
      received.filter { $0.words == ["head 200", "body ab", "body cd", "finished"] }.count, 90)
  }

  func testCancellingFromAnotherThreadEndsEachTaskOnce() async throws {
    let transport = MockTransport(delivery: .held, chunkSize: 1, afterEach: self)
    transport.stub(.everything, with: .text("abcdefgh"))
    let sent = try (0..<100).map { n in try transport.send(.get, "https://h/\(n)") }
    let pending = transport.pending
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 2
    DispatchQueue.global().async {
      for sent in sent { sent.task.cancel() }
      done.fulfill()
    }
    DispatchQueue.global().async {
      for task in pending { task.complete() }
      done.fulfill()
    }
    await fulfillment(of: [done], timeout: .patience)
    for events in sent.map(\.received.words) {
      let ends = events.filter { $0.hasPrefix("failed") || $0 == "finished" }
      XCTAssertEqual(ends.count, 1)
      XCTAssertEqual(ends.last, events.last)
    }
  }
}
