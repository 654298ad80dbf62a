#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// How much of a request's body is sent at a time, which the sizes of its chunks show.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlUploadPortionsTests {
    /// Gives bytes that are no line breaks.
    private struct Ones: BodyReader {
      var rest: Int

      mutating func read(atMost count: Int) -> Data? {
        guard rest > 0 else { return nil }
        let next = min(count, rest)
        rest -= next
        return Data(repeating: 1, count: next)
      }
    }

    /// Between two records libcurl reads the response of a server that refuses the request.
    @Test func theStartOfABodyIsSentOverTLSInRecords() async throws {
      let received = Locked("")
      let behind = try SocketServer { connection, _ in
        var text = ""
        while !text.hasSuffix("\r\n0\r\n\r\n"), let next = connection.receive() {
          text += String(decoding: next, as: UTF8.self)
        }
        received.update { $0 = text }
        connection.send("HTTP/1.1 204 Done\r\n\r\n")
      }
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(try await certificates.issue()) { $0.backend = behind.port }
      let session = try CurlSession.make {
        $0.tls.authorities = .only([.file(certificates.authority)])
        $0.httpVersion = .http1
      }
      let body = BodyStream { Ones(rest: 1 << 18) }
      let response = await session.put(try server.url(), stream: body, contentType: "a/b").response(.data)
      expectEqual(response.response?.status, 204, "\(response)")
      let lines = received.value.components(separatedBy: "\r\n").drop { !$0.isEmpty }.dropFirst()
      let sizes = lines.compactMap { $0.hasPrefix("\u{1}") ? $0.utf8.count : nil }
      expectEqual(sizes.reduce(0, +), 1 << 18)
      expectEqual(sizes.max(), 16_384 - 12)
    }
  }
#endif
