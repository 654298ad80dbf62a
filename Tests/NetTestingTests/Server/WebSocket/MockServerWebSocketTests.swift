import Dispatch
import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// WebSockets of a server, byte by byte.
///
/// The handshake and the frames of "Hello" are those of RFC 6455 sections 1.3 and
/// 5.7.
@Suite struct MockServerWebSocketTests {
  static let handshake = """
    Upgrade: websocket\r
    Connection: keep-alive, Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r\n
    """
  private static let hello: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
  private static let maskedHello: [UInt8] = [
    0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58,
  ]
  /// A close frame with 1000, masked with zeros.
  private static let maskedClose: [UInt8] = [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]
  private static let close: [UInt8] = [0x88, 0x02, 0x03, 0xe8]

  private let fixture: ServerFixture

  init() throws { fixture = try ServerFixture() }

  private var server: MockServer { fixture.server }

  private func open(
    _ script: @escaping @Sendable (WebSocketPeer) -> Void
  ) throws -> SocketClient {
    server.webSocket("/chat", script: script)
    let client = try fixture.client()
    try client.get("/chat", headers: Self.handshake)
    expectEqual(try client.receive(toHead: true).status, 101)
    return client
  }

  @Test func theHandshakeIsAccepted() throws {
    server.webSocket("/chat") { _ in }
    let client = try fixture.client()
    try client.get("/chat", headers: Self.handshake)
    let response = try client.receive(toHead: true)
    #expect(response.head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    expectEqual(response.header("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    expectEqual(response.header("Upgrade"), "websocket")
    expectEqual(response.header("Connection"), "Upgrade")
    expectEqual(server.exchanges.map(\.status), [101])
  }

  @Test func aConversationFollowsTheScript() async throws {
    let client = try open { peer in
      peer.expect(.text("Hello"))
      peer.send(.text("Hello"))
      peer.close(.normal)
    }
    try client.send(Data(Self.maskedHello))
    expectEqual(try client.receive(count: 11), Data(Self.hello + Self.close))
    try client.send(Data(Self.maskedClose))
    expectEqual(client.receiveEnd(), .closed)
    await expect(server.webSockets.first?.isOpen).toEventually(equal(false))
    expectEqual(server.webSockets.first?.received, [.text("Hello")])
    expectEqual(server.webSockets.first?.closure?.code, .normal)
    expectTrue(fixture.failureMessages.isEmpty)
  }

  @Test func framesThatArriveWithTheHandshakeAreRead() throws {
    server.webSocket("/chat") { peer in
      peer.expect(.text("Hello"))
      peer.send(.text("Hello"))
    }
    let client = try fixture.client()
    let head = "GET /chat HTTP/1.1\r\nHost: localhost\r\n\(Self.handshake)\r\n"
    try client.send(Data(head.utf8) + Data(Self.maskedHello))
    _ = try client.receive(toHead: true)
    expectEqual(try client.receive(count: 7), Data(Self.hello))
  }

  @Test func aPingIsAnsweredWithoutAStep() throws {
    let client = try open { _ in }
    try client.send(Data([0x89, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]))
    expectEqual(try client.receive(count: 7), Data([0x8a, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]))
  }

  @Test func aMessageIsEchoedByAClosure() throws {
    let client = try open { peer in peer.onMessage { [$0] } }
    try client.send(Data(Self.maskedHello + Self.maskedHello))
    expectEqual(try client.receive(count: 14), Data(Self.hello + Self.hello))
  }

  @Test func aClientThatHasFinishedSendingReceivesTheAnswers() throws {
    let mayAnswer = DispatchSemaphore(value: 0)
    server.stub(.get("/other"), with: .status(204))
    let client = try open { peer in
      _ = mayAnswer.wait(timeout: .patience)
      peer.send(.text("Hello"))
    }
    try client.send(Data([0x89, 0x80, 0, 0, 0, 0] + Self.maskedHello))
    client.finishSending()
    // One thread serves all connections: when it has served these, it has read the end of the first one.
    for _ in 0..<2 {
      let other = try fixture.client()
      try other.get("/other")
      expectEqual(try other.receive().status, 204)
    }
    mayAnswer.signal()
    expectEqual(try client.receive(count: 9), Data([0x8a, 0] + Self.hello))
    expectEqual(client.receiveEnd(), .closed)
    expectEqual(server.webSockets.first?.received, [.text("Hello")])
  }

  @Test func aClientThatHasFinishedSendingReceivesTheCloseFrame() throws {
    let client = try open { _ in }
    try client.send(Data(Self.maskedClose))
    client.finishSending()
    expectEqual(try client.receive(count: 4), Data(Self.close))
    expectEqual(client.receiveEnd(), .closed)
  }

  @Test func aLargeMessageArrivesWhole() throws {
    let client = try open { peer in peer.send(.data(Data(repeating: 7, count: 3 << 20))) }
    let head = Data([0x82, 127, 0, 0, 0, 0, 0, 0x30, 0, 0])
    expectEqual(try client.receive(count: 10), head)
    expectEqual(try client.receive(count: 3 << 20), Data(repeating: 7, count: 3 << 20))
  }

  @Test func aMaskedFrameIsSentMasked() throws {
    let client = try open { $0.fault(.maskedFrame(.text("Hello"))) }
    expectEqual(Array(try client.receive(count: 11).prefix(2)), [0x81, 0x85])
  }

  @Test func aFrameIsCutOff() throws {
    let client = try open { $0.fault(.cutFrame(.text("Hello"), after: 4)) }
    expectEqual(try client.receive(count: 4), Data(Self.hello.prefix(4)))
    expectEqual(client.receiveEnd(), .closed)
  }

  @Test func theConnectionIsReset() throws {
    let client = try open { peer in
      peer.expect(.text("Hello"))
      peer.fault(.reset)
    }
    try client.send(Data(Self.maskedHello))
    expectEqual(client.receiveEnd(), .reset)
  }

  @Test func bytesAreSentAsTheyAre() throws {
    let client = try open { $0.fault(.garbage) }
    expectEqual(try client.receive(count: 16), Data(repeating: 0xff, count: 16))
  }

  @Test func anUnscriptedHandshakeGetsTheReport() throws {
    server.webSocket("/chats") { _ in }
    let client = try fixture.client()
    try client.get("/chat", headers: Self.handshake)
    let response = try client.receive()
    expectEqual(response.status, 501)
    #expect(response.text.contains("webSocket /chats"))
    expectEqual(fixture.failureMessages.count, 1)
    expectEqual(fixture.failureMessages.first?.contains("server.stub(.webSocket("), true)
  }

  @Test(arguments: [
    ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits="),
    ("Sec-WebSocket-Protocol", "chat, chat"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
  ])
  func aMalformedFieldOfTheHandshakeIsRejected(name: String, value: String) throws {
    server.webSocket("/chat") { _ in }
    let client = try fixture.client()
    try client.get("/chat", headers: Self.handshake + "\(name): \(value)\r\n")
    let response = try client.receive()
    expectEqual(response.status, 400)
    expectEqual(response.text, "\(name) is not valid.\n")
  }

  @Test func aHandshakeInHTTP10IsRejected() throws {
    server.webSocket("/chat") { _ in }
    let client = try fixture.client()
    try client.send("GET /chat HTTP/1.0\r\n\(Self.handshake)\r\n")
    expectEqual(try client.receive().status, 400)
  }

  @Test func anUnsupportedVersionIsRejectedAndTheSupportedOneIsNamed() throws {
    server.webSocket("/chat") { _ in }
    let client = try fixture.client()
    try client.get(
      "/chat", headers: Self.handshake.replacingOccurrences(of: "Version: 13", with: "Version: 8"))
    let response = try client.receive()
    expectEqual(response.status, 426)
    expectEqual(response.header("Sec-WebSocket-Version"), "13")
    expectEqual(response.header("Upgrade"), "websocket")
    expectEqual(response.header("Connection"), "Upgrade")
  }

  @Test func anInvalidKeyIsRefused() throws {
    server.webSocket("/chat") { _ in }
    let client = try fixture.client()
    try client.get(
      "/chat", headers: Self.handshake.replacingOccurrences(of: "dGhlIHNhbXBsZSBub25jZQ==", with: "short"))
    expectEqual(try client.receive().status, 400)
  }

  @Test func anOrdinaryRequestForAScriptIsReported() throws {
    server.stub(.get("/chat"), with: .script { _ in })
    let client = try fixture.client()
    try client.get("/chat")
    expectEqual(try client.receive().status, 500)
    expectEqual(fixture.failureMessages.first?.contains("A script answers only handshakes"), true)
  }

  @Test func anUnmaskedFrameIsReported() async throws {
    let client = try open { _ in }
    try client.send(Data(Self.hello))
    // A close frame with 1002.
    expectEqual(try client.receive(count: 4), Data([0x88, 0x02, 0x03, 0xea]))
    expectEqual(client.receiveEnd(), .closed)
    expectEqual(fixture.failureMessages.first?.contains("violated the protocol"), true)
  }

  @Test func aClientThatDisconnectsLeavesAnExpectationUnmet() async throws {
    let client = try open { $0.expect(.text("Hello")) }
    client.close()
    await expect(server.webSockets.first?.isOpen).toEventually(equal(false))
    expectEqual(
      fixture.failureMessages.first?.contains("ended while its script expected the text \"Hello\""), true)
  }

  @Test func stoppingReportsAnUnmetExpectation() async throws {
    let client = try open { $0.expect(.text("Hello")) }
    await expect(server.webSockets.first?.awaited).toEventually(equal("the text \"Hello\""))
    server.stop()
    expectEqual(fixture.failureMessages.count, 1)
    expectEqual(client.receiveEnd(), .closed)
  }

  @Test func aWaitOfAScriptTakesVirtualTime() async throws {
    let time = TestScheduler()
    let fixture = try ServerFixture(timer: time)
    fixture.server.webSocket("/chat") { peer in
      peer.wait(.seconds(60))
      peer.send(.text("Hello"))
    }
    let client = try fixture.client()
    try client.get("/chat", headers: Self.handshake)
    _ = try client.receive(toHead: true)
    await expect(time.pendingCount).toEventually(equal(1))
    time.advance(by: .seconds(60))
    expectEqual(try client.receive(count: 7), Data(Self.hello))
  }

  @Test func anOpenWebSocketCountsAsOpen() throws {
    let client = try open { _ in }
    expectEqual(server.core.read { $0.openRequests.count }, 1)
    try client.send(Data(Self.maskedClose))
    expectEqual(try client.receive(count: 4), Data(Self.close))
    expectEqual(client.receiveEnd(), .closed)
    #expect(server.core.read { $0.openRequests.isEmpty })
  }
}
