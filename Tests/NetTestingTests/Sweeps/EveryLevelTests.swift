import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct EveryLevelTests {
  private struct User: Codable, Equatable, Sendable {
    var name: String
  }

  private enum AppError: Error {
    case network(NetworkError)
    case other
  }

  @Test func levelsAgreeOnValuesErrorsAndRequests() async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      let user = try await everyLevel { network in
        network.stub(.get("https://api.example.com/users/{id}"), with: .json(["name": "Trent"]), times: 1)
        network.stub(.post("https://api.example.com/users"), with: .status(201), times: 1)
        let user = try await network.get("https://api.example.com/users/7?full=yes")
          .object(as: User.self)
        try await network.post("https://api.example.com/users", parameters: ["name": user.name])
          .response(.void).result.get()
        return user
      }
      expectEqual(user, User(name: "Trent"))
    }
    expectEqual(failures.messages, [])
  }

  @Test func theErrorOfAllLevelsIsThrown() async {
    let failures = CollectedFailures()
    await failures.collectAsync {
      await #expect(throws: AppError.self) {
        try await everyLevel { network in
          network.stub(.get("/a"), with: .status(404))
          do {
            _ = try await network.get("/a").response(.data).result.get()
          } catch let error as NetworkError {
            throw AppError.network(error)
          }
        }
      }
    }
    expectEqual(failures.messages, [])
  }

  @Test(arguments: [ServerFault.reset, .close(after: .bodyBytes(2)), .garbage])
  func aFaultIsTheSameErrorAtEachLevel(_ fault: ServerFault) async {
    let failures = CollectedFailures()
    await failures.collectAsync {
      await #expect(throws: NetworkError.self) {
        try await everyLevel { network in
          network.stub(.get("/a"), with: .text("hello").fault(fault))
          return try await network.get("/a").response(.data).result.get()
        }
      }
    }
    expectEqual(failures.messages, [])
  }

  @Test func theTestCaseRunsOncePerLevelInOrder() async throws {
    var levels: [TestNetwork.Level] = []
    try await everyLevel { network in
      levels.append(network.level)
      network.stub(.get("/a"), with: .text("a"))
      _ = try await network.get("/a").string()
    }
    expectEqual(levels, [.networkingMock, .mockTransport, .stubURLProtocol, .mockServer])
  }

  @Test(.netTesting, arguments: TestNetwork.Level.allCases)
  func aNetworkOfEachLevelRunsItsOwnTest(level: TestNetwork.Level) async throws {
    let network = try TestNetwork(level, afterEach: .test)
    network.stub(.get("https://api.example.com/old"), with: .redirect(to: "/new"), times: 1)
    network.stub(.get("https://api.example.com/new"), with: .json(["name": "Trent"]), times: 1)
    expectEqual(
      try await network.get("https://api.example.com/old").object(as: User.self), User(name: "Trent"))
    expectEqual(
      network.requests.map(\.url.absoluteString),
      ["https://api.example.com/old", "https://api.example.com/new"])
  }

  private struct Refusal: Error, Equatable { var body: Data }

  private enum Loss: Error { case body(Data), network(NetworkError, Data) }

  @Test(arguments: [0, 1, 2])
  func anErrorThatDiffersOnlyInItsBytesIsReported(_ kind: Int) async throws {
    let message = try await message {
      await #expect(throws: (any Error).self) {
        try await everyLevel(of: [.networkingMock, .mockTransport]) { network -> String in
          let bytes = Data([network.level == .networkingMock ? 1 : 2])
          switch kind {
          case 0: throw Refusal(body: bytes)
          case 1: throw Loss.body(bytes)
          default: throw Loss.network(NetworkError(.timeout(.idle)), bytes)
          }
        }
      }
    }
    #expect(message.contains("error at NetworkingMock"), "\(message)")
    #expect(message.contains("byte 0: 01, 02"), "\(message)")
  }

  @Test func valuesThatLookTheSameAreReportedWithTheirDifference() async throws {
    let message = try await message {
      _ = try await everyLevel(of: [.networkingMock, .mockTransport]) { network in
        [Data([0xff, network.level == .networkingMock ? 1 : 2])]
      }
    }
    #expect(!message.contains("hidden"), "\(message)")
    #expect(message.contains("(they differ at [0], byte 1: 01, 02)"), "\(message)")
  }

  // MARK: - Messages

  private func message(_ body: () async throws -> Void) async throws -> String {
    let failures = CollectedFailures()
    try await failures.collectAsync(body)
    expectEqual(failures.messages.count, 1)
    return failures.messages.first ?? ""
  }

  @Test func aDifferentValueIsReportedWithBothLevelsAndValues() async throws {
    let message = try await message {
      _ = try await everyLevel { network in network.level == .mockServer ? "other" : "same" }
    }
    expectEqual(
      message,
      """
      The body gives other results at MockServer than at NetworkingMock.
        value at NetworkingMock: "same"
        value at MockServer: "other"
      NetworkingMock, MockTransport and StubURLProtocol agree; MockServer differs.
      """)
  }

  @Test func anErrorAtOneLevelIsShownNextToTheValue() async throws {
    let message = try await message {
      _ = try await everyLevel(of: [.networkingMock, .mockTransport]) { network in
        if network.level == .mockTransport { throw AppError.other }
        return 7
      }
    }
    expectEqual(
      message,
      """
      The body gives other results at MockTransport than at NetworkingMock.
        value at NetworkingMock: 7
        error at MockTransport: other (AppError)
      MockTransport differs from NetworkingMock.
      """)
  }

  @Test func aDifferentRequestIsReportedWithTheComparedParts() async throws {
    let message = try await message {
      try await everyLevel { network in
        network.stub(.post("/a"), with: .status(204))
        let name = network.level == .networkingMock ? "one" : "two"
        _ = await network.post(
          "/a", parameters: ["name": "\(name)"], headers: ["X-Name": name, "Authorization": "Bearer \(name)"]
        ).response(.void)
      }
    }
    expectEqual(
      message,
      """
      The body gives other results at MockTransport than at NetworkingMock.
        requests: 1 at NetworkingMock, 1 at MockTransport
        only at NetworkingMock: POST https://mock.invalid/a, authorization: <redacted>, x-name: one, body name=one
        only at MockTransport: POST https://mock.invalid/a, authorization: <redacted>, x-name: two, body name=two
      MockTransport, StubURLProtocol and MockServer differ from NetworkingMock.
      """)
  }

  @Test func aSecretThatDiffersIsHidden() async throws {
    let message = try await message {
      try await everyLevel(of: [.networkingMock, .mockTransport]) { network in
        network.stub(.get("/a"), with: .status(204))
        _ = await network.get("/a", headers: ["Authorization": "Bearer \(network.level)"]).response(.void)
      }
    }
    expectEqual(
      message,
      """
      The body gives other results at MockTransport than at NetworkingMock.
        requests: 1 at NetworkingMock, 1 at MockTransport
        only at NetworkingMock: GET https://mock.invalid/a, authorization: <redacted> (values differ (hidden))
        only at MockTransport: GET https://mock.invalid/a, authorization: <redacted> (values differ (hidden))
      MockTransport differs from NetworkingMock.
      """)
  }

  @Test func aBodyThatIsNotDeterministicIsNamedWithBothRuns() async throws {
    var count = 0
    let message = try await message {
      _ = try await everyLevel { _ in
        count += 1
        return count
      }
    }
    expectEqual(
      message,
      """
      The body is not deterministic, so its levels cannot be compared: a second run at NetworkingMock gave other results.
        value at the first run: 1
        value at the second run: 5
      Take random values, dates and identifiers from outside of the body, or name their fields in ignoringHeaders.
      """)
  }

  @Test func aSharedCookieJarIsNamedIfItMakesRunsDiffer() async throws {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.cookies = CookieJar()
    let jar = configuration.cookies
    func visit(_ network: TestNetwork) async throws {
      network.stub(.get("https://h.example/a"), with: .text("a").header("Set-Cookie", "s=1; Max-Age=60"))
      for _ in 1...2 { _ = try await network.get("https://h.example/a").string() }
    }
    let message = try await message { try await everyLevel(configuration: configuration, visit) }
    #expect(
      message.hasSuffix(
        "\nAll runs share the cookie jar of the configuration: empty what an earlier run left, at the start of the body."
      ))
    let failures = CollectedFailures()
    try await failures.collectAsync {
      try await everyLevel(configuration: configuration) { network in
        jar?.removeAll()
        try await visit(network)
      }
    }
    expectEqual(failures.messages, [])
  }

  @Test func fieldsThatDifferFromRunToRunCanBeIgnored() async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      try await everyLevel(ignoringHeaders: ["Idempotency-Key"]) { network in
        network.stub(.post("/a"), with: .status(204))
        _ = await network.post("/a", headers: ["Idempotency-Key": UUID().uuidString]).response(.void)
      }
    }
    expectEqual(failures.messages, [])
  }

  @Test func levelsThatCannotDeliverAValueAreNamed() async throws {
    let message = try await message {
      _ = try await everyLevel { network in
        network.stub(.get("/a"), with: .value(User(name: "Trent")))
        return await network.get("/a").response(.decodable(of: User.self)).value
      }
    }
    expectEqual(
      message,
      """
      At MockTransport, StubURLProtocol and MockServer: The stub gives a value of type User, which only a NetworkingMock \
      or the network of a sweep can deliver. Give bytes here: .json(encodable: value).
      """)
  }

  @Test func aWebSocketIsNotOpenedOverAURLProtocol() async throws {
    let message = try await message {
      try await everyLevel { network in
        network.stub(.webSocket("/chat"), with: .script { peer in peer.close(.normal) })
        if let socket = try? await network.webSocket("/chat").connect() { _ = try? await socket.close() }
      }
    }
    expectEqual(
      message,
      """
      At StubURLProtocol: A StubURLProtocol cannot open WebSockets, because Foundation passes them to no URL protocol. \
      Leave this level out: [.networkingMock, .mockTransport, .mockServer].
      """)
  }

  @Test func anUnmatchedRequestIsReportedOnceWithItsLevels() async throws {
    let message = try await message {
      try await everyLevel { network in _ = await network.get("/a").response(.data) }
    }
    #expect(
      message == """
        At NetworkingMock, MockTransport, StubURLProtocol and MockServer: No stub answers GET https://mock.invalid/a
        There are no stubs.
        To answer it: network.stub(.get("https://mock.invalid/a"), with: …)
        """)
  }

  @Test func anUnusedStubIsReportedAtItsLine() async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      try await everyLevel { network in network.stub(.get("/a"), with: .status(204), times: 1, line: 3) }
    }
    expectEqual(failures.lines, [3])
    expectEqual(failures.messages.first?.hasPrefix("At NetworkingMock, MockTransport, StubURLProtocol"), true)
  }

  @Test func aValueThatCannotBeComparedIsNamed() async throws {
    struct Opaque: Sendable {}
    let message = try await message {
      _ = try await everyLevel(of: [.mockTransport, .networkingMock]) { _ in Opaque() }
    }
    expectEqual(
      message,
      """
      The body returns a value of type Opaque, which is not Equatable, so its levels cannot be compared. Make it \
      Equatable, or return the parts that matter. If it is Equatable on the main actor only, mark it nonisolated.
      """)
  }

  @Test func aBodyThatDoesNotUseItsNetworkFailsTheTest() async throws {
    let message = try await message { _ = try await everyLevel { _ in "same" } }
    expectEqual(
      message,
      """
      The body made no request with the network that it was given, so everyLevel compares nothing. Pass the network to \
      the code under test.
      """)
  }

  @Test func aBodyWhoseRequestIsNotSentUsesItsNetwork() async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      _ = try await everyLevel { network in
        await network.get("http://[").response(.string).error == nil
      }
    }
    expectEqual(failures.messages, [])
  }

  @Test func aBodyThatUsesAnotherMockFailsTheTest() async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      _ = try await everyLevel(of: [.mockTransport, .mockServer]) { _ in
        let other = MockTransport(file: "/t/T.swift", line: 7)
        other.stub(.everything, with: .text("a"))
        return try await NetworkSession(transport: other).get("https://h/a").string()
      }
    }
    expectEqual(failures.lines, [7])
    expectEqual(
      failures.messages,
      [
        """
        At MockTransport and MockServer: the body sent a request through another mock than the network that it was \
        given, so its levels are not compared. Pass the network to all code under test.
        """
      ])
  }

  @Test func oneLevelFailsTheTestBecauseItComparesNothing() async throws {
    let message = try await message {
      try await everyLevel(of: [.mockTransport, .mockTransport]) { _ in }
    }
    expectEqual(
      message, "everyLevel runs at MockTransport only, so it compares nothing. Name at least two levels.")
  }

  @Test func noLevelsAreAnError() async {
    await #expect {
      try await everyLevel(of: []) { _ in }
    } throws: {
      "\($0)" == "everyLevel has no levels to run at. Name at least two."
    }
  }
}
