import NetTesting
import Testing
import XCTest

final class MockServerLifetimeTests: XCTestCase {
  func testStopsWhenItsScopeEnds() throws {
    let scope = TestScope()
    let server = MockServer()
    try server.start(stopAfterEach: scope)
    _ = try SocketClient(port: server.port)
    scope.end()
    XCTAssertThrowsError(try SocketClient(port: server.port))
  }

  func testIsKeptUntilItsScopeEnds() throws {
    let scope = TestScope()
    var server: MockServer? = MockServer()
    weak let weakServer = server
    try server?.start(stopAfterEach: scope)
    server = nil
    XCTAssertNotNil(weakServer)
    scope.end()
    XCTAssertNil(weakServer)
  }
}

@Suite struct MockServerInSwiftTestingTests {
  @Test(.netTesting) func isStartedForTheTest() throws {
    let server = MockServer()
    server.route(.everything, .status(204))
    try server.start(stopAfterEach: .test)
    let client = try SocketClient(port: server.port)
    try client.get("/")
    #expect(try client.receive().status == 204)
  }
}
