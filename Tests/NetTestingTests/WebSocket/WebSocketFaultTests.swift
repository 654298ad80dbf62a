import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct WebSocketFaultTests {
  private let time = TestScheduler()
  private let network: NetworkingMock

  init() { network = NetworkingMock(timer: time, afterEach: .test) }

  private func client(
    _ response: StubResponse, _ options: WebSocketOptions = WebSocketOptions()
  ) -> ReceivedUpdates {
    network.stub(.webSocket("/chat"), with: response)
    return ReceivedUpdates(network.webSocket("/chat", options: options))
  }

  @Test(arguments: [
    (WebSocketFault.garbage, WebSocketError.protocolViolation(.reservedBits)),
    (.maskedFrame(.text("hello")), .protocolViolation(.masking)),
    (.cutFrame(.text("hello"), after: 3), .connectionLost),
    (.disconnect, .connectionLost), (.reset, .connectionLost),
    (.bytes(Data([0x81, 0x01, 0xff])), .invalidText),
  ])
  func aFaultEndsTheMessages(_ fault: WebSocketFault, _ error: WebSocketError) {
    let client = client(
      .script { peer in
        peer.send(.text("first"))
        peer.fault(fault)
      })
    expectEqual(client.texts, ["first"])
    expectEqual(client.error, error)
  }

  @Test func aPeerThatNeverPongsIsLost() {
    var options = WebSocketOptions()
    options.pingInterval = .seconds(20)
    let client = client(.script { $0.fault(.unansweredPings) }, options)
    time.advance(by: .milliseconds(29_999))
    expectFalse(client.hasEnded)
    time.advance(by: .milliseconds(1))
    expectEqual(client.error, .pongTimeout)
  }

  @Test func aConnectionWhosePeerAnswersPingsStaysOpen() {
    var options = WebSocketOptions()
    options.pingInterval = .seconds(20)
    let client = client(.script { _ in }, options)
    time.advance(by: .seconds(600))
    expectFalse(client.hasEnded)
    client.close()
  }

  @Test func aCloseThatIsNotAnsweredTimesOut() {
    let client = client(.script { $0.fault(.unansweredClose) })
    client.close()
    time.advance(by: .seconds(5))
    expectEqual(client.error, .closeTimeout)
  }

  @Test func aWrongAcceptRefusesTheHandshake() {
    let client = client(.script { _ in }.header("Sec-WebSocket-Accept", "wrong"))
    expectEqual(client.refusal, .handshake(.field("Sec-WebSocket-Accept")))
    expectTrue(network.webSockets.isEmpty)
  }

  @Test func aSubprotocolThatWasNotRequestedRefusesTheHandshake() {
    let client = client(.script { _ in }.header("Sec-WebSocket-Protocol", "v9"))
    expectEqual(client.refusal, .handshake(.subprotocol("v9")))
  }

  @Test func anotherStatusRefusesTheHandshakeAndKeepsTheBody() {
    let client = client(.text("who are you?").status(403))
    expectEqual(client.failure?.reason, .validation(.statusCode(403)))
    expectEqual(client.failure?.data, Data("who are you?".utf8))
  }

  @Test func aScriptWithAnotherStatusRefusesTheHandshake() {
    let client = client(.script { _ in }.status(200))
    expectEqual(client.failure?.reason, .validation(.statusCode(200)))
  }

  @Test func aServerFaultReplacesTheHandshake() {
    let client = client(.script { _ in }.fault(.reset))
    expectEqual(client.failure?.underlyingError as? ServerFault, .reset)
  }

  @Test func aRedirectLeadsToAnotherScript() {
    network.stub(.webSocket("/old"), with: .redirect(to: "wss://mock.invalid/chat", status: 307))
    network.stub(.webSocket("/chat"), with: .script { $0.close() })
    let client = ReceivedUpdates(network.webSocket("/old"))
    expectEqual(client.closure?.code, .normal)
    expectEqual(network.requests.count, 2)
  }

  @Test func aCancelledConnectionEndsItsPeer() {
    let client = client(.script { _ in })
    client.connection?.cancel()
    expectTrue(client.hasEnded)
    expectEqual(network.webSockets.map(\.isOpen), [false])
  }
}
