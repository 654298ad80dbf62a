import Foundation
import Net
import NetTesting
import TestSupport
import Testing
import XCTest

@Suite struct StubCoverageTests {
  private let transport = MockTransport()

  private func get(_ path: String, times: Int = 1) {
    let network = NetworkSession(transport: transport)
    for _ in 0..<times { network.get("https://h\(path)").response { _ in } }
  }

  @Test(arguments: [(Int.max, Int.max), (-1, -2), (.min, .min)])
  func usesFromAFileAreAddedUpToTheLargestNumber(uses: Int, sum: Int) {
    let response = StubCoverage.Response(kind: "200", uses: uses)
    let coverage = StubCoverage(stubs: [
      StubCoverage.Stub(matcher: "GET /", file: "a", line: 1, responses: [response])
    ])
    var merged = StubCoverage(merging: [coverage, coverage])
    expectEqual(merged.stubs.map(\.responses), [[StubCoverage.Response(kind: "200", uses: sum)]])
    merged.stubs[0].responses = [response, response]
    expectEqual(merged.stubs[0].uses, sum)
  }

  @Test func theTextListsUnusedStubsAndResponses() {
    transport.stub(
      .get("/users/{id}"), withSequence: [.json("{}"), .status(503), .fault(.reset)], then: .repeatingLast,
      file: "/t/UserTests.swift", line: 12)
    transport.stub(
      .post("/login"), with: .failure(URLError(.timedOut)), file: "/t/LoginTests.swift", line: 30)
    transport.stub(.get("/feed"), with: .json("[]"), file: "/t/FeedTests.swift", line: 7)
    get("/users/1", times: 2)
    get("/feed", times: 3)
    let failure = "\(transport.coverage.stubs[1].responses[0].kind)"
    #expect(failure.hasPrefix("failure: "))
    expectEqual(
      "\(transport.coverage)",
      """
      2 of 3 stubs and 3 of 5 responses were used.
      Not used:
        GET /users/{id} (UserTests.swift:12): reset before the response
        POST /login (LoginTests.swift:30): never requested (\(failure))
      No request received: 3xx, 4xx, a failure, a fault.
      """)
  }

  @Test(arguments: [
    (StubResponse.text("b").fault(.reset), "reset before the response"),
    (.text("b").fault(.stall), "stalled before the response"),
    (.text("b").fault(.reset(after: .headBytes(3))), "reset inside the head"),
    (.text("b").fault(.garbage), "bytes that are not HTTP"),
    (.text("b").fault(.endlessHeader), "endless header"),
    (.text("b").fault(.reset(after: .bodyBytes(0))), "200, reset inside the body"),
    (.text("b").fault(.truncatedChunk), "200, truncated chunk"),
  ])
  func theKindOfAFaultHasTheStatusThatAClientReceives(response: StubResponse, kind: String) {
    transport.stub(.get("/a"), with: response)
    expectEqual(transport.coverage.stubs.map { $0.responses.map(\.kind) }, [[kind]])
  }

  @Test func fullCoverageIsOneLine() {
    transport.stub(
      .get("/a"), withSequence: [.status(200), .status(304), .status(404), .status(500)])
    transport.stub(.get("/b"), with: .failure(URLError(.timedOut)))
    transport.stub(.get("/c"), with: .text("text").fault(.reset(after: .bodyBytes(2))))
    for path in ["/a", "/a", "/a", "/a", "/b", "/c"] { get(path) }
    expectEqual("\(transport.coverage)", "3 of 3 stubs and 6 of 6 responses were used.")
  }

  @Test func aWebSocketIsNotAFault() async throws {
    transport.stub(.webSocket("/chat"), with: .script { peer in peer.close() })
    _ = try? await NetworkSession(transport: transport).webSocket("https://h/chat").connect()
    expectEqual(
      "\(transport.coverage)",
      """
      1 of 1 stub and 1 of 1 response were used.
      No request received: 2xx, 3xx, 4xx, 5xx, a failure, a fault.
      """)
  }

  @Test func aFailureAfterTheBodyIsAFailure() {
    let coverage = StubCoverage(stubs: [
      StubCoverage.Stub(
        matcher: "GET /a", file: "a", line: 1,
        responses: [.init(kind: "200, failure after the body", uses: 1)])
    ])
    #expect("\(coverage)".hasSuffix("No request received: 2xx, 3xx, 4xx, 5xx, a fault."))
  }

  @Test func eachGapIsOneLine() {
    transport.stub(
      .header("X", equals: "a\nNot used:\u{1b}[31m\r\u{202e}b"), with: .status(200), file: "/t/A.swift",
      line: 1)
    let lines = "\(transport.coverage)".split(separator: "\n", omittingEmptySubsequences: false)
    expectEqual(lines.count, 4)
    #expect(!"\(transport.coverage)".unicodeScalars.contains { [0x1b, 0x0d, 0x202e].contains($0.value) })
    let page = String(decoding: transport.coverage.html(), as: UTF8.self)
    #expect(!page.unicodeScalars.contains { $0.value == 0x202e })
  }

  @Test func aMockWithoutStubsSaysSo() {
    expectEqual("\(transport.coverage)", "There are no stubs.")
    expectEqual("\(StubCoverage())", "There are no stubs.")
  }

  @Test func repetitionsOfTheLastResponseAreCounted() {
    transport.stub(.get("/a"), withSequence: [.status(200), .status(201)], then: .repeatingLast)
    get("/a", times: 4)
    expectEqual(transport.coverage.stubs.map { $0.responses.map(\.uses) }, [[1, 3]])
  }

  @Test func aClosureIsCountedByTheKindsOfItsResponses() {
    transport.stub(.get("/a")) { request in .status(request.query("ok") == nil ? 500 : 200) }
    transport.stub(.get("/b")) { _ in .status(200) }
    get("/a?ok=1", times: 2)
    get("/a")
    expectEqual(
      transport.coverage.stubs.map { $0.responses.map { "\($0.kind) \($0.uses)" } },
      [
        ["200 2", "500 1"], ["closure 0"],
      ])
  }

  @Test func aStubThatMustNotBeRequestedIsLeftOut() {
    transport.stub(.get("/a"), with: .status(200), times: .never)
    expectTrue(transport.coverage.stubs.isEmpty)
  }

  @Test func coverageIsMergedByLineAndMatcher() {
    func run(_ path: String) -> StubCoverage {
      let transport = MockTransport()
      for target in ["/a", "/b"] {
        transport.stub(
          .get(target), withSequence: [.status(200), .status(500)], file: "/t/ATests.swift", line: 1)
      }
      NetworkSession(transport: transport).get("https://h\(path)").response { _ in }
      return transport.coverage
    }
    let merged = StubCoverage(merging: [run("/a"), run("/b"), run("/a")])
    expectEqual(merged.stubs.map(\.matcher), ["GET /a", "GET /b"])
    expectEqual(merged.stubs.map { $0.responses.map(\.uses) }, [[2, 0], [1, 0]])
    expectEqual(merged.stubs.map(\.uses), [2, 1])
  }

  @Test func aClosureThatAnyTestCallsCountsAsUsed() {
    func run(_ count: Int) -> StubCoverage {
      let transport = MockTransport()
      transport.stub(.get("/a"), file: "/t/ATests.swift", line: 1) { _ in .status(204) }
      for _ in 0..<count { NetworkSession(transport: transport).get("https://h/a").response { _ in } }
      return transport.coverage
    }
    for order in [[0, 1], [1, 0]] {
      let merged = StubCoverage(merging: order.map(run))
      expectEqual(merged.stubs.map { $0.responses.map { "\($0.kind) \($0.uses)" } }, [["204 1"]])
    }
  }

  @Test func thePageEscapesTextsAndNeedsNoNetwork() {
    transport.stub(
      .header("X", equals: "<script>alert('1')</script>&\"\u{0}"), with: .status(200), file: "/t/<b>.swift",
      line: 1)
    let page = String(decoding: transport.coverage.html(title: "<i>&"), as: UTF8.self)
    #expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;"))
    #expect(page.contains("<title>&lt;i&gt;&amp;</title>"))
    #expect(page.contains("&lt;b&gt;.swift:1"))
    #expect(page.contains("default-src 'none'"))
    for hidden in ["<script", "<b>", "http:", "https:", "\u{0}"] { #expect(!page.contains(hidden)) }
  }

  @Test func thePageMarksWhatWasNotUsed() {
    let used = StubCoverage.Response(kind: "200", uses: 2)
    let unused = StubCoverage.Response(kind: "503", uses: 0)
    let stubs = [[used], [used, unused], [unused]].enumerated().map { number, responses in
      StubCoverage.Stub(matcher: "GET /a", file: "/t/A.swift", line: UInt(number), responses: responses)
    }
    let page = String(decoding: StubCoverage(stubs: stubs).html(), as: UTF8.self)
    #expect(page.contains("<p>2 of 3 stubs and 2 of 4 responses were used.</p>"))
    #expect(page.contains("<p>No request received: 3xx, 4xx, 5xx, a failure, a fault.</p>"))
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("<tr class") }
    expectEqual(
      rows.map { $0.prefix(16) }, [#"<tr class="all">"#, #"<tr class="some""#, #"<tr class="none""#])
    expectEqual(rows.map { $0.contains("503, not used") }, [false, true, true])
    expectEqual(rows.map { $0.contains("200 × 2") }, [true, true, false])
  }

  @Test func secretsAreRedacted() {
    transport.stub(.get("/a?token=s3cr3t"), with: .failure(URLError(.timedOut)))
    let text = "\(transport.coverage)" + String(decoding: transport.coverage.html(), as: UTF8.self)
    #expect(!text.contains("s3cr3t"))
  }

  @Test func coverageIsCodable() throws {
    transport.stub(.get("/a"), with: .status(200))
    let coverage = transport.coverage
    let decoded = try JSONDecoder().decode(StubCoverage.self, from: JSONEncoder().encode(coverage))
    expectEqual(decoded, coverage)
  }

  @Test func aRecorderWritesTheCoverageOfAllTests() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "coverage-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorder = StubCoverageRecorder(folder: folder)
    for path in ["/a", "/b"] {
      let scope = TestScope()
      let transport = MockTransport(afterEach: scope)
      recorder.watch(transport, afterEach: scope)
      transport.stub(.get("/a"), with: .status(200), file: "/t/ATests.swift", line: 1)
      transport.stub(.get("/b"), with: .status(500), file: "/t/ATests.swift", line: 2)
      NetworkSession(transport: transport).get("https://h\(path)").response { _ in }
      scope.end()
    }
    let text = try String(contentsOf: folder.appending(path: "coverage.txt"), encoding: .utf8)
    expectEqual(
      text,
      """
      2 of 2 stubs and 2 of 2 responses were used.
      No request received: 3xx, 4xx, a failure, a fault.

      """)
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "coverage.html").path()))
    expectEqual("\(recorder.coverage)\n", text)
  }

  @Test(arguments: ["coverage.txt", "coverage.html"])
  func aReportReplacesNoPipe(name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "coverage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: name)
    let made = unsafe mkfifo(pipe.path, 0o600)
    try #require(made == 0)
    let error = #expect(throws: CocoaError.self) { try StubCoverageRecorder().write(to: folder) }
    expectEqual(error?.code, .fileWriteFileExists)
    expectEqual(error?.filePath, pipe.path)
    let type = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType
    expectNotEqual(type, .typeRegular)
  }

  @Test(.netTesting) func coverageOfAServerRemainsAfterItHasStopped() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/a"), with: .status(204))
    try server.start()
    _ = await NetworkSession().get(server.baseURL.appending(path: "a")).response(.void)
    server.stop()
    expectEqual(server.coverage.stubs.map(\.uses), [1])
  }
}

final class StubCoverageXCTests: XCTestCase {
  func testARecorderWatchesAMock() {
    let recorder = StubCoverageRecorder()
    let network = NetworkingMock(afterEach: self)
    // Runs after what is registered later.
    addTeardownBlock { XCTAssertEqual(recorder.coverage.stubs.map(\.uses), [1]) }
    recorder.watch(network, afterEach: self)
    network.stub(.get("/user"), with: "Trent")
    network.get("/user").responseString { _ in }
    XCTAssertEqual(recorder.coverage, StubCoverage())
  }
}
