import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

/// Concurrency limits with many threads, and over real connections on this machine.
final class QueueRaceTests: XCTestCase {
  private func session(limit: Int, transport: any Transport) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.maximumConcurrentRequests = limit
    return NetworkSession(configuration: configuration, transport: transport)
  }

  /// Counts the running tasks and completes each from another thread.
  private final class CountingTransport: Sendable {
    private struct Count: Sendable {
      var running: [ScriptedTask] = []
      var most = 0
    }

    private let count = Locked(Count())

    var most: Int { count.value.most }

    func transport() -> ScriptedTransport {
      ScriptedTransport { [count] task in
        count.update { count in
          count.running.removeAll { $0.isCancelled }
          count.running.append(task)
          count.most = max(count.most, count.running.count)
        }
        DispatchQueue.global().async {
          count.update { $0.running.removeAll { $0 === task } }
          task.respond(200)
        }
      }
    }
  }

  func testConcurrentStartsAndCancellationsNeverExceedTheLimit() async {
    let counting = CountingTransport()
    let session = session(limit: 3, transport: counting.transport())
    let ended = expectation(description: "all have ended, once each")
    ended.expectedFulfillmentCount = 800
    ended.assertForOverFulfill = true
    for thread in 0..<8 {
      DispatchQueue.global().async {
        for number in 0..<100 {
          let request = session.get("https://example.com/\(thread)/\(number)")
          request.response(delivery: .inline, responseSerializer: .void) { _ in ended.fulfill() }
          if number % 3 == 0 { request.cancel() }
        }
      }
    }
    await fulfillment(of: [ended], timeout: .patience)
    XCTAssertLessThanOrEqual(counting.most, 3)
  }

  func testCancellingAQueuedRequestOverURLSessionSendsNothing() async throws {
    let arrived = expectation(description: "the first arrived")
    let release = DispatchSemaphore(value: 0)
    let server = MockServer(afterEach: self)
    server.stub(.get("/first")) { _ in
      arrived.fulfill()
      _ = release.wait(timeout: .patience)
      return .text("first")
    }
    server.stub(.get("/third"), with: .text("third"))
    try server.start()
    let session = session(limit: 1, transport: URLSessionTransport())
    let base = server.baseURL
    async let first = session.get(base.appending(path: "first")).string()
    await fulfillment(of: [arrived], timeout: .patience)
    let second = session.get(base.appending(path: "second"))
    let cancelled = Task { await second.response(.data) }
    let third = Task { try await session.get(base.appending(path: "third")).string() }
    second.cancel()
    let reason = await cancelled.value.error?.reason
    XCTAssertEqual(reason, .cancelled)
    release.signal()
    let texts = try await [first, third.value]
    XCTAssertEqual(texts, ["first", "third"])
    XCTAssertEqual(server.requests.map(\.url.path), ["/first", "/third"])
  }
}
