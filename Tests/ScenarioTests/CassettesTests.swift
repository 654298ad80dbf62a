import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing

/// The samples of the article "Cassettes", and a cassette with streams and with `await`.
@Suite struct CassettesTests {
  // snippet: replay
  @Test(.netTesting) func showsTheUser() throws {
    let transport = RecordingTransport(cassette: .cassette("github-user"), mode: .replay, afterEach: .test)
    let user = GitHubAPI(transport: transport).getUser("trentm").record(afterEach: .test)
    #expect(try #require(user.value).name == "Trent Mick")
  }
  // snippet.end

  @Test(.netTesting) func aCacheSeesTheDateOfTheRecording() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "dates-\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    let sent = Date(timeIntervalSince1970: 1_700_000_000)
    let url = try #require(URL(string: "https://example.com/a"))
    let response = Cassette.Response(
      status: 200, headers: ["Cache-Control": "max-age=60", "Date": "Tue, 14 Nov 2023 22:13:20 GMT"],
      body: Data("a".utf8))
    try Cassette(entries: [
      Cassette.Entry(
        startedAt: sent, request: RecordedRequest(method: .get, url: url), response: response)
    ]).write(to: file)
    // snippet: dates
    let transport = RecordingTransport(cassette: file, mode: .replay)
    let scheduler = TestScheduler(startDate: transport.recordedAt ?? TestScheduler.usualStartDate)
    var configuration = SessionConfiguration()
    configuration.cache = .memory(limit: 1 << 20)
    let network = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    // snippet.end
    for _ in 0..<2 { #expect(try await network.get(url).string() == "a") }
    #expect(scheduler.date == sent)
  }

  @Test(.netTesting) func addedSecretsAreNotWritten() async throws {
    // snippet: redaction
    var redaction = Redaction.standard
    redaction.insert(headerName: "X-Patient")
    redaction.insert(bodyName: "iban")
    // snippet.end
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).har")
    defer { try? FileManager.default.removeItem(at: file) }
    let upstream = MockTransport(afterEach: .test)
    upstream.stub(.post("/door"), with: .status(204))
    let transport = RecordingTransport(upstream, cassette: file, mode: .recordAll, redaction: redaction)
    try await NetworkSession(transport: transport)
      .post("https://home.example/door", jsonObject: ["iban": "4711"], headers: ["X-Patient": "s3cret"])
      .void()
    try transport.save()
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("X-Patient"))
    #expect(!text.contains("4711"))
    #expect(!text.contains("s3cret"))
  }

  @Test(.netTesting) func awaitsTheUser() async throws {
    let transport = RecordingTransport(cassette: .cassette("github-user"), afterEach: .test)
    let user = try await NetworkSession(transport: transport)
      .get("https://api.github.com/users/trentm").object(as: GitHubUser.self)
    #expect(user.followers == 229)
  }

  @Test(.netTesting) func aStreamRecordsAndReplays() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/users/trentm"), with: .trentm, times: 1)
    try server.start()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "user.har")
    func user(_ mode: RecordingMode) async throws -> GitHubUser {
      let transport = RecordingTransport(cassette: file, mode: mode)
      let user: Single<GitHubUser> = NetworkSession(transport: transport)
        .stream.get(server.baseURL.absoluteString + "/users/trentm").object()
      let value = try await user.value
      try transport.save()
      return value
    }
    let recorded = try await user(.recordNew)
    server.stop()
    let replayed = try await user(.replay)
    #expect(replayed == recorded)
  }
}
