import Foundation
import Net
import Testing

@testable import NetTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One vocabulary, four depths: the same stub answers in each, and what no stub answers reaches no network in any.
@Suite struct FailClosedTests {
  /// What the code under test was told.
  struct Told: Equatable, Sendable {
    var status: Int?
    var header: String?
    var body = ""
    var failed = false
  }

  /// A mock of some depth, behind what all depths can be asked.
  struct Depth: Sendable, CustomTestStringConvertible {
    typealias Ask = @Sendable (String) async throws -> Told

    var testDescription: String
    /// Makes the mock with these answers to `/a`, reporting to the failures; and what asks for a path of the base URL.
    var make:
      @Sendable (CollectedFailures, [StubResponse], URL) throws -> (ask: Ask, stop: @Sendable () -> Void)

    static let all = [networkingMock, mockTransport, stubURLProtocol, mockServer, cassette]
    /// Those that take stubs.
    static let stubbed = [networkingMock, mockTransport, stubURLProtocol, mockServer]

    private static func ask(_ network: any Networking, _ base: URL) -> Ask {
      { path in
        let response = await network.get(base.absoluteString + path)
          .validate(statusCode: 100..<600).validate(contentType: ["*/*"]).response(.data)
        return Told(
          status: response.response?.status, header: response.response?.headers["X-Depth"],
          body: String(decoding: response.data ?? Data(), as: UTF8.self), failed: response.error != nil)
      }
    }

    static let networkingMock = Depth(testDescription: "NetworkingMock") { failures, answers, base in
      let mock = failures.collect { NetworkingMock(line: 1) }
      mock.mock(.get("/a"), answers: answers)
      return (ask(mock, base), {})
    }

    static let mockTransport = Depth(testDescription: "MockTransport") { failures, answers, base in
      let transport = failures.collect { MockTransport(line: 1) }
      transport.stub(.get("/a"), withSequence: answers)
      return (ask(NetworkSession(transport: transport), base), {})
    }

    static let stubURLProtocol = Depth(testDescription: "StubURLProtocol") { failures, answers, base in
      let stubs = failures.collect { URLStubs(line: 1) }
      stubs.stub(.get("/a"), withSequence: answers)
      let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
      return (
        { path in
          let url = try #require(URL(string: base.absoluteString + path))
          guard let (data, response) = try? await session.data(from: url) else { return Told(failed: true) }
          let http = response as? HTTPURLResponse
          return Told(
            status: http?.statusCode, header: http?.value(forHTTPHeaderField: "X-Depth"),
            body: String(decoding: data, as: UTF8.self))
        }, { session.finishTasksAndInvalidate() }
      )
    }

    static let mockServer = Depth(testDescription: "MockServer") { failures, answers, _ in
      let server = MockServer(reporter: failures.reporter, place: SourcePlace(file: #filePath, line: 1))
      for answer in answers.reversed() { server.route(.get("/a"), answer, times: 1) }
      try server.start()
      return (ask(NetworkSession(), server.baseURL), { server.stop() })
    }

    static let cassette = Depth(testDescription: "RecordingTransport") { failures, _, base in
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).har")
      try Cassette().write(to: file)
      let replay = failures.collect { RecordingTransport(cassette: file, line: 1) }
      return (ask(NetworkSession(transport: replay), base), { try? FileManager.default.removeItem(at: file) })
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answers: [StubResponse]
    var told: [Told]
  }

  static let cases = [
    Case(
      testDescription: "status, header and body",
      answers: [.text("hello").status(201).header("X-Depth", "any")],
      told: [Told(status: 201, header: "any", body: "hello")]),
    Case(
      testDescription: "JSON", answers: [.json(["name": "Trent"])],
      told: [Told(status: 200, body: #"{"name":"Trent"}"#)]),
    Case(
      testDescription: "a sequence", answers: [.text("1"), .text("2").status(503), .text("3")],
      told: [
        Told(status: 200, body: "1"), Told(status: 503, body: "2"), Told(status: 200, body: "3"),
      ]),
    Case(
      testDescription: "no body", answers: [.status(204).header("X-Depth", "any")],
      told: [Told(status: 204, header: "any")]),
    Case(testDescription: "a failure", answers: [.failure(URLError(.timedOut))], told: [Told(failed: true)]),
  ]

  @Test(arguments: Depth.stubbed, cases)
  func theSameStubAnswersInEachDepth(depth: Depth, example: Case) async throws {
    let failures = CollectedFailures()
    let base = try #require(URL(string: "https://h.invalid"))
    let (ask, stop) = try depth.make(failures, example.answers, base)
    var told: [Told] = []
    for _ in example.told { told.append(try await ask("/a")) }
    stop()
    #expect(told == example.told)
    #expect(failures.messages == [])
  }

  @Test(arguments: Depth.all)
  func whatNoStubAnswersReachesNoNetworkAndFailsTestAndCode(depth: Depth) async throws {
    // What listens at the URL would be told of a request that got out.
    let network = MockServer()
    network.route(.everything, .text("the network"))
    try network.start()
    defer { network.stop() }
    let failures = CollectedFailures()
    let (ask, stop) = try depth.make(failures, [.text("a")], network.baseURL)
    let told = try await ask("/unknown?q=1")
    stop()
    // A server's code under test is told by a status, everyone else's by an error.
    #expect(told.failed || told.status == 501)
    #expect(told.body != "the network")
    #expect(network.requestCount == 0)
    #expect(failures.lines == [1])
    let report = failures.messages.first ?? ""
    #expect(report.contains("answers GET http://127.0.0.1:"))
    #expect(report.contains("/unknown?q=1"))
    #expect(report.contains("To answer it: "))
    if depth.testDescription != Depth.cassette.testDescription {
      #expect(report.contains("GET /a"))
      #expect(report.contains("path: expected /a, got /unknown"))
    }
  }

  @Test(arguments: Depth.stubbed)
  func whatIsUsedUpIsUnmatched(depth: Depth) async throws {
    let failures = CollectedFailures()
    let base = try #require(URL(string: "https://h.invalid"))
    let (ask, stop) = try depth.make(failures, [.text("once")], base)
    #expect(try await ask("/a").body == "once")
    #expect(failures.messages == [])
    let second = try await ask("/a")
    stop()
    #expect(second.failed || second.status == 501)
    #expect(failures.messages.count == 1)
    #expect(failures.messages.first?.contains("already used 1 of 1") == true)
  }
}
