import NetTesting
import TestSupport
import Testing
import XCTest

final class MockServerLifetimeTests: XCTestCase {
  func testAServerStopsWhenItsScopeEnds() throws {
    let scope = TestScope()
    let server = MockServer(afterEach: scope)
    try server.start()
    _ = try SocketClient(port: server.port)
    scope.end()
    XCTAssertThrowsError(try SocketClient(port: server.port))
  }

  func testAServerIsRetainedUntilItsScopeEnds() throws {
    let scope = TestScope()
    var server: MockServer? = MockServer(afterEach: scope)
    weak let weakServer = server
    try server?.start()
    server = nil
    XCTAssertNotNil(weakServer)
    scope.end()
    XCTAssertNil(weakServer)
  }

  func testVerifyReportsUnusedStubsAndResponses() throws {
    let fixture = try ServerFixture()
    let server = fixture.server
    server.stub(.get("/asked"), with: .status(204), times: 1)
    server.stub(.get("/unasked"), with: .status(204), times: 2)
    server.stub(.get("/any"), with: .status(204))
    let client = try fixture.client()
    try client.get("/asked")
    _ = try client.receive()
    server.enqueue(.status(200))
    server.stop()
    server.verify()
    server.verify()
    XCTAssertEqual(fixture.failureMessages.count, 2)
    XCTAssertTrue(fixture.failureMessages.first?.contains("/unasked") == true)
    XCTAssertEqual(
      fixture.failureMessages.last,
      "The response that was enqueued here was not used. There were fewer requests than enqueued responses."
    )
  }
}

@Suite struct MockServerInSwiftTestingTests {
  @Test(.netTesting) func aServerRunsInATestWithTheTrait() throws {
    let server = MockServer(afterEach: .test)
    server.stub(.everything, with: .status(204))
    try server.start()
    let client = try SocketClient(port: server.port)
    try client.get("/")
    expectEqual(try client.receive().status, 204)
  }
}
