import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

@Suite(.netTesting) struct StreamWebSocketTests {
  private let time = TestScheduler()
  private let network: NetworkingMock

  init() { network = NetworkingMock(timer: time, afterEach: .test) }

  private func socket(_ script: @escaping @Sendable (WebSocketPeer) -> Void) -> StreamWebSocket {
    network.stub(.webSocket("/chat"), with: .script(script))
    return network.stream.webSocket("/chat")
  }

  private var peer: WebSocketPeer? { network.webSockets.last }

  @Test func nothingIsSentBeforeASubscription() {
    let socket = socket { $0.close() }
    let streams = (socket.connect(), socket.messages())
    expectTrue(network.requests.isEmpty)
    _ = streams
  }

  @Test func aStubTakesAURL() throws {
    let url = try #require(URL(string: "wss://h/chat/%7Ba%7D"))
    network.stub(.webSocket(url), with: .script { $0.close() })
    #expect(network.stream.webSocket(url).messages().record(afterEach: .test).isCompleted)
  }

  @Test func eachSubscriptionOpensAConnection() {
    let messages = socket { peer in
      peer.send(.text("hello"))
      peer.close()
    }.messages()
    let recordings = (0..<2).map { _ in messages.record(afterEach: .test) }
    expectEqual(recordings.map(\.values), [[.text("hello")], [.text("hello")]])
    expectEqual(recordings.map(\.isCompleted), [true, true])
    expectEqual(network.webSockets.count, 2)
  }

  @Test func disposingOfMessagesClosesTheConnectionOnce() {
    let recording = socket { _ in }.messages().record(afterEach: .test)
    expectEqual(peer?.isOpen, true)
    recording.dispose()
    recording.dispose()
    expectEqual(peer?.closure, WebSocketClosure(code: .goingAway))
    expectEqual(peer?.isOpen, false)
  }

  @Test func disposingInsideOnNextClosesTheConnection() {
    let recording = socket { peer in
      peer.send(.text("1"))
      peer.send(.text("2"))
    }.messages().take(1).record(afterEach: .test)
    expectEqual(recording.values, [.text("1")])
    expectEqual(peer?.closure?.code, .goingAway)
  }

  @Test func disposingOfTheHandshakeCancelsIt() {
    network.delivery = .held
    let recording = socket { _ in }.messages().record(afterEach: .test)
    recording.dispose()
    expectEqual(network.cancelCount, 1)
    expectTrue(network.webSockets.isEmpty)
  }

  @Test func aRefusedHandshakeKeepsTheResponse() {
    network.stub(.webSocket("/chat"), with: .text("go away").status(403))
    let recording = network.stream.webSocket("/chat").connect().record(afterEach: .test)
    let error = recording.error as? NetworkError
    expectEqual(error?.reason, .validation(.statusCode(403)))
    expectEqual(error?.data, Data("go away".utf8))
  }

  @Test func theConnectionHasTheNegotiatedSubprotocol() {
    network.stub(.webSocket("/chat"), with: .script(subprotocols: ["v2"]) { $0.close() })
    let recording = network.stream.webSocket("/chat", subprotocols: ["v2"]).connect().record(afterEach: .test)
    expectEqual(recording.value?.subprotocol, "v2")
    expectEqual(recording.value?.isCompressed, false)
    expectEqual(recording.value?.response.status, 101)
  }

  @Test func aSendIsCold() {
    let recording = socket { _ in }.connect().record(afterEach: .test)
    let send = recording.value?.send(.text("hi"))
    expectEqual(peer?.received, [])
    let sent = (0..<2).compactMap { _ in send?.record(afterEach: .test) }
    expectEqual(sent.map { $0.error == nil && $0.value != nil }, [true, true])
    expectEqual(peer?.received, [.text("hi"), .text("hi")])
    _ = recording.value?.close().record(afterEach: .test)
  }

  @Test func aSendAfterTheEndFails() {
    let recording = socket { $0.close() }.connect().record(afterEach: .test)
    let sent = recording.value?.send(.text("hi")).record(afterEach: .test)
    expectEqual(sent?.error as? WebSocketError, .notOpen)
  }

  @Test func aValueIsSentAndReceivedAsJSON() {
    struct Price: Codable, Equatable { var cents: Int }
    let socket = socket { peer in
      peer.expect(.text(#"{"cents":5}"#))
      peer.send(json: Price(cents: 6))
      peer.close()
    }
    let prices = socket.connect().asObservable().flatMap { connection in
      connection.send(json: Price(cents: 5)).asObservable().flatMap { connection.messages }
    }.decoded(as: Price.self, decoder: JSONDecoder()).record(afterEach: .test)
    expectEqual(prices.values, [Price(cents: 6)])
    expectTrue(prices.isCompleted)
  }

  private struct Named: Codable, Equatable { var userName: String }

  /// A network whose JSON has snake case, and a script that receives and sends it.
  private func snakes() -> NetworkingMock {
    var configuration = NetworkingMock.defaultConfiguration
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    (configuration.decoder, configuration.encoder) = (decoder, encoder)
    let network = NetworkingMock(configuration: configuration, timer: time, afterEach: .test)
    network.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.send(.text(#"{"user_name":"a"}"#))
        peer.close()
      })
    return network
  }

  @Test func messagesAreDecodedByTheSessionsDecoder() {
    let socket = snakes().stream.webSocket("/chat")
    let streams = [
      socket.messages().decoded(as: Named.self), socket.session().messages().decoded(as: Named.self),
      socket.connect().asObservable().flatMap { $0.messages.decoded(as: Named.self) },
    ]
    for stream in streams {
      expectEqual(stream.record(afterEach: .test).values, [Named(userName: "a")])
    }
  }

  @Test func theDecoderOfTheHandshakeTakesPrecedence() {
    let plain = snakes().stream.webSocket("/chat").with { $0.request.decoder = JSONDecoder() }
    expectNotNil(plain.messages().decoded(as: Named.self).record(afterEach: .test).error)
    expectEqual(plain.messages().decoded(as: [String: String].self).record(afterEach: .test).values.count, 1)
  }

  @Test func aDecoderOfTheCallTakesPrecedence() {
    let messages = snakes().stream.webSocket("/chat").messages()
    #expect(
      messages.decoded(as: Named.self, decoder: JSONDecoder()).record(afterEach: .test).error
        is WebSocketDecodingError)
  }

  @Test func aValueIsSentByTheSessionsEncoder() async throws {
    let network = snakes()
    network.stub(.webSocket("/send"), with: .script { peer in peer.onMessage { _ in [] } })
    let connection = try #require(
      network.stream.webSocket("/send").connect().record(afterEach: .test).value)
    _ = connection.send(json: Named(userName: "b")).record(afterEach: .test)
    _ = connection.send(json: Named(userName: "c"), encoder: JSONEncoder()).record(afterEach: .test)
    let plain = try await network.webSocket("/send").connect()
    try await plain.send(json: Named(userName: "d"))
    expectEqual(
      network.webSockets.flatMap(\.received),
      [.text(#"{"user_name":"b"}"#), .text(#"{"userName":"c"}"#), .text(#"{"user_name":"d"}"#)])
    plain.cancel()
    connection.cancel()
  }

  @available(*, deprecated)
  @Test func bytesAreNotSentAsAValue() async throws {
    let bytes = Data("hi".utf8)
    network.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.send(json: bytes)
        peer.onMessage { _ in [] }
      })
    let plain = try await network.webSocket("/chat").connect()
    try await plain.send(json: bytes)
    let connection = try #require(
      network.stream.webSocket("/chat").connect().record(afterEach: .test).value)
    let messages = connection.messages.record(afterEach: .test)
    func send(_ value: some Encodable & Sendable) -> Single<Void> { connection.send(json: value) }
    for sent in [connection.send(json: bytes), send(bytes)] { _ = sent.record(afterEach: .test) }
    expectEqual(network.webSockets.flatMap(\.received), [.data(bytes), .data(bytes), .data(bytes)])
    expectEqual(messages.values, [.data(bytes)])
    plain.cancel()
    connection.cancel()
  }

  @Test func aMessageThatCannotBeDecodedEndsTheStreamAndIsKept() {
    let values = socket { peer in peer.send(.text(#"{"token": "s3cret"}"#)) }
      .messages().decoded(as: Int.self).record(afterEach: .test)
    let error = values.error as? WebSocketDecodingError
    expectEqual(error?.message, .text(#"{"token": "s3cret"}"#))
    expectEqual(
      error.map { "\($0)" },
      "A WebSocket message of 19 bytes could not be decoded as Int: the value is not of type Int at the top level"
    )
    expectEqual(error?.localizedDescription, error?.description)
    expectEqual(
      error.map { "\(Mirror(reflecting: $0).children.map(\.value))".contains("at the top level") }, true)
    expectEqual(error.map { String(reflecting: $0).contains("s3cret") }, false)
    expectEqual(peer?.closure?.code, .goingAway)
  }

  @Test func aSecondSubscriptionOfMessagesFailsAndKeepsTheConnection() {
    let connection = socket { _ in }.connect().record(afterEach: .test).value
    let first = connection?.messages.record(afterEach: .test)
    let second = connection?.messages.record(afterEach: .test)
    expectEqual(second?.error as? WebSocketError, .hasConsumer)
    peer?.send(.text("news"))
    expectEqual(first?.values, [.text("news")])
    peer?.close()
    expectEqual(first?.isCompleted, true)
  }

  @Test func messagesBeforeTheSubscriptionWait() {
    let connection = socket { peer in
      for number in 0..<100 { peer.send(.text("\(number)")) }
      peer.close()
    }.connect().record(afterEach: .test).value
    let messages = connection?.messages.record(afterEach: .test)
    expectEqual(messages?.values, (0..<100).map { .text("\($0)") })
    expectEqual(messages?.isCompleted, true)
  }

  @Test func closingReturnsTheCloseOfThePeer() {
    let connection = socket { _ in }.connect().record(afterEach: .test).value
    let closed = connection?.close(code: .goingAway, reason: "bye").record(afterEach: .test)
    expectEqual(closed?.value?.code, .goingAway)
    expectEqual(peer?.closure, WebSocketClosure(code: .goingAway, reason: "bye"))
  }

  @Test func aCloseThatIsNotAnsweredFailsInTime() {
    let connection = socket { $0.fault(.unansweredClose) }.connect().record(afterEach: .test).value
    let closed = connection?.close().record(afterEach: .test)
    time.advance(by: .milliseconds(4_999))
    expectNil(closed?.error)
    time.advance(by: .milliseconds(1))
    expectEqual(closed?.error as? WebSocketError, .closeTimeout)
  }

  @Test func aLostConnectionEndsMessagesWithItsError() {
    let messages = socket { $0.fault(.disconnect) }.messages().record(afterEach: .test)
    expectEqual(messages.error as? WebSocketError, .connectionLost)
  }

  @Test func aConnectionThatNobodyReferencesIsClosed() {
    _ = socket { _ in }.connect().subscribe(onSuccess: { _ in })
    expectEqual(peer?.closure?.code, .goingAway)
  }

  @Test func noMessageFollowsCancelAllOfTheSession() {
    let transport = MockTransport()
    transport.stub(
      .webSocket("wss://example.com/chat"),
      with: .script { peer in for number in 1...3 { peer.send(.text("\(number)")) } })
    let session = NetworkSession(transport: transport)
    let messages = session.stream.webSocket("wss://example.com/chat").session(reconnecting: .never).messages()
      .do(onNext: { _ in session.cancelAll() })
      .record(afterEach: .test)
    expectEqual(messages.values, [.text("1")])
    expectEqual((messages.error as? NetworkError)?.reason, .cancelled)
  }
}
