import Net
import NetStream
import NetTesting
import TestSupport
import Testing

/// What a WebSocket or a stream of events shows of its messages is printed as the session says.
@Suite(.netTesting) struct WebSocketRedactionTests {
  private let network: NetworkingMock

  init() {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.redaction.insert(headerName: "X-Patient")
    configuration.redaction.insert(bodyName: "patient")
    network = NetworkingMock(configuration: configuration, afterEach: .test)
    let script = StubResponse.script { peer in peer.send(.text(#"{"patient":{"hunter2":1}}"#)) }
    network.stub(.webSocket("/chat"), with: script.header("X-Patient", "hunter2"))
  }

  /// Whether something was printed, and it does not show the secret.
  private func isHidden(in value: Any?) -> Bool {
    guard let value else { return false }
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped].allSatisfy { !$0.contains("hunter2") }
  }

  @Test func theResponseOfAConnectionHidesTheSecret() async throws {
    let connection = try await network.webSocket("/chat").connect()
    expectEqual(connection.response.headers["X-Patient"], "hunter2")
    #expect(isHidden(in: connection.response))
    connection.cancel()
  }

  @Test func anOpenConnectionIsPrintedAsItsURLWithoutTheSecret() {
    let events = network.stream.webSocket("/chat?token=hunter2").session().record(afterEach: .test)
    #expect(isHidden(in: events.values.first))
    expectEqual(
      "\(events.values.prefix(1))",
      "[NetStream.WebSocketEvent.opened(StreamWebSocketConnection(https://mock.invalid/chat?token=<redacted>))]"
    )
  }

  @Test func theErrorOfAMessageHidesTheSecret() {
    let values = network.stream.webSocket("/chat").messages()
      .decoded(as: [String: [String: String]].self).record(afterEach: .test)
    #expect(isHidden(in: values.error))
  }

  @Test func theErrorOfAMessageOfASessionHidesTheSecret() {
    let values = network.stream.webSocket("/chat").session().messages()
      .decoded(as: [String: [String: String]].self).record(afterEach: .test)
    #expect(isHidden(in: values.error))
  }

  @Test func theErrorOfAnEventHidesTheSecret() {
    network.stub(.get("/events"), with: .events([ServerSentEvent(#"{"patient":{"hunter2":1}}"#)]))
    let values = network.stream.get("/events").events(reconnection: .never)
      .decoded(as: [String: [String: String]].self).record(afterEach: .test)
    #expect(isHidden(in: values.error))
  }
}
