#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// WebSockets over connections of libcurl to a server in this process.
  @Suite struct CurlWebSocketTests {
    private func connect(
      _ url: String, subprotocols: [String] = [], headers: HTTPHeaders = [:],
      _ change: (inout WebSocketOptions) -> Void = { _ in }
    ) async throws -> WebSocketConnection {
      var options = WebSocketOptions()
      change(&options)
      return try await CurlSession.make()
        .webSocket(url, subprotocols: subprotocols, headers: headers, options: options).connect()
    }

    /// Bytes that differ from one place to the next, made of few parts because loops are slow without optimization.
    private static func bytes(_ count: Int) -> Data {
      let part = Data((0..<251).map { UInt8($0) })
      var data = Data(capacity: count + part.count)
      while data.count < count { data += part }
      return data.prefix(count)
    }

    @Test func theHandshakeIsARequestWithTheFieldsOfTheCaller() async throws {
      let request = Locked<(String, HTTPHeaders)>(("", [:]))
      let server = try BlockingWebSocketServer(subprotocols: ["v2"]) { peer in
        let seen = (peer.requestLine, peer.headers)
        request.update { $0 = seen }
        peer.echo()
      }
      let connection = try await connect(server.url, subprotocols: ["v1", "v2"], headers: ["X-A": "b"])
      expectEqual(connection.subprotocol, "v2")
      expectEqual(connection.response.status, 101)
      // The server stores the request after the handshake and before it answers the close frame.
      try await connection.close()
      expectEqual(request.value.0, "GET /chat?a=b HTTP/1.1")
      expectEqual(request.value.1["Host"], "127.0.0.1:\(server.port)")
      expectEqual(request.value.1["X-A"], "b")
      expectEqual(request.value.1["Sec-WebSocket-Protocol"], "v1, v2")
    }

    @Test(arguments: [false, true]) func messagesOfAllSizesComeBackInOrder(compresses: Bool) async throws {
      let server = try BlockingWebSocketServer(compresses: compresses) { $0.echo() }
      let connection = try await connect(server.url) { $0.offersCompression = compresses }
      expectEqual(connection.isCompressed, compresses)
      let sizes = [0, 1, 125, 126, 5_000, 65_535, 65_536, 300_000]
      let messages: [WebSocketMessage] =
        sizes.map { .text(String(repeating: "a", count: $0)) }
        + sizes.map { .data(Self.bytes($0)) }
      let sending = Task { for message in messages { try await connection.send(message) } }
      var received: [WebSocketMessage] = []
      for try await message in connection.messages {
        received.append(message)
        if received.count == messages.count { break }
      }
      try await sending.value
      expectEqual(received, messages)
    }

    @Test func aThousandMessagesAreSentAtOnceAndComeBackInOrder() async throws {
      let server = try BlockingWebSocketServer { $0.echo() }
      let connection = try await connect(server.url)
      let sent = Locked(0)
      for number in 0..<1000 {
        connection.send(.text("\(number)")) { if case .success = $0 { sent.update { $0 += 1 } } }
      }
      var received: [String] = []
      for try await message in connection.messages {
        if case .text(let text) = message { received.append(text) }
        if received.count == 1000 { break }
      }
      expectEqual(received, (0..<1000).map { "\($0)" })
      expectEqual(sent.value, 1000)
    }

    @Test func pingsAreAnsweredInBothDirections() async throws {
      let server = try BlockingWebSocketServer { peer in
        peer.ping([1, 2, 3])
        guard case .pong(let payload)? = peer.receive() else { return }
        peer.send(.text("\(payload)"))
        peer.echo()
      }
      let connection = try await connect(server.url)
      let iterator = connection.messages.makeAsyncIterator()
      expectEqual(try await iterator.next(), .text("[1, 2, 3]"))
    }

    @Test func aCloseOfTheServerEndsTheMessages() async throws {
      let echo = Locked<WebSocketEndpoint.Event?>(nil)
      let done = AsyncStream.makeStream(of: Void.self)
      let server = try BlockingWebSocketServer { peer in
        peer.send(.text("a"))
        peer.close(.goingAway, "bye")
        let event = peer.receive()
        echo.update { $0 = event }
        done.continuation.finish()
      }
      let connection = try await connect(server.url)
      var messages: [WebSocketMessage] = []
      for try await message in connection.messages { messages.append(message) }
      expectEqual(messages, [.text("a")])
      for await _ in done.stream {}
      expectEqual(echo.value, .closed(WebSocketClosure(code: .goingAway)))
    }

    @Test func closingReturnsTheCloseFrameOfTheServer() async throws {
      let server = try BlockingWebSocketServer { peer in while peer.receive() != nil {} }
      let connection = try await connect(server.url)
      try await connection.send(.text("last"))
      let closure = try await connection.close(code: .goingAway, reason: "bye")
      expectEqual(closure.code, .goingAway)
      await #expect(throws: WebSocketError.notOpen) { try await connection.send(.text("late")) }
    }

    @Test func aConnectionThatEndsWithoutACloseFrameIsLost() async throws {
      let server = try BlockingWebSocketServer { peer in
        peer.send(.text("a"))
        // The start of a message that never ends.
        peer.socket.send(Data([0x81, 0x05, 0x61]))
      }
      let connection = try await connect(server.url)
      await #expect(throws: WebSocketError.connectionLost) { for try await _ in connection.messages {} }
    }

    @Test func aViolationIsReportedToTheServer() async throws {
      let answer = Locked<WebSocketEndpoint.Event?>(nil)
      let done = AsyncStream.makeStream(of: Void.self)
      let server = try BlockingWebSocketServer { peer in
        peer.socket.send(Data([0x83, 0x00]))
        let event = peer.receive()
        answer.update { $0 = event }
        done.continuation.finish()
      }
      let connection = try await connect(server.url)
      await #expect(throws: WebSocketError.protocolViolation(.opcode(3))) {
        for try await _ in connection.messages {}
      }
      for await _ in done.stream {}
      expectEqual(answer.value, .closed(WebSocketClosure(code: .protocolError)))
    }

    @Test(arguments: [
      "Content-Length: 6\r\n\r\nforbid", "Transfer-Encoding: chunked\r\n\r\n6\r\nforbid\r\n0\r\n\r\n",
      "\r\nforbid",
    ])
    func aRefusalKeepsItsBody(rest: String) async throws {
      let server = try SocketServer { socket, _ in
        guard BlockingPeer(socket, number: 1).readRequest() != nil else { return }
        socket.send("HTTP/1.1 403 Forbidden\r\nX-A: 1\r\n\(rest)")
      }
      let error = await #expect(throws: NetworkError.self) {
        try await connect("ws://127.0.0.1:\(server.port)/")
      }
      expectEqual(error?.reason, .validation(.statusCode(403)))
      expectEqual(error?.response?.headers["X-A"], "1")
      expectEqual(error?.data, Data("forbid".utf8))
    }

    @Test(arguments: [
      ("Content-Length: 9", "forbid", WireStep.close),
      ("Transfer-Encoding: chunked", "6\r\nforbid\r\n", .close),
      ("X-A: 1", "forbid", .reset),
    ])
    func aRefusalWhoseBodyEndsEarlyFailsWithItsStatus(field: String, body: String, end: WireStep) async throws
    {
      let server = try LoopbackServer { _ in
        [.send("HTTP/1.1 403 Forbidden\r\n\(field)\r\n\r\n\(body)"), end]
      }
      let error = await #expect(throws: NetworkError.self) {
        try await connect("ws://127.0.0.1:\(server.port)/")
      }
      expectEqual(error?.reason, .validation(.statusCode(403)))
      expectEqual(error?.response?.status, 403)
      expectEqual(error?.data, Data("forbid".utf8))
    }

    @Test func aWrongAcceptanceFailsWithTheResponse() async throws {
      let server = try SocketServer { socket, _ in
        let peer = BlockingPeer(socket, number: 1)
        guard peer.readRequest() != nil else { return }
        peer.respond(
          "101 Switching Protocols",
          ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": "wrong"])
        while socket.receive() != nil {}
      }
      let error = await #expect(throws: NetworkError.self) {
        try await connect("ws://127.0.0.1:\(server.port)/")
      }
      expectEqual(error?.underlyingError as? WebSocketError, .handshake(.field("Sec-WebSocket-Accept")))
      expectEqual(error?.response?.status, 101)
    }

    @Test func aServerThatIsNotHTTPFails() async throws {
      let server = try SocketServer { socket, _ in
        _ = socket.receive()
        socket.send("SSH-2.0-Other\r\n")
      }
      let error = await #expect(throws: NetworkError.self) {
        try await connect("ws://127.0.0.1:\(server.port)/")
      }
      expectEqual(error?.underlyingError as? WebSocketError, .handshake(.invalidResponse))
    }

    @Test func aRefusedConnectionFailsInItsPhase() async throws {
      let port = try SocketServer { _, _ in }.port
      let error = await #expect(throws: NetworkError.self) { try await connect("ws://127.0.0.1:\(port)/") }
      // The listener closes on another thread, so the connection may be accepted and closed.
      let reasons: [NetworkError.Reason?] = [.transport(.connect), .transport(.head)]
      #expect(reasons.contains(error?.reason))
    }

    @Test func aSlowConsumerMakesTheServerWait() async throws {
      let sent = Locked(0)
      let server = try BlockingWebSocketServer { peer in
        let message = WebSocketMessage.data(Data(count: 65_536))
        for _ in 0..<200 {
          peer.send(message)
          sent.update { $0 += 1 }
        }
        peer.close(.normal)
        _ = peer.receive()
      }
      let connection = try await connect(server.url)
      // 12 MiB do not fit into the buffers of the system and the limits of the connection.
      await waitPatiently { sent.value > 16 }
      var stable = 0
      var last = 0
      await waitPatiently {
        stable = sent.value == last ? stable + 1 : 0
        last = sent.value
        return stable > 200
      }
      #expect(sent.value < 200)
      var count = 0
      for try await message in connection.messages { count += message.count }
      expectEqual(count, 200 * 65_536)
    }

    @Test func sendsWaitWhileTheServerDoesNotRead() async throws {
      let go = DispatchSemaphore(value: 0)
      let received = Locked(0)
      let server = try BlockingWebSocketServer { peer in
        _ = go.wait(timeout: .patience)
        while case .message(let message)? = peer.receive() { received.update { $0 += message.count } }
      }
      let connection = try await connect(server.url)
      let finished = Locked(0)
      let group = DispatchGroup()
      for _ in 0..<300 {
        group.enter()
        connection.send(.data(Data(count: 65_536))) { _ in
          finished.update { $0 += 1 }
          group.leave()
        }
      }
      await waitPatiently { finished.value > 0 }
      #expect(finished.value < 300)
      go.signal()
      #expect(await group.ended())
      try await connection.close()
      expectEqual(received.value, 300 * 65_536)
    }

    @Test func cancellingEndsTheConnectionAtOnce() async throws {
      let isGone = AsyncStream.makeStream(of: Void.self)
      let server = try BlockingWebSocketServer { peer in
        while peer.receive() != nil {}
        isGone.continuation.finish()
      }
      let connection = try await connect(server.url)
      connection.cancel()
      for await _ in isGone.stream {}
      let error = await #expect(throws: NetworkError.self) { for try await _ in connection.messages {} }
      expectEqual(error?.reason, .cancelled)
    }

    /// The states of a connection in memory are those of `WebSocketCancelRaceTests`.
    @Test(.heavy) func handshakesAndConnectionsAreCancelledAtAnyMoment() async throws {
      let server = try BlockingWebSocketServer { $0.echo() }
      let session = try CurlSession.make()
      let ended = DispatchGroup()
      for number in 0..<600 {
        ended.enter()
        let request = session.webSocket(server.url)
        let handshake = request.connect(delivery: .inline) { result in
          guard case .success(let connection) = result else { return ended.leave() }
          connection.receive(delivery: .inline) { update in
            switch update {
            case .message: if number % 4 == 1 { connection.cancel() }
            case .ended: ended.leave()
            }
          }
          // Short ones, and ones that wait for the server.
          let size = number % 5 == 0 ? 300_000 : 5
          for _ in 0..<3 { connection.send(.data(Data(count: size))) { _ in } }
          switch number % 4 {
          case 0: connection.cancel()
          case 1: break
          case 2: connection.close { _ in }
          default: DispatchQueue.global().async { connection.cancel() }
          }
        }
        if number % 3 == 0 {
          for _ in 0..<number % 17 { await Task.yield() }
          handshake.cancel()
        }
      }
      #expect(await ended.ended())
    }

    @Test func aProxyTunnelsPlainWebSockets() async throws {
      let server = try BlockingWebSocketServer { $0.echo() }
      let proxy = try ProxyServer()
      let session = try CurlSession.make { $0.proxy = .http(proxy.url) }
      let connection = try await session.webSocket(server.url).connect()
      try await connection.send(.text("through"))
      expectEqual(try await connection.messages.makeAsyncIterator().next(), .text("through"))
      expectEqual(proxy.requests.map(\.line), ["CONNECT 127.0.0.1:\(server.port) HTTP/1.1"])
    }

    @Test func aProxyGetsTheCredentialsOfTheHandshake() async throws {
      let server = try BlockingWebSocketServer { $0.echo() }
      let proxy = try ProxyServer(credentials: "Basic x")
      let session = try CurlSession.make { $0.proxy = .http(proxy.url) }
      let headers: HTTPHeaders = ["Proxy-Authorization": "Basic x"]
      let connection = try await session.webSocket(server.url, headers: headers).connect()
      try await connection.send(.text("through"))
      expectEqual(try await connection.messages.makeAsyncIterator().next(), .text("through"))
    }

    @Test func aProxyThatRefusesTheTunnelFailsTheConnect() async throws {
      let server = try BlockingWebSocketServer { $0.echo() }
      let proxy = try ProxyServer(credentials: "Basic x")
      var options = TransportOptions()
      options.proxy = .http(proxy.url)
      var configuration = SessionConfiguration()
      configuration.interceptors = [RetryPolicy(base: .zero)]
      let session = NetworkSession(
        configuration: configuration, transport: try CurlTransport(options: options))
      let error = await #expect(throws: NetworkError.self) {
        try await session.webSocket(server.url).connect()
      }
      expectEqual(error?.reason, .transport(.connect))
      let refusal = try #require(error?.underlyingError as? ProxyRefusal)
      expectEqual(refusal.response.status, 407)
      expectEqual(refusal.response.headers["Proxy-Authenticate"], "Basic realm=\"p\"")
      // Other credentials are needed, so a retry is useless.
      expectEqual(proxy.requests.count, 1)
    }

    @Test func requestsAndWebSocketsShareALoop() async throws {
      let server = try BlockingWebSocketServer { $0.echo() }
      let http = try SocketServer { socket, _ in
        while socket.receive() != nil { socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
      }
      let session = try CurlSession.make()
      let connection = try await session.webSocket(server.url).connect()
      let iterator = connection.messages.makeAsyncIterator()
      for number in 0..<20 {
        expectEqual(try await session.get("http://127.0.0.1:\(http.port)/").string(), "ok")
        try await connection.send(.text("\(number)"))
        expectEqual(try await iterator.next(), .text("\(number)"))
      }
    }
  }
#endif
