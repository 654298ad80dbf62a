import Foundation
import Net
import NetTesting
import Testing

/// The table of Schemathesis, Filibuster, loom and others on "Coming from Mockingjay, …".
@Suite(.netTesting) struct SweepNamesTests {
  private struct User: Codable, Sendable, Hashable {
    var name: String
  }

  private let text = #"{"name": "Trent"}"#

  @Test func schemathesis() async throws {
    // Row: Schemathesis: requests generated from a schema, for the service
    let report = try await everyMutation(of: .get("/user"), with: .json(text)) { network in
      try await network.get("/user").object(as: User.self)
    }.expect()
    #expect(report.runs > 10)
  }

  @Test func filibuster() async throws {
    let text = text
    // Row: Filibuster, SQLite's out-of-memory tests: a fault at every call
    let report = try await everyFault(of: .standard) { network in
      network.stub(.get("/user"), with: .json(text))
      return try await network.get("/user").object(as: User.self)
    }.expect()
    #expect(report.runs > FaultVocabulary.standard.faults.count)
  }

  @Test func loom() async throws {
    // Row: loom, Shuttle, Coyote: orders of threads or tasks
    let report = try await everyOrder { network in
      network.stub(.get("/{name}")) { request in .text(request.url.path) }
      async let one = network.get("/one").string()
      async let two = network.get("/two").string()
      return try await [one, two]
    }.expect()
    #expect(report.runs > 2)
  }

  @Test func wireMock() async throws {
    let transport = MockTransport()
    let network = NetworkSession(transport: transport)
    // Row: WireMock: EMPTY_RESPONSE, CONNECTION_RESET_BY_PEER, RANDOM_DATA_THEN_CLOSE, MALFORMED_RESPONSE_CHUNK
    let faults: [StubResponse] = [.fault(.close), .fault(.reset), .fault(.garbage), .fault(.truncatedChunk)]
    transport.stub(.get("/user"), withSequence: faults)
    for _ in faults { #expect(await network.get("https://h/user").response(.data).error != nil) }
    let report = try await everyFault(of: .connections) { network in
      network.stub(.get("/user"), with: .text("Trent"))
      return try await network.get("/user").string()
    }.expect()
    #expect(report.isPassed)
  }

  @Test func mockWebServerAndAMock() async throws {
    // Row: MockWebServer and a mock, tested twice
    let name = try await everyLevel { network in
      network.stub(.get("https://h/name"), with: .text("Trent"))
      return try await network.get("https://h/name").string()
    }
    for level in TestNetwork.Level.allCases {
      let network = try TestNetwork(level, afterEach: .test)
      network.stub(.get("https://h/name"), with: .text("Trent"))
      #expect(try await network.get("https://h/name").string() == name)
    }
  }

  @Test func lighthouse() throws {
    let (scheduler, transport) = (TestScheduler(), MockTransport())
    transport.stub(.get("/a"), with: .text("a"))
    let status = Captured<Int?>()
    // Row: Lighthouse's throttling, Chrome's "Slow 4G"
    let mock = NetworkingMock(timer: scheduler, profile: .slow4G)
    let slow = ProfiledTransport(transport, profile: .threeG, timer: scheduler)
    mock.stub(.get("/a"), with: .text("a"))
    mock.get("/a").responseData { status.set($0.response?.status) }
    scheduler.run()
    #expect(scheduler.now >= .milliseconds(600))
    let network = NetworkSession(transport: slow, timer: scheduler)
    network.get("https://h/a").response(delivery: .inline, responseSerializer: .data) {
      status.set($0.response?.status)
    }
    scheduler.run()
    #expect(scheduler.now >= .milliseconds(1_800))
    #expect(status.values == [200, 200])
    // Row: Lighthouse: rttMs, throughputKbps
    let profile = NetworkProfile.custom(
      roundTrip: .milliseconds(300), down: .kilobits(700), up: .kilobits(700))
    #expect(profile == .threeG)
  }

  @Test func pact() async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/user"), with: .json(#"{"id": 1}"#))
    let url = try #require(URL(string: "https://mock.invalid/user"))
    let cassette = Cassette(entries: [
      Cassette.Entry(
        startedAt: Date(timeIntervalSince1970: 0), request: RecordedRequest(method: .get, url: url),
        response: Cassette.Response(
          status: 200, headers: ["Content-Type": "application/json"], body: Data(text.utf8)))
    ])
    // Row: Pact's provider verification, Optic's capture
    let drift = await cassette.drift(against: network)
    #expect(
      drift.changes.flatMap(\.differences) == [
        "body at id: is new, number", "body at name: was string, is missing",
      ])
  }
}
