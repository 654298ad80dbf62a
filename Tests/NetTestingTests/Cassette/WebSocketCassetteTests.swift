import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct WebSocketCassetteTests {
  private struct Nobody: WebSocketReceiver {
    func receive(_ event: WebSocketTransportEvent) {}
  }

  private let upstream = MockTransport()
  private let failures = CollectedFailures()

  private func transport(
    _ file: URL, _ mode: RecordingMode = .replay, over upstream: (any Transport)? = nil
  ) -> RecordingTransport {
    failures.collect { RecordingTransport(upstream ?? self.upstream, cassette: file, mode: mode, line: 5) }
  }

  private func client(_ transport: RecordingTransport, _ path: String = "chat") -> ReceivedUpdates {
    ReceivedUpdates(NetworkSession(transport: transport).webSocket("wss://example.com/\(path)"))
  }

  private func upstreamStub() {
    upstream.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.expect(.text("hi"))
        peer.send(.text("hello"))
        peer.send(.data(Data([1, 2])))
        peer.close(.normal, reason: "bye")
      })
  }

  @Test func aConversationIsRecordedAndReplayed() async throws {
    upstreamStub()
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      client(recording).send(.text("hi"))
      try recording.save()

      let replayed = client(transport(file))
      expectTrue(replayed.messages.isEmpty)
      replayed.send(.text("hi"))
      expectEqual(replayed.messages, [.text("hello"), .data(Data([1, 2]))])
      expectEqual(replayed.closure, WebSocketClosure(code: .normal, reason: "bye"))
      expectTrue(failures.messages.isEmpty)
      expectEqual(upstream.requestCount, 1)
    }
  }

  /// The server chooses the subprotocol that is the credential, and the next client has another one.
  @Test func aSubprotocolThatIsACredentialIsReplayedForAnother() async throws {
    func subprotocol(_ token: String) -> String { "base64url.bearer.authorization.k8s.io.\(token)" }
    upstream.stub(.webSocket("/chat"), with: .script(subprotocols: [subprotocol("hunter2")]) { $0.close() })
    func open(_ transport: RecordingTransport, _ token: String) -> ReceivedUpdates {
      ReceivedUpdates(
        NetworkSession(transport: transport)
          .webSocket("wss://example.com/chat", subprotocols: [subprotocol(token), "v1"]))
    }
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      expectEqual(open(recording, "hunter2").connection?.subprotocol, subprotocol("hunter2"))
      try recording.save()
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("hunter2"))
      expectEqual(open(transport(file), "other").connection?.subprotocol, subprotocol("other"))
      expectTrue(failures.messages.isEmpty)
    }
  }

  /// Replays a recorded message to a client that sends another one, and returns what the client receives.
  private func replay(_ recorded: WebSocketMessage, to sent: WebSocketMessage) async throws -> [String] {
    upstream.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.expect("anything") { _ in true }
        peer.send(.text("hello"))
        peer.close()
      })
    return try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      client(recording).send(recorded)
      try recording.save()
      let replayed = client(transport(file))
      replayed.send(sent)
      return replayed.texts
    }
  }

  @Test func aMessageOfEqualJSONIsTheRecordedOne() async throws {
    let (recorded, sent) = (#"{"type":"subscribe","id":1}"#, #"{ "id": 1.0, "type": "subscribe" }"#)
    expectEqual(try await replay(.text(recorded), to: .text(sent)), ["hello"])
    expectEqual(try await replay(.data(Data(recorded.utf8)), to: .data(Data(sent.utf8))), ["hello"])
    expectTrue(failures.messages.isEmpty)
  }

  @Test(arguments: [
    #"{"type":"subscribe","id":2}"#, #"[{"type":"subscribe","id":1}]"#, #"{"type":"subscribe""#,
  ])
  func aMessageOfOtherJSONIsNotTheRecordedOne(_ sent: String) async throws {
    expectEqual(try await replay(.text(#"{"type":"subscribe","id":1}"#), to: .text(sent)), [])
    expectEqual(failures.messages.map { $0.contains("expected the text") }, [true])
  }

  @Test func aTaskThatProceedsWhileItIsStartedIsNotPaused() async throws {
    let base = ScriptedWebSockets()
    try await CassetteFixtures.inFolder { file in
      let task = transport(file, .recordAll, over: base).webSocketTask(
        for: TransportRequest(url: try #require(URL(string: "wss://example.com/chat"))), subprotocols: [],
        options: WebSocketOptions(), receiver: Nobody())
      task.pause()
      base.onMake.update { $0 = { $0.onPause.update { $0 = { task.proceed() } } } }
      task.resume()
      expectEqual(base.tasks.first?.calls, ["pause", "proceed"])
    }
  }

  @Test func theFileIsWrittenAsChromiumDoes() async throws {
    upstreamStub()
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      client(recording).send(.text("hi"))
      try recording.save()
      let entry = try JSONValue(parsing: Data(contentsOf: file))["log"]["entries"].array?.first
      expectEqual(entry?["_resourceType"], "websocket")
      expectEqual(entry?["request"]["url"], "wss://example.com/chat")
      expectEqual(entry?["response"]["status"], 101)
      let messages = entry?["_webSocketMessages"].array ?? []
      expectEqual(messages.map { $0["type"].string }, ["send", "receive", "receive", "receive"])
      expectEqual(messages.map { $0["opcode"].int }, [1, 1, 2, 8])
      expectEqual(messages.map { $0["data"].string }, ["hi", "hello", "AQI=", "A+hieWU="])
    }
  }

  @Test func aFileOfChromiumIsReplayed() async throws {
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      let client = client(transport(file), "")
      expectNotNil(client.failure)
      let live = ReceivedUpdates(
        NetworkSession(transport: transport(file)).webSocket("wss://api.example.com/live"))
      live.send(.text("hi"))
      live.close()
      expectEqual(live.closure?.code, .normal)
      expectEqual(failures.messages.count, 1)
    }
  }

  @Test func aMessageThatDiffersFromTheRecordedOneFailsTheTest() async throws {
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      let client = ReceivedUpdates(
        NetworkSession(transport: transport(file)).webSocket("wss://api.example.com/live"))
      client.send(.text("ho"))
      expectEqual(failures.lines, [5])
      expectEqual(
        failures.messages.first?.contains(#"expected the text "hi", and received the text "ho""#), true)
    }
  }

  @Test func aWebSocketDoesNotAnswerAnOrdinaryRequest() async throws {
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      NetworkSession(transport: transport(file)).get("https://api.example.com/live").resume()
      expectEqual(failures.messages.count, 1)
      expectEqual(
        failures.messages.first?.contains("No entry answers GET https://api.example.com/live"), true)
    }
  }

  @Test func aRefusedHandshakeIsRecordedAndReplayed() async throws {
    upstream.stub(.webSocket("/chat"), with: .text("go away").status(403))
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      expectEqual(client(recording).failure?.reason, .validation(.statusCode(403)))
      try recording.save()
      let replayed = client(transport(file))
      expectEqual(replayed.failure?.reason, .validation(.statusCode(403)))
      expectEqual(replayed.failure?.data, Data("go away".utf8))
    }
  }

  @Test func aRefusalWhoseBodyWasNotRecordedFailsTheTest() async throws {
    upstream.stub(.webSocket("/chat"), with: .text("go away").status(403))
    try await CassetteFixtures.inFolder { file in
      let recording = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 6)
      expectEqual(client(recording).failure?.data, Data("go away".utf8))
      try recording.save()
      #expect(client(transport(file)).failure?.underlyingError is ReplayedFailure)
      expectEqual(failures.lines, [5])
      expectEqual(failures.messages.first?.contains("it has 7 bytes, and 6 are recorded at most"), true)
    }
  }

  @Test func aRefusalThatFailedIsReplayedWithItsHead() async throws {
    upstream.stub(.webSocket("/chat"), with: .text("go away").status(403).fault(.reset(after: .bodyBytes(2))))
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      let recorded = client(recording).failure
      try recording.save()
      let replayed = client(transport(file)).failure
      expectEqual(replayed?.response?.status, 403)
      expectEqual(replayed?.response?.status, recorded?.response?.status)
      expectEqual(replayed?.data, recorded?.data)
    }
  }

  @Test(arguments: [false, true])
  func aMessageAfterTheLastRecordedOneFailsTheTest(_ closes: Bool) async throws {
    upstream.stub(.webSocket("/chat"), with: .script { _ in })
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      let recorded = client(recording)
      recorded.send(.text("hi"))
      if closes { recorded.close() } else { upstream.webSockets.first?.close() }
      try recording.save()
      let replayed = client(transport(file))
      replayed.send(.text("hi"))
      replayed.send(.text("more"))
      replayed.close()
      if closes {
        expectEqual(failures.lines, [5])
        expectEqual(
          failures.messages.first?.contains(#"expected no further message, and received the text "more""#),
          true)
      } else {
        expectTrue(failures.messages.isEmpty)
        expectNotNil(replayed.closure)
      }
    }
  }

  @Test func aMessageThatIsNeverSentFailsTheTestAtItsEnd() async throws {
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      let scope = TestScope()
      let transport = failures.collect {
        RecordingTransport(upstream, cassette: file, afterEach: scope, line: 5)
      }
      let client = ReceivedUpdates(
        NetworkSession(transport: transport).webSocket("wss://api.example.com/live"))
      expectTrue(failures.messages.isEmpty)
      scope.end()
      expectEqual(failures.lines, [5])
      expectEqual(failures.messages.first?.contains(#"ended while its script expected the text "hi""#), true)
      expectTrue(client.hasEnded)
    }
  }

  @Test func aMessageAfterAnOpenRecordingFailsTheTest() async throws {
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      let client = ReceivedUpdates(
        NetworkSession(transport: transport(file)).webSocket("wss://api.example.com/live"))
      client.send(.text("hi"))
      client.send(.text("ho"))
      expectEqual(failures.lines, [5])
    }
  }

  @Test func aLostConnectionIsReplayedAsLost() async throws {
    upstream.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.send(.text("hello"))
        peer.fault(.disconnect)
      })
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      expectEqual(client(recording).error, .connectionLost)
      try recording.save()
      let replayed = client(transport(file))
      expectEqual(replayed.texts, ["hello"])
      expectEqual(replayed.error, .connectionLost)
    }
  }

  @Test func aCloseOfTheClientIsExpected() async throws {
    upstream.stub(.webSocket("/chat"), with: .script { _ in })
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      client(recording).close(.goingAway)
      try recording.save()
      client(transport(file)).close(.normal)
      expectEqual(failures.messages.count, 1)
      expectEqual(
        failures.messages.first?.contains("expected a close with code 1001, and received 1000"), true)
    }
  }

  @Test func secretsInMessagesAreRedactedAndStillMatch() async throws {
    upstream.stub(.webSocket("/chat"), with: .script { peer in peer.onMessage { [$0] } })
    let secret = WebSocketMessage.text(#"{"password":"s3cret"}"#)
    try await CassetteFixtures.inFolder { file in
      let recording = transport(file, .recordAll)
      let recorded = client(recording)
      recorded.send(secret)
      recorded.close()
      try recording.save()
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("s3cret"))
      let replayed = client(transport(file))
      replayed.send(secret)
      replayed.close()
      expectEqual(replayed.closure?.code, .normal)
      expectEqual(replayed.messages.count, 1)
      expectTrue(failures.messages.isEmpty)
    }
  }

  @Test func aTransportWithoutWebSocketsFailsTheRecording() async throws {
    try await CassetteFixtures.inFolder { file in
      let client = client(transport(file, .recordAll, over: URLSessionTransport()))
      expectEqual(client.refusal, .unsupported(transport: "URLSessionTransport"))
    }
  }

  @Test func base64ThatIsInvalidSkipsTheEntry() throws {
    let text = CassetteFixtures.chrome.replacingOccurrences(
      of: #""opcode": 1, "data": "hi""#, with: #""opcode": 2, "data": "?""#)
    let cassette = try Cassette(parsing: Data(text.utf8), file: "test.har")
    #expect(cassette.entries.allSatisfy { $0.webSocket == nil })
    expectEqual(cassette.skipped.map(\.path), ["log.entries[4]._webSocketMessages[0].data"])
  }
}
