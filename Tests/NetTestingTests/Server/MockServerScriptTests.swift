import Foundation
import Net
import XCTest

@testable import NetTesting

final class MockServerScriptTests: XCTestCase {
  func testARedirectIsFollowedByASession() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.get("/old"), with: .redirect(to: "/new", status: 301))
    fixture.server.stub(.get("/new"), with: .text("here"))
    var configuration = SessionConfiguration()
    configuration.baseURL = fixture.server.baseURL
    let text = try await NetworkSession(configuration: configuration).get("/old").string()
    XCTAssertEqual(text, "here")
    XCTAssertEqual(fixture.server.requests.map(\.url.path), ["/old", "/new"])
    XCTAssertEqual(fixture.server.exchanges.first?.status, 301)
  }

  private func ask(_ client: SocketClient, _ path: String = "/") throws -> String {
    try client.get(path)
    return try client.receive().text
  }

  func testASequenceRespondsInOrderAndItsLastRepeats() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.get("/a"), withSequence: [.text("1"), .text("2")], then: .repeatingLast)
    let client = try fixture.client()
    XCTAssertEqual(try (1...3).map { _ in try ask(client, "/a") }, ["1", "2", "2"])
  }

  func testTheNewestStubThatIsNotUsedUpAnswers() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("old"))
    fixture.server.stub(.get("/a"), with: .text("new"), times: 1)
    let client = try fixture.client()
    XCTAssertEqual(try (1...2).map { _ in try ask(client, "/a") }, ["new", "old"])
  }

  func testEnqueuedResponsesComeFirst() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("route"))
    fixture.server.enqueue(.text("1"))
    fixture.server.enqueue(.text("2"))
    let client = try fixture.client()
    XCTAssertEqual(try (1...3).map { _ in try ask(client) }, ["1", "2", "route"])
  }

  func testAClosureAnswersFromTheRequest() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything) { .text("you asked for \($0.url.path)") }
    XCTAssertEqual(try ask(fixture.client(), "/a"), "you asked for /a")
  }

  func testABlockingClosureDoesNotBlockOtherClients() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let gate = DispatchSemaphore(value: 0)
    fixture.server.stub(.get("/slow")) { _ in
      gate.wait()
      return .text("slow")
    }
    fixture.server.stub(.get("/fast"), with: .text("fast"))
    let slow = try fixture.client()
    try slow.get("/slow")
    XCTAssertEqual(try ask(fixture.client(), "/fast"), "fast")
    gate.signal()
    XCTAssertEqual(try slow.receive().text, "slow")
  }

  func testAMatcherCanEnqueueResponses() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let server = fixture.server
    server.stub(.everything, with: .text("asked"))
    server.stub(
      RequestMatcher("never") { [weak server] _ in
        server?.enqueue(.text("enqueued"))
        return false
      }, with: .text("never"))
    let client = try fixture.client()
    XCTAssertEqual(try (1...2).map { _ in try ask(client) }, ["asked", "enqueued"])
  }

  func testAMatcherCanResetTheServer() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let server = fixture.server
    server.stub(.everything, with: .text("old"))
    server.stub(
      RequestMatcher("resets") { [weak server] _ in
        server?.reset()
        server?.stub(.everything, with: .text("new"))
        return true
      }, with: .text("never"))
    XCTAssertEqual(try ask(fixture.client()), "new")
  }

  func testTheReportOfAnUnmatchedRequestContainsNoSecrets() throws {
    let fixture = try ServerFixture()
    fixture.server.stub(.get("/a") && .header("Authorization", equals: "s3cret"), with: .status(200))
    let client = try fixture.client()
    try client.send("GET /a?token=s3cret HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer s3cret\r\n\r\n")
    let text = String(decoding: try client.receive().body, as: UTF8.self)
    XCTAssertTrue(text.contains("expected <redacted>, got another value, <redacted>"), text)
    XCTAssertFalse((text + fixture.failureMessages.joined()).contains("s3cret"), text)
  }

  func testAnUnmatchedRequestReceives501AndFailsTheTest() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.get("/known"), with: .text("known"))
    let client = try fixture.client()
    try client.get("/unknown")
    let response = try client.receive()
    XCTAssertEqual(response.status, 501)
    XCTAssertEqual(fixture.failureMessages.map { $0 + "\n" }, [response.text])
    XCTAssertTrue(response.text.contains("/unknown"), response.text)
    XCTAssertTrue(response.text.contains("server.stub("), response.text)
    XCTAssertEqual(fixture.server.requestCount, 1)
  }

  func testResetRemovesStubsAndRecords() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("route"))
    let client = try fixture.client()
    XCTAssertEqual(try ask(client), "route")
    fixture.server.enqueue(.text("enqueued"))
    fixture.server.reset()
    XCTAssertEqual(fixture.server.requests, [])
    try client.get("/")
    XCTAssertEqual(try client.receive().status, 501)
    XCTAssertEqual(fixture.server.requestCount, 1)
  }

  func testAnInvalidResponseHeaderFailsTheTest() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .status(200).header("A", "1\r\nB: 2"))
    let client = try fixture.client()
    try client.get("/")
    XCTAssertEqual(try client.receive().status, 500)
    XCTAssertEqual(fixture.failureMessages.count, 1)
  }

  func testAMissingFixtureFailsTheTest() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .fixture("no-such-file.json", in: .main))
    let client = try fixture.client()
    try client.get("/")
    XCTAssertEqual(try client.receive().status, 500)
    XCTAssertTrue(fixture.failureMessages.first?.contains("no-such-file.json") == true)
  }

  func testAResetFaultResetsTheConnection() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .fault(.reset))
    let client = try fixture.client()
    try client.get("/")
    XCTAssertEqual(client.receiveEnd(), .reset)
  }

  func testAFailureClosesTheConnectionWithoutAResponse() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .failure(CancellationError()))
    let client = try fixture.client()
    try client.get("/")
    XCTAssertEqual(client.receiveEnd(), .closed)
    XCTAssertEqual(client.leftOver, Data())
    XCTAssertEqual(fixture.server.exchanges.map(\.status), [nil])
  }

  func testTwoServersAreIndependent() throws {
    let one = try ServerFixture()
    let two = try ServerFixture()
    defer {
      one.server.stop()
      two.server.stop()
    }
    one.server.stub(.everything, with: .text("one"))
    two.server.stub(.everything, with: .text("two"))
    XCTAssertEqual(try ask(one.client(), "/1"), "one")
    XCTAssertEqual(try ask(two.client(), "/2"), "two")
    XCTAssertEqual(one.server.requests.map(\.url.path), ["/1"])
    XCTAssertEqual(two.server.requests.map(\.url.path), ["/2"])
  }
}
