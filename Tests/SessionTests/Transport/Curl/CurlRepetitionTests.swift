#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// Requests that libcurl sends again by itself.
  @Suite struct CurlRepetitionTests {
    private func session(_ change: (inout TransportOptions) -> Void = { _ in }) throws -> NetworkSession {
      try CurlSession.make {
        $0.httpVersion = .http2PriorKnowledge
        change(&$0)
      }
    }

    private func send(
      _ method: HTTPMethod, to server: HTTP2Server, over session: NetworkSession
    ) async throws -> DataResponse<String> {
      guard method != .get else { return await session.get(try server.url()).response(.string) }
      let encoding = RawBodyEncoding(Data("body".utf8))
      return await session.request(try server.url(), method: method, encoding: encoding).response(.string)
    }

    @Test(arguments: [HTTPMethod.get, .put, .post, .patch], [1, 2])
    func aRefusedRequestIsSentAgain(method: HTTPMethod, times: Int) async throws {
      let server = try HTTP2Server(refusals: Array(repeating: .refusedStream, count: times))
      let response = try await send(method, to: server, over: try session())
      expectEqual(response.value, "connection \(times + 1), stream 1, \(method == .get ? 0 : 4) bytes")
      expectEqual(server.requestCount, times + 1)
    }

    /// The server ends the connection before the stream, as one that is restarted.
    @Test(arguments: [HTTPMethod.get, .put, .post, .patch])
    func aRequestThatTheServerDoesNotProcessIsSentAgain(method: HTTPMethod) async throws {
      let server = try HTTP2Server(refusals: [.goAway])
      let response = try await send(method, to: server, over: try session())
      expectEqual(response.value, "connection 2, stream 1, \(method == .get ? 0 : 4) bytes", "\(response)")
      expectEqual(server.requestCount, 2)
    }

    /// libcurl counts repetitions for the life of a handle, and allows five.
    @Test(arguments: [HTTPMethod.get, .put])
    func everyRequestOnAConnectionThatTurnsOutToBeClosedIsSentAgain(method: HTTPMethod) async throws {
      let server = try SocketServer { connection, _ in
        guard WireRequest(headFrom: connection) != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        // The second request gets no response.
        _ = WireRequest(headFrom: connection)
      }
      let session = try CurlSession.make()
      for number in 1...20 {
        let response = await session.request("http://127.0.0.1:\(server.port)/", method: method).response(
          .string)
        expectEqual(response.value, "ok", "request \(number): \(response)")
      }
    }

    /// The first connection is reset at its second request, and the next one has no response of HTTP/1.
    private func failure(of method: HTTPMethod) async throws -> CurlError? {
      let server = try SocketServer { connection, number in
        guard WireRequest(headFrom: connection) != nil else { return }
        guard number == 1 else { return connection.send("220 ready\r\n") }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        _ = WireRequest(headFrom: connection)
        connection.resetsOnClose()
      }
      let (session, url) = (try CurlSession.make(), "http://127.0.0.1:\(server.port)/")
      expectEqual(await session.get(url).response(.string).value, "ok")
      return await session.request(url, method: method).response(.string).curlError
    }

    @Test func theErrorIsThatOfTheSecondConnection() async throws {
      let error = try #require(try await failure(of: .get))
      expectFalse(error.message.contains("reset"), "\(error)")
    }

    /// libcurl 7.88 says why, and 8.23 does not.
    @Test func theErrorOfARequestThatIsNotSentAgainSaysWhyNoResponseArrived() async throws {
      let error = try #require(try await failure(of: .post))
      let mayBeSilent = try #require(CurlCapabilities.current).version >= CurlCapabilities.Version(8, 0)
      let causes = [" (Recv failure: Connection reset by peer)"] + (mayBeSilent ? [""] : [])
      let rest = ". The request is not sent again, because the server may have processed it"
      expectTrue(causes.map { "No response arrived\($0)\(rest)" }.contains(error.message), "\(error)")
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func aRequestOnAConnectionThatIsClosedIsNotSentAgain(method: HTTPMethod) async throws {
      let server = try HTTP2Server(refusals: [.close])
      let response = try await send(method, to: server, over: try session())
      expectNotNil(response.curlError)
      expectEqual(server.requestCount, 1)
    }

    @Test(arguments: [HTTP2Server.Refusal.reset(2), .close], [nil, 100_000] as [Int64?])
    func aStreamThatEndsAfterTheWholeBodyFailsInTheHeadPhase(
      refusal: HTTP2Server.Refusal, count: Int64?
    ) async throws {
      let server = try HTTP2Server(refusals: [refusal])
      let body = BodyStream(count: count) { PatternReader(count: 100_000) }
      let response = await (try session()).request(
        RequestDescription(
          try server.url(), method: .post, content: .stream(body, contentType: nil))
      ).response(.data)
      expectEqual(response.failedPhase, .head, "\(response)")
      expectEqual(server.bodySizes, [100_000])
    }

    @Test(
      arguments: [HTTP2Server.Refusal.resetWithinBody(7), .resetWithinBody(13)], [HTTPMethod.get, .post])
    func aRequestWhoseResponseHasBegunIsNotSentAgain(
      refusal: HTTP2Server.Refusal, method: HTTPMethod
    ) async throws {
      let server = try HTTP2Server(refusals: [refusal])
      let response = try await send(method, to: server, over: try session())
      expectEqual(response.failedPhase, .body)
      expectNil(response.value)
      expectEqual(server.requestCount, 1)
    }
  }
#endif
