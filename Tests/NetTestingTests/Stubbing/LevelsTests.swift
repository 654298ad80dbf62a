import Foundation
import Net
import Testing

@testable import NetTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// A stub gives the same response at each of the four levels, and a request without a stub never reaches a network.
@Suite struct LevelsTests {
  /// What the code under test received.
  struct Received: Equatable, Sendable {
    var status: Int?
    var header: String?
    var body = ""
    var failed = false

    /// A server answers an unmatched request with a status, the other levels with an error.
    var isUnmatched: Bool { failed || status == 501 }
  }

  /// A request of the code under test.
  struct Question: Sendable {
    var method = HTTPMethod.get
    var path: String
    var body: String?
  }

  typealias Ask = @Sendable (Question) async throws -> Received

  /// A mock of a level, and the code under test that uses it.
  struct Subject: Sendable {
    /// Nil for a recording, which has no stubs.
    var mock: (any Stubbing)?
    var ask: Ask
    var stop: @Sendable () -> Void = {}
  }

  /// A level of mocking.
  struct Level: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Creates code that sends requests to the base URL over a mock, whose failures are collected with line 1.
    var make: @Sendable (CollectedFailures, URL) throws -> Subject

    /// The levels with stubs.
    static let stubbed = [networkingMock, mockTransport, stubURLProtocol, mockServer]
    static let all = stubbed + [cassette]

    private static func ask(_ network: any Networking, _ base: URL) -> Ask {
      { question in
        let response = await network.request(
          RequestDescription(
            base.absoluteString + question.path, method: question.method,
            content: question.body.map { .data(Data($0.utf8), contentType: "text/plain") })
        ).validate(statusCode: 100..<600).validate(contentType: ["*/*"]).response(.data)
        return Received(
          status: response.response?.status, header: response.response?.headers["X-Level"],
          body: String(decoding: response.data ?? Data(), as: UTF8.self), failed: response.error != nil)
      }
    }

    static let networkingMock = Level(testDescription: "NetworkingMock") { failures, base in
      let mock = failures.collect { NetworkingMock(line: 1) }
      return Subject(mock: mock, ask: ask(mock, base))
    }

    static let mockTransport = Level(testDescription: "MockTransport") { failures, base in
      let transport = failures.collect { MockTransport(line: 1) }
      return Subject(mock: transport, ask: ask(NetworkSession(transport: transport), base))
    }

    static let stubURLProtocol = Level(testDescription: "StubURLProtocol") { failures, base in
      let stubs = failures.collect { URLStubs(line: 1) }
      let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
      return Subject(
        mock: stubs,
        ask: { question in
          var request = URLRequest(url: try #require(URL(string: base.absoluteString + question.path)))
          request.httpMethod = question.method.rawValue
          request.httpBody = question.body.map { Data($0.utf8) }
          guard let (data, response) = try? await session.data(for: request) else {
            return Received(failed: true)
          }
          let http = response as? HTTPURLResponse
          return Received(
            status: http?.statusCode, header: http?.value(forHTTPHeaderField: "X-Level"),
            body: String(decoding: data, as: UTF8.self))
        }, stop: { session.finishTasksAndInvalidate() })
    }

    static let mockServer = Level(testDescription: "MockServer") { failures, _ in
      let server = MockServer(
        at: SourcePlace(file: #filePath, line: 1), reporter: failures.reporter)
      try server.start()
      return Subject(mock: server, ask: ask(NetworkSession(), server.baseURL), stop: { server.stop() })
    }

    static let cassette = Level(testDescription: "RecordingTransport") { failures, base in
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).har")
      try Cassette().write(to: file)
      let replay = failures.collect { RecordingTransport(cassette: file, line: 1) }
      return Subject(
        ask: ask(NetworkSession(transport: replay), base),
        stop: { try? FileManager.default.removeItem(at: file) })
    }
  }

  private let base = URL(string: "https://h.invalid") ?? URL(filePath: "/")

  // MARK: - The same stubs

  /// Adds ten stubs with the API that all levels share.
  private func stub(_ mock: some Stubbing) {
    mock.stub(.get("/text"), with: .text("hello").status(201).header("X-Level", "any"))
    mock.stub(.get("/json"), with: .json(["name": "Trent"]))
    mock.stub(.get("/none"), with: .status(204))
    mock.stub(.get("/gone"), with: .text("gone").status(410), times: 1)
    mock.stub(.get("/down"), with: .failure(URLError(.timedOut)))
    mock.stub(.get("/twice"), withSequence: [.text("busy").status(503), .text("done")])
    mock.stub(.get("/feed"), withSequence: [.text("first"), .text("rest")], then: .repeatingLast)
    mock.stub(.get("/stream"), with: .stream(["one", "two"]))
    mock.stub(.get("/old"), with: .redirect(to: "/text"))
    mock.stub(.post("/echo")) { request in .data(request.body).header("X-Level", request.method.rawValue) }
  }

  private let questions = [
    // Uses a new connection, because a client may retry a request that fails on a reused one.
    Question(path: "/down"), Question(path: "/text"), Question(path: "/json"), Question(path: "/none"),
    Question(path: "/gone"), Question(path: "/twice"), Question(path: "/twice"), Question(path: "/feed"),
    Question(path: "/feed"), Question(path: "/feed"), Question(path: "/stream"), Question(path: "/old"),
    Question(method: .post, path: "/echo", body: "said"),
  ]

  private let answers = [
    Received(failed: true), Received(status: 201, header: "any", body: "hello"),
    Received(status: 200, body: #"{"name":"Trent"}"#), Received(status: 204),
    Received(status: 410, body: "gone"),
    Received(status: 503, body: "busy"), Received(status: 200, body: "done"),
    Received(status: 200, body: "first"), Received(status: 200, body: "rest"),
    Received(status: 200, body: "rest"), Received(status: 200, body: "onetwo"),
    Received(status: 201, header: "any", body: "hello"),
    Received(status: 200, header: "POST", body: "said"),
  ]

  @Test(arguments: Level.stubbed)
  func tenStubsGiveTheSameResponsesAtEachLevel(level: Level) async throws {
    let failures = CollectedFailures()
    let subject = try level.make(failures, base)
    defer { subject.stop() }
    let mock = try #require(subject.mock)
    stub(mock)
    var received: [Received] = []
    for question in questions { received.append(try await subject.ask(question)) }
    expectEqual(received, answers)
    // The redirect is a separate request.
    expectEqual(mock.requestCount, questions.count + 1)
    expectEqual(mock.requests.count, mock.requestCount)
    expectNotNil(mock.lastRequest)
    mock.verify()
    expectEqual(failures.messages, [])
  }

  @Test(arguments: Level.stubbed)
  func aUsedUpSequenceIsUnmatchedAtEachLevel(level: Level) async throws {
    let failures = CollectedFailures()
    let subject = try level.make(failures, base)
    defer { subject.stop() }
    subject.mock?.stub(.get("/a"), withSequence: [.text("once")])
    expectEqual(try await subject.ask(Question(path: "/a")).body, "once")
    expectEqual(failures.messages, [])
    #expect(try await subject.ask(Question(path: "/a")).isUnmatched)
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("already used 1 of 1"), true)
  }

  @Test(arguments: Level.stubbed)
  func anUnusedStubFailsVerificationAtEachLevel(level: Level) throws {
    let failures = CollectedFailures()
    let subject = try level.make(failures, base)
    defer { subject.stop() }
    subject.mock?.stub(.get("/a"), with: .status(204), times: 2, line: 7)
    subject.mock?.stub(.get("/b"), withSequence: [.status(204)], line: 8)
    subject.mock?.stub(.get("/c"), withSequence: [.status(204)], then: .repeatingLast)
    subject.mock?.stub(.get("/d"), with: .status(204), times: .never)
    subject.mock?.verify()
    subject.mock?.verify()
    expectEqual(failures.lines, [7, 8])
  }

  @Test(arguments: [Level.mockTransport, .stubURLProtocol, .mockServer])
  func aValueFailsAtLevelsThatSendBytes(level: Level) async throws {
    let failures = CollectedFailures()
    let subject = try level.make(failures, base)
    defer { subject.stop() }
    subject.mock?.stub(.get("/a"), with: .value(7), line: 5)
    let received = try await subject.ask(Question(path: "/a"))
    #expect(received.failed || received.status == 500)
    expectEqual(failures.lines, [5])
    expectEqual(failures.messages.first?.contains("a value of type Int"), true)
  }

  // MARK: - No network

  @Test(arguments: Level.all)
  func anUnmatchedRequestReachesNoNetworkAndFailsTheTest(level: Level) async throws {
    // A request that escapes the mock would reach this server.
    let network = MockServer()
    network.stub(.everything, with: .text("the network"))
    try network.start()
    defer { network.stop() }
    let failures = CollectedFailures()
    let subject = try level.make(failures, network.baseURL)
    defer { subject.stop() }
    subject.mock?.stub(.get("/a"), with: .text("a"))
    let received = try await subject.ask(Question(path: "/unknown?q=1"))
    expectTrue(received.isUnmatched)
    expectNotEqual(received.body, "the network")
    expectEqual(network.requestCount, 0)
    expectEqual(failures.lines, [1])
    let report = failures.messages.first ?? ""
    #expect(report.contains("answers GET http://127.0.0.1:"))
    #expect(report.contains("/unknown?q=1"))
    #expect(report.contains("To answer it: "))
    if subject.mock != nil {
      #expect(report.contains("GET /a"))
      #expect(report.contains("path: expected /a, got /unknown"))
    }
  }
}
