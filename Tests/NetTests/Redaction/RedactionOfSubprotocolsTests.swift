import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Credentials that are passed as subprotocols of a WebSocket, because a browser can set no other field.
@Suite struct RedactionOfSubprotocolsTests {
  /// The forms of Kubernetes (kubernetes/kubernetes#47740), Jupyter (enhancement proposal 119), OpenAI's Realtime API,
  /// and the pairs that many services use.
  @Test(arguments: [
    (
      "base64url.bearer.authorization.k8s.io.aHVudGVyMg, binary.k8s.io",
      "base64url.bearer.<redacted>, binary.k8s.io"
    ),
    ("v1.token.websocket.jupyter.org.hunter2", "v1.token.<redacted>"),
    (
      "realtime, openai-insecure-api-key.sk-hunter2, openai-beta.realtime-v1",
      "realtime, openai-insecure-api-key.<redacted>, openai-beta.realtime-v1"
    ),
    ("auth.hunter2", "auth.<redacted>"), ("chat, bearer, hunter2", "chat, bearer, <redacted>"),
    ("access_token,hunter2,chat", "access_token, <redacted>, chat"),
    ("Authorization, a.b.c", "Authorization, <redacted>"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "<redacted>"),
    ("graphql-transport-ws", "graphql-transport-ws"), ("v12.stomp,v11.stomp", "v12.stomp,v11.stomp"),
    ("wamp.2.json, mqttv3.1, ocpp1.6", "wamp.2.json, mqttv3.1, ocpp1.6"), ("bearer", "bearer"),
  ])
  func aCredentialIsHidden(list: String, expected: String) {
    let fields: HTTPHeaders = ["sec-websocket-protocol": list]
    expectEqual(Redaction.standard.redacted(fields)["Sec-WebSocket-Protocol"], expected)
  }

  @Test func aRedactionThatShowsTheFieldHidesNothing() {
    var redaction = Redaction.standard
    redaction.remove(headerName: "Sec-WebSocket-Protocol")
    let fields: HTTPHeaders = ["Sec-WebSocket-Protocol": "bearer, hunter2"]
    expectEqual(redaction.redacted(fields), fields)
  }

  @Test func aRedactionThatHidesTheFieldHidesAll() {
    var redaction = Redaction.standard
    redaction.insert(headerName: "Sec-WebSocket-Protocol")
    let fields: HTTPHeaders = ["Sec-WebSocket-Protocol": "chat, v2"]
    expectEqual(redaction.redacted(fields)["Sec-WebSocket-Protocol"], "<redacted>")
  }

  private static let secret = "base64url.bearer.authorization.k8s.io.hunter2"

  @Test func nothingThatASessionPrintsShowsTheCredential() throws {
    let lines = Locked<[String]>([])
    let recorder = TraceRecorder()
    let transport = MockTransport()
    transport.stub(.webSocket("/chat"), with: .script(subprotocols: [Self.secret]) { $0.close() })
    var configuration = SessionConfiguration()
    configuration.monitors = [
      recorder, LoggingMonitor(level: .debug) { _, line in lines.update { $0.append(line) } },
    ]
    let session = NetworkSession(configuration: configuration, transport: transport)
    let opened = Captured<Bool>()
    session.webSocket("wss://example.com/chat", subprotocols: [Self.secret, "v1"])
      .connect(delivery: .inline) { result in opened.set((try? result.get()) != nil) }
    expectEqual(opened.value, true)
    let trace = recorder.trace
    let texts =
      lines.value + [trace.waterfall()]
      + [trace.har(), trace.html()].map { String(decoding: $0, as: UTF8.self) }
    expectEqual(texts.filter { $0.contains("hunter2") }, [])
    #expect(lines.value.contains { $0.contains("Sec-WebSocket-Protocol: base64url.bearer.<redacted>, v1") })
  }

  @Test func aDescriptionDoesNotShowTheCredential() {
    let description = WebSocketDescription("wss://example.com/chat", subprotocols: ["chat", Self.secret])
    var texts = ["\(description)", String(reflecting: description)]
    for value in [description, WebSocketRequest(description, network: NetworkSession())] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      texts += [dumped, "\(value)"]
    }
    expectEqual(texts.filter { $0.contains("hunter2") }, [])
    expectEqual(texts.first, "GET wss://example.com/chat\nsubprotocols: chat, base64url.bearer.<redacted>")
  }

  @Test func anErrorDoesNotShowTheCredential() {
    let names = [Self.secret, "v 1"]
    let field = InvalidRequest.connectionHeader(name: "Sec-WebSocket-Protocol", value: Self.secret)
    for error in [InvalidRequest.subprotocols(names), field] { #expect(!"\(error)".contains("hunter2")) }
  }
}
