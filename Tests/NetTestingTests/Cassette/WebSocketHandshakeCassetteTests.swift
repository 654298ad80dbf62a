import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// What a client reads in the response to a replayed handshake.
@Suite struct WebSocketHandshakeCassetteTests {
  private let upstream = MockTransport()
  private let failures = CollectedFailures()

  private func transport(_ file: URL, _ mode: RecordingMode = .replay) -> RecordingTransport {
    failures.collect { RecordingTransport(upstream, cassette: file, mode: mode, line: 5) }
  }

  private func client(
    _ transport: RecordingTransport, subprotocols: [String] = ["v1", "v2"], compresses: Bool = true
  ) -> ReceivedUpdates {
    var options = WebSocketOptions()
    options.offersCompression = compresses
    return ReceivedUpdates(
      NetworkSession(transport: transport).webSocket(
        "wss://example.com/chat", subprotocols: subprotocols, options: options))
  }

  private func stub(_ change: (StubResponse) -> StubResponse = { $0 }) {
    let script = StubResponse.script(subprotocols: ["v2"], compresses: true) { peer in
      peer.expect(.text("hi"))
      peer.send(.text("hello"))
      peer.close(.normal)
    }
    upstream.stub(.webSocket("/chat"), with: change(script))
  }

  /// Records a conversation.
  private func record(_ file: URL) throws -> ReceivedUpdates {
    let recording = transport(file, .recordAll)
    let client = client(recording)
    client.send(.text("hi"))
    try recording.save()
    return client
  }

  /// The fields but the acceptance, which belongs to the random key of each handshake.
  private func fields(_ client: ReceivedUpdates) -> [String]? {
    client.connection?.response.headers
      .filter { $0.name != "Sec-WebSocket-Accept" }
      .map { "\($0.name): \($0.value)" }.sorted()
  }

  @Test func theFieldsOfTheServerAreReplayed() async throws {
    stub { $0.header("X-Server", "a").addingHeader("Link", "<1>").addingHeader("Link", "<2>") }
    try await CassetteFixtures.inFolder { file in
      let recorded = try record(file)
      let replayed = client(transport(file))
      let headers = try #require(replayed.connection?.response.headers)
      expectEqual(headers.values(for: "X-Server"), ["a"])
      expectEqual(headers.values(for: "Link"), ["<1>", "<2>"])
      expectEqual(fields(replayed), fields(recorded))
    }
  }

  @Test func theSubprotocolAndTheExtensionAreReplayed() async throws {
    stub()
    try await CassetteFixtures.inFolder { file in
      let recorded = try record(file)
      let replayed = client(transport(file))
      let headers = try #require(replayed.connection?.response.headers)
      expectEqual(headers.values(for: "Sec-WebSocket-Protocol"), ["v2"])
      expectEqual(replayed.connection?.subprotocol, "v2")
      expectNotNil(headers["Sec-WebSocket-Extensions"])
      expectEqual(fields(replayed), fields(recorded))
    }
  }

  @Test func messagesAreExchangedWithTheReplayedExtension() async throws {
    stub()
    try await CassetteFixtures.inFolder { file in
      _ = try record(file)
      let replayed = client(transport(file))
      replayed.send(.text("hi"))
      expectEqual(replayed.texts, ["hello"])
      expectEqual(replayed.closure?.code, .normal)
      expectTrue(failures.messages.isEmpty)
    }
  }

  @Test func theSpellingOfAFieldIsReplayed() async throws {
    stub { $0.header("Upgrade", "WebSocket").header("Connection", "keep-alive, upgrade") }
    try await CassetteFixtures.inFolder { file in
      _ = try record(file)
      let headers = try #require(client(transport(file)).connection?.response.headers)
      expectEqual(headers.values(for: "Upgrade"), ["WebSocket"])
      expectEqual(headers.values(for: "Connection"), ["keep-alive, upgrade"])
    }
  }

  @Test func whatTheClientDoesNotOfferIsNotChosen() async throws {
    stub()
    try await CassetteFixtures.inFolder { file in
      _ = try record(file)
      let replayed = client(transport(file), subprotocols: [], compresses: false)
      let headers = try #require(replayed.connection?.response.headers)
      expectNil(headers["Sec-WebSocket-Protocol"])
      expectNil(headers["Sec-WebSocket-Extensions"])
      replayed.send(.text("hi"))
      expectEqual(replayed.texts, ["hello"])
    }
  }

  @Test(arguments: ["permessage-deflate; client_max_window_bits=99", "x-webkit-deflate-frame", "a, b"])
  func anExtensionOfAnotherClientIsLeftOut(_ value: String) async throws {
    let file = CassetteFixtures.chrome.replacingOccurrences(
      of: #""status": 101, "statusText": "Switching Protocols", "httpVersion": "HTTP/1.1", "headers": []"#,
      with: """
        "status": 101, "statusText": "Switching Protocols", "httpVersion": "HTTP/1.1", "headers": [
          {"name": "Sec-WebSocket-Accept", "value": "of another key"}, {"name": "Upgrade", "value": "?"},
          {"name": "Connection", "value": "close"}, {"name": "X-Server", "value": "a"},
          {"name": "Sec-WebSocket-Extensions", "value": "\(value)"}]
        """)
    try await CassetteFixtures.with(file) { file in
      let live = ReceivedUpdates(
        NetworkSession(transport: transport(file)).webSocket("wss://api.example.com/live"))
      let headers = try #require(live.connection?.response.headers)
      expectEqual(headers["X-Server"], "a")
      expectNil(headers["Sec-WebSocket-Extensions"])
    }
  }

  @Test func secretsOfTheHandshakeAreNotReplayed() async throws {
    stub { $0.addingHeader("Set-Cookie", "session=s3cret; Path=/") }
    try await CassetteFixtures.inFolder { file in
      _ = try record(file)
      let headers = try #require(client(transport(file)).connection?.response.headers)
      expectEqual(headers["Set-Cookie"], "session=<redacted>; Path=/")
    }
  }
}
