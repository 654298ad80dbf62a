import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a HAR file of a trace has of a WebSocket, as a browser or a cassette reads it.
@Suite struct TracedWebSocketTests {
  private let transport = MockTransport()
  private let scheduler = TestScheduler()

  private func file(bodyLimit: Int, _ text: String = "hi") -> Data {
    transport.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.expect(.text(text))
        peer.send(.text("hello"))
        peer.send(.data(Data([1, 2, 3])))
        peer.close(.normal)
      })
    let recorder = TraceRecorder(bodyLimit: bodyLimit)
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    let session = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    ReceivedUpdates(session.webSocket("wss://example.com/chat")).send(.text(text))
    scheduler.run()
    return recorder.trace.har()
  }

  private func entry(bodyLimit: Int, _ text: String = "hi") throws -> JSONValue {
    try JSONValue(parsing: file(bodyLimit: bodyLimit, text))["log"]["entries"][0]
  }

  @Test func theEntryIsAWebSocketWithItsMessages() throws {
    let entry = try entry(bodyLimit: 100)
    expectEqual(entry["_resourceType"], "websocket")
    expectEqual(entry["request"]["url"], "wss://example.com/chat")
    expectEqual(entry["response"]["status"], 101)
    let messages = entry["_webSocketMessages"].array ?? []
    expectEqual(messages.map { $0["type"] }, ["send", "receive", "receive"])
    expectEqual(messages.map { $0["opcode"] }, [1, 1, 2])
    expectEqual(messages.map { $0["data"] }, ["hi", "hello", "AQID"])
    #expect(messages.allSatisfy { $0["_missing"].isNull })
    expectEqual(messages[0]["time"].double, scheduler.startDate.timeIntervalSince1970)
  }

  @Test func aCassetteReadsTheMessages() throws {
    let cassette = try Cassette(parsing: file(bodyLimit: 100), file: "trace.har")
    expectEqual(
      cassette.entries[0].webSocket?.map(\.content),
      [
        .message(.text("hi")), .message(.text("hello")), .message(.data(Data([1, 2, 3]))),
      ])
  }

  @Test func messagesThatAreNotRecordedAreMarked() throws {
    let messages = try entry(bodyLimit: 0)["_webSocketMessages"].array ?? []
    expectEqual(messages.map { $0["data"] }, ["", "", ""])
    expectEqual(messages.map { $0["_size"] }, [2, 5, 3])
    expectEqual(messages.map { $0["_missing"] }, Array(repeating: "bodies are not recorded", count: 3))
  }

  @Test func aCutMessageIsMarked() throws {
    let message = try entry(bodyLimit: 4, "a longer text")["_webSocketMessages"][0]
    expectEqual(message["data"], "a lo")
    expectEqual(message["_size"], 13)
    expectEqual(message["_missing"], "only its beginning is recorded")
  }

  @Test func aMessageThatIsMissingIsNotReplayedAsAnEmptyOne() throws {
    let cassette = try Cassette(parsing: file(bodyLimit: 0), file: "trace.har")
    expectTrue(cassette.entries.isEmpty)
    expectEqual(cassette.skipped.map(\.path), ["log.entries[0]._webSocketMessages[0].data"])
  }

  @Test func secretsOfMessagesAreHidden() throws {
    let secrets = #"{"user": "trent", "password": "open sesame"}"#
    let entry = try entry(bodyLimit: 100, secrets)
    #expect(!"\(entry)".contains("sesame"))
    expectEqual(entry["_webSocketMessages"][0]["data"].string?.contains("trent"), true)
  }

  @Test func aRequestWithoutAWebSocketHasNoMessages() throws {
    transport.stub(.get("/a"), with: .status(204))
    let recorder = TraceRecorder()
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    NetworkSession(configuration: configuration, transport: transport).get("https://example.com/a")
      .responseData { _ in }
    let entry = try JSONValue(parsing: recorder.trace.har())["log"]["entries"][0]
    #expect(entry["_webSocketMessages"].isNull)
    expectEqual(entry["request"]["url"], "https://example.com/a")
  }
}
