#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// Bytes of fields that are not UTF-8 and that a session sends back, which must not change (RFC 9110 section 5.5).
  @Suite struct SentBackFieldsTests {
    private let folder: TemporaryFolder
    private let requests = Locked<[Data]>([])

    init() throws { folder = try TemporaryFolder() }

    /// A server that sends these responses, one for each connection.
    private func server(_ responses: [String]) throws -> SocketServer {
      try SocketServer { [requests] connection, number in
        var head = Data()
        while head.range(of: Data("\r\n\r\n".utf8)) == nil {
          guard let more = connection.receive() else { return }
          head += more
        }
        let received = head
        requests.update { $0.append(received) }
        guard number <= responses.count else { return }
        // `#` is the byte that is not UTF-8.
        connection.send(
          Data("HTTP/1.1 \(responses[number - 1])".utf8.map { $0 == UInt8(ascii: "#") ? 0xe9 : $0 }))
      }
    }

    private func session(
      _ change: (inout SessionConfiguration) -> Void
    ) throws -> NetworkSession {
      var configuration = SessionConfiguration()
      change(&configuration)
      var options = TransportOptions()
      options.proxy = .none
      return NetworkSession(configuration: configuration, transport: try CurlTransport(options: options))
    }

    private func lastRequest(has text: String) -> Bool {
      let line = Data("\r\n\(text)\r\n".utf8.map { $0 == UInt8(ascii: "#") ? 0xe9 : $0 })
      return requests.value.last?.range(of: line) != nil
    }

    @Test func aCookieIsSentAsItWasSet() async throws {
      let server = try server([
        "200 OK\r\nSet-Cookie: sid=caf#\r\nSet-Cookie: b=é\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "204 No Content\r\nConnection: close\r\n\r\n",
      ])
      let session = try session { $0.cookies = CookieJar() }
      let url = "http://127.0.0.1:\(server.port)/"
      for _ in 1...2 { expectNil(await session.get(url).response(.data).error) }
      #expect(lastRequest(has: "Cookie: sid=caf#; b=é"))
    }

    @Test func anEntityTagValidatesAStoredResponse() async throws {
      let head = "ETag: \"caf#\"\r\nCache-Control: no-cache\r\nConnection: close\r\n"
      let server = try server([
        "200 OK\r\n\(head)Content-Length: 2\r\n\r\nok", "304 Not Modified\r\n\(head)\r\n",
      ])
      let session = try session { $0.cache = HTTPCache.memory(limit: 1_000_000) }
      let url = "http://127.0.0.1:\(server.port)/"
      for _ in 1...2 { expectEqual(await session.get(url).response(.string).value, "ok") }
      #expect(lastRequest(has: "If-None-Match: \"caf#\""))
    }

    @Test func aDownloadContinuesWithItsEntityTag() async throws {
      let head = "ETag: \"caf#\"\r\nConnection: close\r\n"
      let server = try server([
        "200 OK\r\n\(head)Content-Length: 10\r\n\r\n01234",
        "206 Partial Content\r\n\(head)Content-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789",
      ])
      let session = try session { _ in }
      let file = folder.file("film")
      let destination = DownloadDestination.file(file).resumable(at: folder.file("film.part"))
      let url = "http://127.0.0.1:\(server.port)/"
      await #expect(throws: NetworkError.self) { try await session.get(url).download(to: destination) }
      expectEqual(try await session.get(url).download(to: destination), file)
      #expect(lastRequest(has: "If-Range: \"caf#\""))
      expectEqual(try String(contentsOf: file, encoding: .utf8), "0123456789")
    }

    @Test func aHandshakeReturnsTheCookieOfAnother() async throws {
      let server = try server([
        "403 Forbidden\r\nSet-Cookie: sid=caf#\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
      ])
      let session = try session { $0.cookies = CookieJar() }
      for _ in 1...2 {
        await #expect(throws: NetworkError.self) {
          _ = try await session.webSocket("ws://127.0.0.1:\(server.port)/").connect()
        }
      }
      #expect(lastRequest(has: "Cookie: sid=caf#"))
    }
  }
#endif
