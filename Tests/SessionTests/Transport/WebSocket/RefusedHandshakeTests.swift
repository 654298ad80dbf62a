#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// The body of a response that refuses a handshake is decoded, as that of any response.
  @Suite struct RefusedHandshakeTests {
    /// Refuses a handshake with these fields and bytes.
    private func refusal(
      _ fields: [String], _ body: [UInt8], session: NetworkSession? = nil
    ) async throws -> NetworkError {
      let head = (["HTTP/1.1 401 Unauthorized"] + fields + ["", ""]).joined(separator: "\r\n")
      let server = try LoopbackServer { _ in [.send(Data(head.utf8) + Data(body)), .close] }
      let session = try session ?? CurlSession.make()
      let socket = session.webSocket("ws://127.0.0.1:\(server.port)/")
      return try #require(await #expect(throws: NetworkError.self) { try await socket.connect() })
    }

    private static let text = String(repeating: "You must log in. ", count: 3_000)

    @Test(arguments: [("gzip", ZlibFormat.gzip), ("deflate", .zlib), ("x-gzip", .gzip)])
    func anEncodedBodyIsDecoded(coding: String, format: ZlibFormat) async throws {
      let body = try Data(Self.text.utf8).deflated(format)
      let error = try await refusal(["Content-Encoding: \(coding)", "Content-Length: \(body.count)"], body)
      expectEqual(error.reason, .validation(.statusCode(401)))
      expectEqual(error.data, Data(Self.text.utf8))
    }

    @Test func anEncodedBodyUpToTheEndOfTheConnectionIsDecoded() async throws {
      let error = try await refusal(["Content-Encoding: gzip"], Data(Self.text.utf8).deflated(.gzip))
      expectEqual(error.reason, .validation(.statusCode(401)))
      expectEqual(error.data, Data(Self.text.utf8))
    }

    @Test func anEncodedBodyInChunksIsDecoded() async throws {
      let coded = try Data("no".utf8).deflated(.gzip)
      let first = Array("\(String(coded.count - 3, radix: 16))\r\n".utf8) + coded.dropLast(3)
      let body = first + Array("\r\n3\r\n".utf8) + coded.suffix(3) + Array("\r\n0\r\n\r\n".utf8)
      let error = try await refusal(["Content-Encoding: gzip", "Transfer-Encoding: chunked"], body)
      expectEqual(error.data, Data("no".utf8))
    }

    @Test func ofALongBodyTheBeginningIsDecoded() async throws {
      let text = Data(repeating: UInt8(ascii: "a"), count: 20_000_000)
      let error = try await refusal(["Content-Encoding: gzip"], text.deflated(.gzip))
      expectEqual(error.reason, .validation(.statusCode(401)))
      expectEqual(error.data, text.prefix(65_536))
    }

    @Test(arguments: [false, true]) func aDamagedBodyFailsWithTheStatus(isCut: Bool) async throws {
      let coded = try Data(Self.text.utf8).deflated(.gzip)
      let body = isCut ? coded.dropLast(9) : [UInt8](repeating: 7, count: 40)
      let error = try await refusal(["Content-Encoding: gzip", "Content-Length: \(body.count)"], Array(body))
      expectEqual(error.reason, .validation(.statusCode(401)))
      expectEqual(error.response?.status, 401)
    }

    @Test func anUnknownCodingIsDeliveredAsItIs() async throws {
      let error = try await refusal(["Content-Encoding: other", "Content-Length: 2"], Array("no".utf8))
      expectEqual(error.data, Data("no".utf8))
    }

    @Test(arguments: ["zz\r\n", "2\r\nnoxx", "1111111111111111111111\r\n"])
    func invalidChunksFailInTheBodyPhase(chunk: String) async throws {
      let head = "HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n"
      let server = try LoopbackServer { _ in [.send("\(head)2\r\nno\r\n\(chunk)\r\n"), .close] }
      let log = WebSocketEventLog()
      var options = TransportOptions()
      options.proxy = .none
      let request = TransportRequest(url: try server.url())
      let task = try CurlTransport(options: options)
        .webSocketTask(for: request, subprotocols: [], options: WebSocketOptions(), receiver: log)
      task.resume()
      await log.end()
      expectEqual(log.summary, ["head 401", "body", "failed body"])
    }

    @Test(arguments: ["gzip", "gzip, chunked", "chunked, gzip", "other"])
    func aCodingOfTheTransferFailsTheHandshake(coding: String) async throws {
      let error = try await refusal(["Transfer-Encoding: \(coding)"], Data("no".utf8).deflated(.gzip))
      expectEqual(error.underlyingError as? WebSocketError, .handshake(.invalidResponse), "\(error)")
      expectNil(error.data)
    }
  }
#endif
