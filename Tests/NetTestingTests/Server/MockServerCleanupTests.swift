import Foundation
import Net
import XCTest

@testable import NetTesting

/// A server that is stopped in the middle of everything leaves nothing behind.
final class MockServerCleanupTests: XCTestCase {
  private let timer = TestScheduler()

  /// Stops a server while a request is half read, bodies are in memory and in a file, and responses are delayed,
  /// stalled, streaming, or blocked by a client that does not read.
  private func serveAndStop() throws {
    let fixture = try ServerFixture(timer: timer, limits: ServerLimits(bodyInMemory: 1_000))
    let server = fixture.server
    server.stub(.get("/held"), with: .text("late").delay(.seconds(60)))
    server.stub(.get("/stalled"), with: .text("hello").fault(.stall(after: .bodyBytes(2))))
    server.stub(.get("/stream"), with: .stream(["one", "two"], every: .seconds(60)))
    server.stub(.get("/big"), with: .data(Data(count: 8 << 20)))
    server.stub(.get("/reset"), with: .fault(.reset))
    server.stub(.put("/kept"), with: .status(201))
    let clients = try (0..<8).map { _ in try fixture.client() }
    try clients[0].send("GET /half HTTP/1.1\r\n")
    try clients[1].send("PUT /memory HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nhalf")
    try clients[2].send("PUT /file HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n")
    try clients[2].send(Data(count: 3_000))
    for (client, path) in zip(clients[3...], ["/held", "/stalled", "/stream", "/big"]) {
      try client.get(path)
    }
    _ = try clients[4].receive(until: "he")
    _ = try clients[5].receive(until: "one")
    _ = try clients[6].receive(count: 1_000)
    try clients[7].send("PUT /kept HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n")
    try clients[7].send(Data(count: 5_000))
    XCTAssertEqual(try clients[7].receive().status, 201)
    try server.refuseConnections()
    #if os(Linux)
      XCTAssertEqual(try LiveThreads.count(named: "server \(server.port)"), 1)
    #endif
    server.stop()
    server.stop()
    #if os(Linux)
      XCTAssertEqual(try LiveThreads.count(named: "server \(server.port)"), 0)
    #endif
    XCTAssertEqual(timer.pendingCount, 0)
    XCTAssertEqual(server.openConnectionCount, 0)
    for client in clients {
      _ = client.receiveEnd()
      client.close()
    }
    // Recorded requests stay available, including a body from a file.
    XCTAssertEqual(server.requests.first { $0.url.path == "/kept" }?.body, Data(count: 5_000))
  }

  func testStoppingDuringRequestsLeavesNothingBehind() throws {
    // During the first run, libraries open descriptors that they keep.
    try serveAndStop()
    let before = try descriptors()
    for _ in 0..<5 { try serveAndStop() }
    XCTAssertLessThanOrEqual(try descriptors(), before)
  }

  private func descriptors() throws -> Int {
    #if os(Linux)
      let folder = "/proc/self/fd"
    #else
      let folder = "/dev/fd"
    #endif
    return try FileManager.default.contentsOfDirectory(atPath: folder).count
  }
}
