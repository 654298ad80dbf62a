#if os(Linux)
  import Foundation
  import Glibc
  import Net
  import TestSupport
  import Testing

  /// Responses that are complete before the body of the request has been sent (RFC 9112 section 9.6, RFC 9113 section
  /// 8.1).
  @Suite struct CurlEarlyResponseTests {
    // MARK: - HTTP/1.1

    /// Gives a byte, waits, and gives the rest.
    private struct HaltingReader: BodyReader {
      static let count = 20_000_000
      let mayContinue: DispatchSemaphore
      private var rest = count

      init(_ mayContinue: DispatchSemaphore) { self.mayContinue = mayContinue }

      mutating func read(atMost count: Int) throws -> Data? {
        guard rest > 0 else { return nil }
        let isFirst = rest == Self.count
        if !isFirst, rest == Self.count - 1 { _ = mayContinue.wait(timeout: .patience) }
        let part = isFirst ? 1 : min(count, rest)
        rest -= part
        return Data(count: part)
      }
    }

    /// Uploads to a server that sends this response and, when the client has received it, closes the connection.
    ///
    /// The body of the request has `count` bytes, and is sent in chunks if it is nil.
    private func upload(_ response: String, hasBody: Bool, count: Int64?) async throws -> EventLog {
      let (isReceived, isClosed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try SocketServer { connection, _ in
        _ = connection.receive()
        connection.send("HTTP/1.1 \(response)")
        _ = isReceived.wait(timeout: .patience)
        connection.shutDown()
        isClosed.signal()
      }
      var request = TransportRequest(
        method: .put, url: try #require(URL(string: "http://127.0.0.1:\(server.port)/")))
      request.body = .stream(BodyStream(count: count, isRepeatable: false) { HaltingReader(isClosed) })
      let log = EventLog { event in
        switch event {
        case .head where !hasBody, .body: isReceived.signal()
        default: break
        }
      }
      var options = TransportOptions()
      options.proxy = .none
      try CurlTransport(options: options).task(for: request, receiver: log).resume()
      await log.end()
      return log
    }

    @Test(
      arguments: [
        ("200 OK\r\nContent-Length: 3\r\n\r\nabc", "abc"), ("204 No Content\r\n\r\n", ""),
        ("201 Created\r\nContent-Length: 0\r\n\r\n", ""),
      ], [nil, Int64(HaltingReader.count)])
    func aServerThatThenClosesHasResponded(_ response: (head: String, body: String), count: Int64?)
      async throws
    {
      let log = try await upload(response.head, hasBody: !response.body.isEmpty, count: count)
      expectEqual(log.summary.last, "finished", "\(String(describing: log.error))")
      expectEqual(log.body, response.body)
    }

    @Test func aResponseThatIsCutShortIsAFailure() async throws {
      let log = try await upload("200 OK\r\nContent-Length: 4\r\n\r\nabc", hasBody: true, count: nil)
      expectEqual(log.summary, ["head 200", "body", "failed body"])
    }

    /// A limit: libcurl does not report the end of the chunks.
    @Test func afterChunksTheRestOfTheRequestMustBeSent() async throws {
      let response = "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
      expectEqual(
        try await upload(response, hasBody: true, count: nil).summary, ["head 200", "body", "failed body"])
    }

    /// Gives each byte when the server has received the one before.
    private struct SteppedReader: BodyReader {
      let isReceived: DispatchSemaphore
      private var rest: Int

      init(_ count: Int, _ isReceived: DispatchSemaphore) { (rest, self.isReceived) = (count, isReceived) }

      mutating func read(atMost count: Int) throws -> Data? {
        _ = isReceived.wait(timeout: .patience)
        guard rest > 0 else { return nil }
        rest -= 1
        return Data("x".utf8)
      }
    }

    /// Between the bytes libcurl waits for nothing on the connection, because it has the whole response.
    @Test(arguments: [false, true])
    func aServerThatReadsOnReceivesTheWholeRequest(endsItsSide: Bool) async throws {
      let isReceived = DispatchSemaphore(value: 0)
      let received = Locked("")
      let server = try SocketServer { connection, _ in
        guard WireRequest(headFrom: connection) != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")
        if endsItsSide { _ = shutdown(connection.descriptor, Int32(SHUT_WR)) }
        isReceived.signal()
        while let more = connection.receive() {
          received.update { $0 += String(decoding: more, as: UTF8.self) }
          isReceived.signal()
          if received.value.hasSuffix("0\r\n\r\n") { break }
        }
        isReceived.signal()
      }
      var request = TransportRequest(
        method: .put, url: try #require(URL(string: "http://127.0.0.1:\(server.port)/")))
      request.body = .stream(BodyStream(isRepeatable: false) { SteppedReader(10, isReceived) })
      let log = EventLog { _ in }
      var options = TransportOptions()
      options.proxy = .none
      try CurlTransport(options: options).task(for: request, receiver: log).resume()
      await log.end()
      expectEqual(log.summary.last, "finished", "\(String(describing: log.error))")
      // The client is done when it has handed the last bytes to the system.
      await waitPatiently { received.value.hasSuffix("0\r\n\r\n") }
      expectEqual(received.value, String(repeating: "1\r\nx\r\n", count: 10) + "0\r\n\r\n")
    }

    /// Waits for the first bytes of a request body, which the client sends at once if the server agrees.
    private static func receiveStart(of connection: StreamSocket) {
      var request = ""
      while !request.contains("hello"), let more = connection.receive() {
        request += String(decoding: more, as: UTF8.self)
        if request.hasSuffix("\r\n\r\n") { connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
      }
    }

    /// The body of the request is a sequence that gives nothing more, so the request ends only because of the response.
    @Test(
      arguments: ["303 See Other", "307 Temporary Redirect", "413 Content Too Large"],
      [
        ("Content-Length: 3\r\n\r\nabc", ""), ("Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "0\r\n\r\n"),
        ("Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "0\r\n\r\n"),
        ("Connection: close\r\n\r\nabc", nil),
      ] as [(String, String?)])
    func aRefusalOrRedirectEndsARequestWhoseBodyWaits(
      _ status: String, _ response: (start: String, end: String?)
    ) async throws {
      let (isReceived, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try SocketServer { connection, _ in
        Self.receiveStart(of: connection)
        connection.send("HTTP/1.1 \(status)\r\nLocation: /b\r\n\(response.start)")
        _ = isReceived.wait(timeout: .patience)
        if let end = response.end { connection.send(end) } else { connection.shutDown() }
        _ = isOver.wait(timeout: .patience)
      }
      var request = TransportRequest(
        method: .put, url: try #require(URL(string: "http://127.0.0.1:\(server.port)/")))
      request.body = .stream(BodyStream(sequence: { AsyncStream<Data> { $0.yield(Data("hello".utf8)) } }))
      let log = EventLog { if case .body = $0 { isReceived.signal() } }
      var options = TransportOptions()
      options.proxy = .none
      let transport = try CurlTransport(options: options)
      transport.task(for: request, receiver: log).resume()
      await log.end()
      isOver.signal()
      expectEqual(log.summary.last, "finished", "\(String(describing: log.error))")
      expectEqual(log.body, "abc")
    }

    // MARK: - HTTP/2

    private static let size = 300_000

    private func upload(
      to server: HTTP2Server
    ) async throws -> DataResponse<String> {
      let session = try CurlSession.make { $0.httpVersion = .http2PriorKnowledge }
      let body = RawBodyEncoding(Data(count: Self.size))
      return await session.request(try server.url(), method: .put, encoding: body).response(.string)
    }

    @Test(arguments: [
      HTTP2Server.Early(length: 2, body: "ok", reset: 0), .init(body: "ok", reset: 0),
      .init(status: HTTP2Server.Early.noContent, reset: 0), .init(length: 0, reset: 0),
      // The announced bytes have arrived, and a `GET` would have ended with them. Hypercorn 0.18 closes.
      .init(length: 2, body: "ok", closes: true),
      .init(length: 2, body: "ok", reset: 8),
    ])
    func aServerThatThenResetsTheStreamHasResponded(_ early: HTTP2Server.Early) async throws {
      let response = try await upload(to: HTTP2Server(early: early))
      expectNil(response.error)
      expectEqual(response.response?.status, early.status == HTTP2Server.Early.noContent ? 204 : 200)
      expectEqual(response.value, early.body)
    }

    @Test(arguments: [
      HTTP2Server.Early(body: "ok", reset: 8), .init(body: "ok", reset: 2), .init(body: "ok", closes: true),
    ])
    func aStreamThatIsResetWithAnErrorIsAFailure(_ early: HTTP2Server.Early) async throws {
      let response = try await upload(to: HTTP2Server(early: early))
      expectNotNil(response.curlError)
      expectEqual(response.failedPhase, .body)
    }

    @Test(arguments: [HTTP2Server.Early(length: 2, body: "ok"), .init(body: "ok")])
    func aServerThatReadsOnReceivesTheWholeBody(_ early: HTTP2Server.Early) async throws {
      let server = try HTTP2Server(early: early)
      expectEqual(try await upload(to: server).value, "ok")
      // The client is done when it has handed the last bytes to the system.
      await waitPatiently { !server.bodySizes.isEmpty }
      expectEqual(server.bodySizes, [Self.size])
    }

    /// The server sends nothing after its response, so that nothing but the end of the request closes the stream.
    @Test(arguments: [1, nil] as [Int64?], [HTTP2Server.Early(length: 2, body: "ok"), .init(body: "ok")])
    func aResponseThatEndsBeforeTheRequestIsComplete(count: Int64?, _ early: HTTP2Server.Early) async throws {
      var early = early
      early.isSilent = true
      let (server, isAnswered) = (try HTTP2Server(early: early), DispatchSemaphore(value: 0))
      var request = TransportRequest(method: .post, url: try server.url())
      request.body = .stream(BodyStream(count: count, isRepeatable: false) { SteppedReader(1, isAnswered) })
      let log = EventLog {
        guard case .body = $0 else { return }
        // For the byte, and for the end.
        isAnswered.signal()
        isAnswered.signal()
      }
      var options = TransportOptions()
      (options.proxy, options.httpVersion) = (.none, .http2PriorKnowledge)
      let transport = try CurlTransport(options: options)
      transport.task(for: request, receiver: log).resume()
      await log.end()
      expectEqual(log.summary.last, "finished", "\(String(describing: log.error))")
      expectEqual(log.body, "ok")
      // The client is done when it has handed the last byte to the system.
      await waitPatiently { !server.bodySizes.isEmpty }
      expectEqual(server.bodySizes, [1])
    }

    @Test func aResponseAfterTheBodyEndsWithTheAnnouncedLength() async throws {
      let server = try HTTP2Server()
      expectEqual(try await upload(to: server).value, "connection 1, stream 1, \(Self.size) bytes")
    }
  }
#endif
