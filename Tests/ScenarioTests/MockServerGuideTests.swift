import Foundation
import Net
import NetStream
import NetTesting
import Stream
import XCTest

private struct ServedProfile: Decodable, Equatable, Sendable {
  var name: String
}

private struct Profiles: Sendable {
  let network: any Networking

  init(baseURL: URL) {
    var configuration = SessionConfiguration()
    configuration.baseURL = baseURL
    network = NetworkSession(configuration: configuration)
  }

  func profile(_ name: String) -> Single<ServedProfile> { network.stream.get("users/\(name)").object() }
}

/// The samples of the article on `MockServer`.
final class MockServerGuideTests: XCTestCase {
  private func started(_ server: MockServer) throws -> any Networking {
    try server.start()
    return network(server)
  }

  private func network(_ server: MockServer) -> any Networking {
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    return NetworkSession(configuration: configuration)
  }

  func testScriptRunVerify() async throws {
    // snippet: script-run-verify
    let server = MockServer(afterEach: self)
    server.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#), times: 1)
    try server.start()

    let profile = try await Profiles(baseURL: server.baseURL).profile("trentm").value

    XCTAssertEqual(profile.name, "Trent")
    XCTAssertEqual(server.requests.map(\.url.path), ["/users/trentm"])
    // snippet.end
  }

  func testTime() async throws {
    // snippet: time
    let scheduler = TestScheduler()
    let server = MockServer(timer: scheduler, afterEach: self)
    server.stub(.get("/slow"), with: .text("late").delay(.seconds(30)))
    // snippet.end
    let network = try started(server)
    let late = network.stream.get("slow").string().record(afterEach: self)
    _ = try await server.takeRequest()
    scheduler.advance(by: .seconds(30))
    let event = await late.completion()
    expect(event).to(beSuccess("late"))
  }

  func testClientsThatCloseTheConnection() async throws {
    let server = MockServer(afterEach: self)
    let network = try started(server)
    // snippet: give-up
    server.stub(.get("/followers"), with: .json("[]").delay(.seconds(60)))
    let subscription = network.stream.get("followers").json().subscribe()
    _ = try await server.takeRequest()
    subscription.dispose()
    try await server.waitForClientCloses(1)
    // snippet.end
  }

  func testStreams() async throws {
    let server = MockServer(afterEach: self)
    // snippet: streams
    server.stub(.get("/log"), with: .stream(["one", StubChunk("two", after: .milliseconds(5))]))
    server.stub(
      .get("/ticks"), with: .events([ServerSentEvent("1", id: "a"), ServerSentEvent("2", id: "b")]))
    server.stub(.get("/slow"), with: .text("drip, drip").throttle(bytesPerSecond: 1_000))
    // snippet.end
    let network = try started(server)
    let log = try await network.get("log").string()
    let ticks = try await network.get("ticks").string()
    let slow = try await network.get("slow").string()
    XCTAssertEqual(log, "onetwo")
    XCTAssertEqual(ticks, "data: 1\nid: a\n\ndata: 2\nid: b\n\n")
    XCTAssertEqual(slow, "drip, drip")
  }

  func testRanges() async throws {
    let server = MockServer(afterEach: self)
    // snippet: ranges
    server.stub(.get("/film"), with: .text("0123456789").header("ETag", "\"1\"").acceptingRanges())
    // snippet.end
    let network = try started(server)
    let part = try await network.get("film", headers: ["Range": "bytes=4-", "If-Range": "\"1\""]).string()
    XCTAssertEqual(part, "456789")
    let whole = try await network.get("film", headers: ["Range": "bytes=4-", "If-Range": "\"2\""]).string()
    XCTAssertEqual(whole, "0123456789")
  }

  func testScenarios() async throws {
    let server = MockServer(afterEach: self)
    // snippet: scenarios
    let cart = StubScenario("cart", state: "empty")
    server.stub(.get("/cart") && .scenario(cart, in: "empty"), with: .json("[]"))
    server.stub(.post("/cart") && .scenario(cart, in: "empty", then: "full"), with: .status(201))
    server.stub(.get("/cart") && .scenario(cart, in: "full"), with: .json(#"["milk"]"#))
    // snippet.end
    let network = try started(server)
    let before = try await network.get("cart").string()
    try await network.post("cart").void()
    let after = try await network.get("cart").string()
    XCTAssertEqual([before, after], ["[]", #"["milk"]"#])
  }

  func testServersThatMisbehave() async throws {
    let server = MockServer(afterEach: self)
    // snippet: misbehave
    server.stub(.get("/flaky"), withSequence: [.fault(.reset), .text("well")], then: .repeatingLast)
    server.stub(.get("/report"), with: .text("a long report").fault(.close(after: .bodyBytes(6))))
    // snippet.end
    let network = try started(server)
    let flaky = await network.get("flaky").response(.string)
    XCTAssertEqual(flaky.error?.reason, .transport(.head))
    let report = await network.get("report").response(.string)
    XCTAssertEqual(report.error?.reason, .transport(.body))
    XCTAssertEqual(report.error?.data, Data("a long".utf8))
  }

  func testRefusal() async throws {
    let server = MockServer(afterEach: self)
    server.stub(.get("/"), with: .text("here"))
    try server.start()
    // snippet: refuse
    try server.refuseConnections()
    let refused = await network(server).get("/").response(.string)
    XCTAssertEqual(refused.error?.reason, .transport(.connect))
    try server.acceptConnections()
    // snippet.end
    let text = try await network(server).get("/").string()
    XCTAssertEqual(text, "here")
  }

  func testRefusingARequestBody() async throws {
    // snippet: before-body
    let server = MockServer(limits: ServerLimits(body: 1_000_000), afterEach: self)
    server.stub(.put("/files/{name}"), with: StubResponse.status(403).beforeBody())
    // snippet.end
    let network = try started(server)
    let response = await network.put("files/a", httpBody: Data("x".utf8)).response(.string)
    XCTAssertEqual(response.error?.reason, .validation(.statusCode(403)))
  }
}
