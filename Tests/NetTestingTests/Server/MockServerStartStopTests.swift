import Foundation
import Net
import TestSupport
import XCTest

@testable import NetTesting

final class MockServerStartStopTests: XCTestCase {
  func testAStoppedServerRefusesConnections() throws {
    let fixture = try ServerFixture()
    let port = fixture.server.port
    fixture.server.stop()
    XCTAssertThrowsError(try SocketClient(port: port))
  }

  func testStoppingClosesOpenConnections() throws {
    let fixture = try ServerFixture()
    fixture.server.stub(.everything, with: .text("hello"))
    let client = try fixture.client()
    try client.get("/")
    _ = try client.receive()
    fixture.server.stop()
    XCTAssertEqual(client.receiveEnd(), .closed)
    XCTAssertEqual(fixture.server.openConnectionCount, 0)
    XCTAssertEqual(fixture.server.closedByClientCount, 0)
  }

  func testStoppingCancelsDelayedResponses() async throws {
    let timer = TestScheduler()
    let fixture = try ServerFixture(timer: timer)
    fixture.server.stub(.everything, with: .text("late").delay(.seconds(1)))
    let client = try fixture.client()
    try client.get("/")
    _ = try await fixture.server.takeRequest()
    fixture.server.stop()
    XCTAssertEqual(timer.pendingCount, 0)
    XCTAssertEqual(client.receiveEnd(), .closed)
  }

  func testStoppingAgainDoesNothing() throws {
    let fixture = try ServerFixture()
    fixture.server.stop()
    fixture.server.stop()
    XCTAssertThrowsError(try fixture.client())
  }

  func testConcurrentStopsReturnWhenTheServerHasStopped() throws {
    let fixture = try ServerFixture()
    let port = fixture.server.port
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      fixture.server.stop()
      XCTAssertNil(try? SocketClient(port: port))
    }
  }

  func testReadingTheBaseURLBeforeTheStartFailsTheTest() {
    let failures = CollectedFailures()
    let server = failures.collect { MockServer(line: 12) }
    XCTAssertEqual(server.baseURL.host, "127.0.0.1")
    XCTAssertEqual(failures.lines, [12])
  }

  func testAServerThatNeverStartedCanBeStopped() {
    let server = MockServer()
    server.stop()
    XCTAssertThrowsError(try server.start())
  }

  func testAMatcherCanStopTheServer() throws {
    let fixture = try ServerFixture()
    let server = fixture.server
    server.stub(
      RequestMatcher("stops") { [weak server] _ in
        server?.stop()
        return true
      }, with: .text("last"))
    let client = try fixture.client()
    try client.get("/")
    XCTAssertEqual(try client.receive().text, "last")
    XCTAssertEqual(client.receiveEnd(), .closed)
  }

  func testAClosureCanStopTheServer() throws {
    let fixture = try ServerFixture()
    let server = fixture.server
    let stopped = expectation(description: "stopped")
    server.stub(.everything) { [weak server] _ in
      server?.stop()
      stopped.fulfill()
      return .text("late")
    }
    let client = try fixture.client()
    try client.get("/")
    XCTAssertEqual(client.receiveEnd(), .closed)
    wait(for: [stopped], timeout: .patience)
    XCTAssertTrue(fixture.failureMessages.isEmpty)
  }

  func testStoppingDoesNotWaitForARunningClosure() async throws {
    let fixture = try ServerFixture()
    let (running, goOn) = (expectation(description: "running"), DispatchSemaphore(value: 0))
    let ended = expectation(description: "ended")
    fixture.server.stub(.everything) { _ in
      running.fulfill()
      goOn.wait()
      ended.fulfill()
      return .text("late")
    }
    let client = try fixture.client()
    try client.get("/")
    await fulfillment(of: [running], timeout: .patience)
    fixture.server.stop()
    XCTAssertEqual(client.receiveEnd(), .closed)
    goOn.signal()
    await fulfillment(of: [ended], timeout: .patience)
  }

  func testReleasingTheServerStopsIt() throws {
    var server: MockServer? = MockServer()
    weak let weakServer = server
    try server?.start()
    let port = try XCTUnwrap(server?.port)
    server?.stub(.everything, with: .text("hello"))
    let client = try SocketClient(port: port)
    try client.get("/")
    _ = try client.receive()
    server = nil
    XCTAssertNil(weakServer)
    XCTAssertEqual(client.receiveEnd(), .closed)
    XCTAssertThrowsError(try SocketClient(port: port))
  }

  func testServersStartOneAfterAnother() throws {
    for _ in 0..<20 {
      let fixture = try ServerFixture()
      fixture.server.stub(.everything, with: .text("hello"))
      let client = try fixture.client()
      try client.get("/")
      XCTAssertEqual(try client.receive().text, "hello")
      fixture.server.stop()
    }
  }

  func testStoppingReleasesTheStubs() throws {
    let fixture = try ServerFixture()
    final class Held: Sendable {}
    var held: Held? = Held()
    weak let weakHeld = held
    fixture.server.stub(.everything) { [held] _ in .text("\(String(describing: held))") }
    held = nil
    XCTAssertNotNil(weakHeld)
    fixture.server.stop()
    XCTAssertNil(weakHeld)
  }

  #if os(Linux)
    func testNoDescriptorOrThreadIsLeftBehind() throws {
      func serve() throws {
        let fixture = try ServerFixture()
        fixture.server.stub(.everything, with: .text("hello"))
        let clients = try (0..<20).map { _ in try fixture.client() }
        for client in clients {
          try client.get("/")
          XCTAssertEqual(try client.receive().text, "hello")
        }
        XCTAssertEqual(try LiveThreads.count(named: "server \(fixture.server.port)"), 1)
        fixture.server.stop()
        XCTAssertEqual(try LiveThreads.count(named: "server \(fixture.server.port)"), 0)
        for client in clients { client.close() }
      }
      // During the first run, libraries open descriptors that they keep.
      try serve()
      let before = try descriptors()
      for _ in 0..<5 { try serve() }
      XCTAssertLessThanOrEqual(try descriptors(), before)
    }

    private func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
  #endif
}
