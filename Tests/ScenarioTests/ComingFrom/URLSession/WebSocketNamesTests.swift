import Dispatch
import Foundation
import NetStream
import NetTesting
import Testing

/// The tables of WebSockets on "Coming from URLSession, OkHttp, Starscream or NIOWebSocket".
@Suite(.netTesting) struct WebSocketNamesTests {
  private let url = "wss://h/chat"
  private let network = NetworkingMock(timer: TestScheduler(), afterEach: .test)
  private let received = Captured<String>()

  /// A peer that sends one text and one chunk, and closes the connection.
  private func stubTwoMessages() {
    network.stub(
      .webSocket("wss://h/chat"),
      with: .script { peer in
        peer.send(.text("hello"))
        peer.send(.data(Data([1])))
        peer.close(.normal, reason: "bye")
      })
  }

  /// A peer that repeats what it receives, and answers a close frame.
  private func stubEcho() {
    network.stub(.webSocket("wss://h/chat"), with: .script { peer in peer.onMessage { [$0] } })
  }

  private func connect() async throws -> WebSocketConnection { try await network.webSocket(url).connect() }

  @Test func opening() async throws {
    stubEcho()
    // Row: session.webSocketTask(with: url), resume()
    let connection = try await network.webSocket(url).connect()
    #expect(connection.response.status == 101)
    // Row: webSocketTask(with: url, protocols: ["v2"])
    // Row: urlSession(_:webSocketTask:didOpenWithProtocol:)
    let second = try await network.webSocket(url, subprotocols: ["v2"]).connect()
    func describe(_ connection: WebSocketConnection) -> (String?, Int) {
      (connection.subprotocol, connection.response.status)
    }
    #expect(describe(second).1 == 101)
    func open() async throws -> Int { try await network.webSocket(url).connect().response.status }
    // Row: webSocketTask(with: request)
    let request = network.webSocket(url, headers: ["A": "1"])
    #expect(request.description.request.headers["A"] == "1")
    // Row: WebSocket(request: request), socket.connect()
    // Row: NIOWebSocketClientUpgrader, NIOHTTPClientUpgradeHandler
    _ = try await network.webSocket(url).connect()
    // Row: .connected(headers)
    let headers: HTTPHeaders = connection.response.headers
    #expect(headers.values(for: "Set-Cookie") == [])
    // Row: onOpen(webSocket, response)
    #expect(connection.response.status == 101)
    connection.cancel()
  }

  @Test func sendingAndReceivingInALoop() async throws {
    stubEcho()
    let connection = try await connect()
    let (data, message) = (Data([1]), WebSocketMessage.text("hello"))
    // Row: task.send(.string("hello")), .data(data)
    try await connection.send(.text("hello"))
    try await connection.send(.data(data))
    // Row: NIOAsyncChannel, inbound, outbound
    try await connection.send(message)
    // Row: task.receive() in a loop
    // Row: NIOAsyncChannel, inbound, outbound
    var count = 0
    for try await message in connection.messages {
      received.set("\(message)")
      count += 1
      if count == 3 { break }
    }
    #expect(received.count == 3)
    // Row: WebSocketFrame(fin: true, opcode: .text, data: buffer)
    #expect(message == WebSocketMessage.text("hello"))
  }

  @Test func receivingWithAClosure() async throws {
    stubTwoMessages()
    let received = received
    let (connection, second, third) = (try await connect(), try await connect(), try await connect())
    let queue = DispatchQueue(label: "messages")
    // Row: task.receive { result in … }
    connection.receive { update in received.set("\(update)") }
    // Row: client.newWebSocket(request, listener)
    func open() async throws {
      let connection = try await network.webSocket(url).connect()
      connection.receive { update in received.set("\(update)") }
    }
    second.receive { _ in }
    // Row: didReceive(event:client:), socket.onEvent, callbackQueue
    func receive(on connection: WebSocketConnection) {
      connection.receive(queue: queue) { update in received.set("\(update)") }
    }
    receive(on: third)
    while received.count < 6 { _ = await received.next() }
    #expect(received.count == 6)
  }

  @Test func updates() async throws {
    stubTwoMessages()
    let received = received
    try await connect().receive { update in
      switch update {
      // Row: .text(text), .binary(data)
      // Row: onMessage(webSocket, text), onMessage(webSocket, bytes)
      case .message(.text(let text)): received.set(text)
      case .message(.data(let data)): received.set("\(data.count) byte")
      // Row: .disconnected(reason, code), .peerClosed
      // Row: onClosing, onClosed
      // Row: urlSession(_:webSocketTask:didCloseWith:reason:)
      // Row: task.closeCode, closeReason
      case .ended(.success(let closure)): received.set("\(closure.code) \(closure.reason)")
      // Row: .error(error), .cancelled
      // Row: onFailure(webSocket, t, response)
      case .ended(.failure(let error)): received.set("\(error)")
      }
    }
    while received.count < 3 { _ = await received.next() }
    #expect(received.values == ["hello", "1 byte", "1000 bye"])
  }

  @Test func aRefusedHandshake() async {
    network.stub(.webSocket("wss://h/chat"), with: .status(403))
    do {
      _ = try await connect()
    } catch {
      // Row: onFailure(webSocket, t, response)
      func head(_ error: NetworkError) -> ResponseHead? { error.response }
      #expect((error as? NetworkError).flatMap(head)?.status == 403)
    }
  }

  @Test func closing() async throws {
    stubEcho()
    let (closed, sent, connection) = (try await connect(), Captured<String>(), try await connect())
    // Row: socket.write(string: "hello") { … }, write(data:)
    connection.send(.text("hello")) { result in sent.set("\(result)") }
    #expect(await sent.next()?.hasPrefix("success") == true)
    // Row: socket.disconnect(closeCode: 1000)
    func close(_ connection: WebSocketConnection) {
      connection.close(code: .normal) { result in sent.set("\(result)") }
    }
    close(closed)
    _ = await sent.next()
    // Row: task.cancel(with: .goingAway, reason: nil)
    let closure = try await connection.close(code: .goingAway)
    #expect(closure.code == .goingAway)
    let polite = try await connect()
    if true {
      let connection = polite
      // Row: webSocket.close(1000, "bye")
      try await connection.close(code: .normal, reason: "bye")
      // Row: webSocketTask.cancel()
      // Row: socket.forceDisconnect()
      // Row: webSocket.cancel()
      connection.cancel()
    }
  }

  @Test func options() async throws {
    stubEcho()
    var socket = network.webSocket(url)
    // Row: task.sendPing { … }
    socket.description.options.pingInterval = .seconds(20)
    #expect(WebSocketError.pongTimeout.isLost)
    // Row: task.maximumMessageSize
    #expect(WebSocketOptions().maximumMessageSize == 16 << 20)
    socket.description.options.maximumMessageSize = 1 << 20
    var options = WebSocketOptions()
    // Row: write(ping:), .ping, .pong, respondToPingWithPong
    // Row: pingInterval(20, SECONDS)
    options.pingInterval = .seconds(20)
    // Row: WSCompression()
    // Row: minWebSocketMessageToCompress
    options.offersCompression = false
    // Row: webSocketCloseTimeout(5, SECONDS)
    options.closeTimeout = .seconds(5)
    // Row: NIOWebSocketFrameAggregator(maxAccumulatedFrameSize:)
    options.maximumMessageSize = 1 << 20
    // Row: maxFrameSize: 1 << 14
    options.maximumFrameSize = 1 << 14
    // Row: webSocket.send(text), queueSize()
    options.sendBufferSize = 1 << 16
    let connection = try await network.webSocket(url, options: options).connect()
    try await connection.send(.text("hello"))
    // Row: WebSocketErrorCode.goingAway
    #expect(WebSocketCloseCode.goingAway.rawValue == 1001)
    // Row: WebSocketProtocolErrorHandler
    let violation = WebSocketError.protocolViolation
    #expect(violation(.fragmentation).closeCode == .protocolError)
    connection.cancel()
  }

  @Test func reconnecting() async throws {
    stubTwoMessages()
    let (time, url) = (TestScheduler(), url)
    let network = NetworkingMock(timer: time, afterEach: .test)
    network.stub(.webSocket("wss://h/chat"), with: .script { peer in peer.fault(.disconnect) })
    // Row: reconnecting
    // Row: .reconnectSuggested, .viabilityChanged
    let session = network.stream.webSocket(url)
      .session(reconnecting: .backoff(base: .seconds(1), maximumDelay: .seconds(30)))
    let recording = session.record(afterEach: .test)
    time.advance(by: .seconds(1))
    #expect(network.webSockets.count == 2)
    // Row: .reconnectSuggested, .viabilityChanged
    let events: [NetStream.WebSocketEvent] = recording.values
    #expect(!events.isEmpty)
  }

  @Test func scripts() async throws {
    // Row: MockResponse().withWebSocketUpgrade(listener)
    network.stub(.webSocket("wss://h/chat"), with: .script { peer in peer.send(.text("hello")) })
    let connection = try await connect()
    for try await message in connection.messages {
      #expect(message == .text("hello"))
      break
    }
    #if os(Linux)
      // Row: NIOWebSocketServerUpgrader
      // Row: MockResponse().withWebSocketUpgrade(listener)
      let server = MockServer(afterEach: .test)
      server.webSocket("/chat") { peer in peer.send(.text("hello")) }
      try server.start()
      let real = try await NetworkSession().webSocket(server.baseURL.appending(path: "chat")).connect()
      for try await message in real.messages {
        #expect(message == .text("hello"))
        break
      }
    #endif
  }

  // MARK: - What differs

  @Test func differences() async throws {
    stubEcho()
    // Row: A WebSocket that nobody holds is closed
    do { _ = try await connect() }
    #expect(network.webSockets.last?.closure?.code == .goingAway)
    // Row: The messages of a connection have one consumer.
    let connection = try await connect()
    let ended = Captured<String>()
    connection.receive { _ in }
    connection.receive { update in
      if case .ended(.failure(WebSocketError.hasConsumer)) = update { ended.set("hasConsumer") }
    }
    #expect(ended.values == ["hasConsumer"])
    connection.cancel()
    // Row: Reading stops while the consumer is slow
    #expect(WebSocketOptions().maximumWaitingMessages == 64)
    // Row: The handshake is a request
    network.stub(.webSocket("wss://h/private"), with: .status(401))
    await #expect(throws: NetworkError.self) { try await network.webSocket("wss://h/private").connect() }
  }
}
