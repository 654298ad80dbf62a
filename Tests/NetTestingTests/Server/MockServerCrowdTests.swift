import Foundation
import Net
import TestSupport
import XCTest

@testable import NetTesting

final class MockServerCrowdTests: XCTestCase {
  func testAThousandClientsAreServedConcurrently() async throws {
    let count = 1_000
    // Both ends of each connection are in this process.
    let needed = 2 * count + 200
    let available = SocketClient.raiseDescriptorLimit(to: needed)
    XCTAssertGreaterThanOrEqual(
      available, needed, "this test needs \(needed) open files; raise the hard limit (ulimit -Hn)")
    guard available >= needed else { return }
    let timer = TestScheduler()
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello").delay(.seconds(1)))
    let clients = try (0..<count).map { _ in try fixture.client() }
    for round in 1...2 {
      for client in clients { try client.get("/") }
      // No response is sent before all requests have arrived.
      for _ in clients { _ = try await fixture.server.takeRequest(timeout: .patience) }
      XCTAssertEqual(fixture.server.openConnectionCount, count)
      timer.advance(by: .seconds(1))
      for client in clients { XCTAssertEqual(try client.receive().text, "hello", "round \(round)") }
    }
    XCTAssertEqual(fixture.server.connectionCount, count)
  }

  /// Dispatch adds at most one thread per second for those that are blocked.
  func testClosuresThatBlockUntilAllHaveBegunAreAnswered() throws {
    let count = 32
    let (all, begun) = (DispatchSemaphore(value: 0), Locked(0))
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything) { _ in
      begun.update { $0 += 1 }
      if begun.value == count { for _ in 0..<count { all.signal() } }
      return .text(all.wait(timeout: .patience) == .success ? "together" : "alone")
    }
    let clients = try (0..<count).map { _ in try fixture.client() }
    for client in clients { try client.get("/") }
    for client in clients { XCTAssertEqual(try client.receive().text, "together") }
  }
}
