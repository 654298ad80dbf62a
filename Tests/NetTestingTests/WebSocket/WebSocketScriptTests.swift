import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct WebSocketScriptTests {
  private let time = TestScheduler()
  private let network: NetworkingMock

  init() { network = NetworkingMock(timer: time, afterEach: .test) }

  private func open(
    _ options: WebSocketOptions = WebSocketOptions(), subprotocols: [String] = [], receives: Bool = true,
    _ script: @escaping @Sendable (WebSocketPeer) -> Void
  ) -> ReceivedUpdates {
    network.stub(.webSocket("/chat"), with: .script(script))
    return ReceivedUpdates(
      network.webSocket("/chat", subprotocols: subprotocols, options: options), receives: receives)
  }

  @Test func aConversationFollowsTheScript() {
    let client = open { peer in
      peer.expect(.text("hi"))
      peer.send(.text("hello"))
      peer.send(.data(Data([1, 2])))
      peer.close(.normal, reason: "bye")
    }
    expectTrue(client.messages.isEmpty)
    let sent = client.send(.text("hi"))
    expectEqual(client.messages, [.text("hello"), .data(Data([1, 2]))])
    expectEqual(client.closure, WebSocketClosure(code: .normal, reason: "bye"))
    expectEqual(sent.withLock { $0.map { (try? $0.get()) != nil } }, true)
    expectEqual(network.webSockets.map(\.received), [[.text("hi")]])
    expectEqual(network.webSockets.map(\.isOpen), [false])
  }

  private struct Subscription: Codable, Sendable {
    var type = "subscribe"
    var id = 1
  }

  @Test(arguments: [#"{"type":"subscribe","id":1}"#, #"{ "id": 1.0, "type": "subscribe" }"#])
  func expectedJSONMatchesInAnySpelling(_ json: String) {
    let client = open { peer in
      peer.expect(json: Subscription())
      peer.send(.text("hello"))
    }
    client.send(.text(json))
    expectEqual(client.texts, ["hello"])
  }

  @Test func expectedJSONCanBeASingleValue() {
    let client = open { peer in
      peer.expect(json: "\u{e9}")
      peer.send(.text("hello"))
    }
    client.send(.text(#""\u00e9""#))
    expectEqual(client.texts, ["hello"])
  }

  @Test func theHandshakeIsARecordedRequest() {
    network.stub(.webSocket("wss://example.com/chat/{room}"), with: .script { $0.close() })
    _ = ReceivedUpdates(
      network.webSocket(
        "wss://example.com/chat/7", subprotocols: ["v2"], headers: ["Authorization": "Bearer 1"]))
    let request = network.webSockets.first?.request
    expectEqual(request?.url.absoluteString, "https://example.com/chat/7")
    expectEqual(request?.headers["Sec-WebSocket-Version"], "13")
    expectEqual(request?.headers["Sec-WebSocket-Protocol"], "v2")
    expectEqual(request?.headers["Authorization"], "Bearer 1")
    expectEqual(network.requestCallCount, 1)
  }

  @Test func everyConnectionRunsTheScriptAgain() {
    network.stub(.webSocket("/chat"), with: .script { $0.close(.goingAway) })
    let clients = (0..<2).map { _ in ReceivedUpdates(network.webSocket("/chat")) }
    expectEqual(clients.map(\.closure?.code), [.goingAway, .goingAway])
    expectEqual(network.webSockets.count, 2)
  }

  @Test func aTestSendsAtAnyTime() {
    let client = open { _ in }
    network.webSockets.first?.send(.text("news"))
    expectEqual(client.texts, ["news"])
    network.webSockets.first?.close()
    expectEqual(client.closure?.code, .normal)
  }

  @Test func aThousandMessagesAreEchoedInOrder() {
    let client = open { peer in peer.onMessage { [$0] } }
    let texts = (0..<1_000).map { "message \($0)" }
    for text in texts { client.send(.text(text)) }
    expectEqual(client.texts, texts)
    client.close()
    expectEqual(client.closure?.code, .normal)
  }

  @Test func aWaitOfAScriptTakesVirtualTime() {
    let client = open { peer in
      peer.wait(.seconds(5))
      peer.send(.text("late"))
      peer.close()
    }
    time.advance(by: .milliseconds(4_999))
    expectTrue(client.texts.isEmpty)
    time.advance(by: .milliseconds(1))
    expectEqual(client.texts, ["late"])
    expectEqual(client.closure?.code, .normal)
  }

  @Test func aSlowMessageArrivesWithItsLastByte() {
    let client = open { peer in
      peer.send(.text("hello"), bytes: 3, every: .seconds(1))
      peer.close()
    }
    // A frame of 7 bytes, in 3 parts.
    time.advance(by: .milliseconds(1_999))
    expectTrue(client.texts.isEmpty)
    time.advance(by: .milliseconds(1))
    expectEqual(client.texts, ["hello"])
    expectTrue(client.hasEnded)
  }

  @Test func theFirstRequestedSubprotocolIsChosen() {
    network.stub(.webSocket("/chat"), with: .script(subprotocols: ["v1", "v2"]) { $0.close() })
    let client = ReceivedUpdates(network.webSocket("/chat", subprotocols: ["v2", "v1"]))
    expectEqual(client.connection?.subprotocol, "v2")
    expectEqual(network.webSockets.first?.subprotocol, "v2")
  }

  @Test func compressedMessagesAreEchoed() {
    network.stub(.webSocket("/chat"), with: .script(compresses: true) { $0.onMessage { [$0] } })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    let text = String(repeating: "squeeze ", count: 500)
    client.send(.text(text))
    expectEqual(client.texts, [text])
    client.close()
  }

  private static func expect(_ value: some Encodable, from peer: WebSocketPeer) { peer.expect(json: value) }

  @Test func bytesAreExpectedAsTheyAre() {
    let client = open { peer in
      Self.expect(Data("hi".utf8), from: peer)
      peer.send(.text("hello"))
    }
    client.send(.data(Data("hi".utf8)))
    expectEqual(client.texts, ["hello"])
  }

  @Test func aPingOfThePeerIsAnswered() {
    let client = open { peer in peer.ping(Data("x".utf8)) }
    expectEqual(network.webSockets.first?.pongCount, 1)
    client.close()
  }

  @Test func aValueIsSentAsJSON() {
    let client = open { peer in
      peer.send(json: ["a": 1])
      peer.close()
    }
    expectEqual(client.texts, [#"{"a":1}"#])
  }

  @Test func aHeldHandshakeOpensWhenTheTestCompletesIt() {
    network.delivery = .held
    let client = open { peer in peer.close() }
    expectNil(client.connection)
    network.pending.first?.complete()
    expectEqual(client.closure?.code, .normal)
  }

  @Test func sendsWaitWhileThePeerDoesNotRead() {
    let client = open { peer in peer.stopReading() }
    let sent = client.send(.text("hi"))
    #expect(sent.withLock { $0 == nil })
    expectEqual(network.webSockets.first?.received, [])
    network.webSockets.first?.startReading()
    #expect(sent.withLock { $0 != nil })
    expectEqual(network.webSockets.first?.received, [.text("hi")])
    client.close()
  }

  @Test func messagesWaitForAConsumer() {
    let client = open(receives: false) { peer in
      for number in 0..<200 { peer.send(.text("\(number)")) }
      peer.close()
    }
    expectTrue(client.texts.isEmpty)
    if let connection = client.connection { client.receive(from: connection) }
    expectEqual(client.texts, (0..<200).map { "\($0)" })
    expectEqual(client.closure?.code, .normal)
  }

  @Test func anExpectedCloseIsRecorded() {
    let client = open { peer in peer.expectClose(.goingAway) }
    client.close(.goingAway)
    expectEqual(network.webSockets.first?.closure?.code, .goingAway)
    expectTrue(client.hasEnded)
  }
}
