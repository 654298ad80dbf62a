import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Records requests to a server over real sockets, and replays them after the server has stopped.
@Suite(.netTesting) struct RecordedSessionTests {
  private struct Received: Equatable {
    var status: Int?
    var cookies: [String]
    var tag: String?
    var body: Data?

    init(_ response: DataResponse<Data>) {
      status = response.response?.status
      cookies = response.response?.headers.values(for: "Set-Cookie") ?? []
      tag = response.response?.headers["ETag"]
      body = response.data
    }
  }

  private func ask(_ network: some Networking, _ base: URL) async -> [Received] {
    var received: [Received] = []
    for path in ["users/trentm?page=1", "bytes", "users/trentm?page=1", "missing"] {
      received.append(Received(await network.get("\(base.absoluteString)/\(path)").response(.data)))
    }
    return received
  }

  @Test func responsesFromTheCacheAreNotRecorded() async throws {
    try await CassetteFixtures.inFolder { file in
      let transport = MockTransport(afterEach: .test)
      transport.stub(
        .get("https://example.com/a"), with: StubResponse.text("a").header("Cache-Control", "max-age=60"),
        times: .times(1))
      let recorder = RecordingTransport(transport, cassette: file, mode: .recordAll)
      var configuration = SessionConfiguration()
      configuration.cache = .memory(limit: 1 << 16)
      let network = NetworkSession(
        configuration: configuration, transport: recorder, timer: TestScheduler())
      for _ in 0..<3 { expectEqual(try await network.get("https://example.com/a").string(), "a") }
      try recorder.save()
      expectEqual(try Cassette(contentsOf: file).entries.count, 1)
    }
  }

  @Test func aRecordedSessionReplaysWithoutTheServer() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(
      .get("/users/{name}"),
      withSequence: [.json(["name": "Trent"]).header("ETag", "\"1\""), .json(["name": "Trent Mick"])],
      then: .repeatingLast)
    let cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]
    server.stub(
      .get("/bytes"),
      with: .data(
        Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) }),
        headers: HTTPHeaders(
          cookies.map { HTTPField(name: "Set-Cookie", value: $0) })))
    server.stub(.get("/missing"), with: .text("no").status(404))
    try server.start()
    let base = server.baseURL

    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(
        URLSessionTransport(), cassette: file, mode: .recordAll, redaction: .none)
      let recorded = await ask(NetworkSession(transport: recorder), base)
      try recorder.save()
      server.stop()

      let replay = RecordingTransport(cassette: file, mode: .replay)
      let replayed = await ask(NetworkSession(transport: replay), base)
      expectEqual(replayed, recorded)
      expectEqual(recorded.map(\.status), [200, 200, 200, 404])
      expectEqual(recorded[1].cookies, cookies)
      expectNotEqual(recorded[0].body, recorded[2].body)
    }
  }
}
