#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// WebSockets to a server in Python: the package `websockets` if it is installed, otherwise its standard library.
  @Suite(.enabled(if: Tool.areInstalled)) struct ForeignWebSocketTests {
    private let certificates: TestCertificates

    init() async throws { certificates = try await TestCertificates() }

    @Test(arguments: [(true, false), (true, true), (false, false), (false, true)])
    func messagesComeBackAndTheServerCloses(isPlain: Bool, isCompressed: Bool) async throws {
      let server = try await TLSServer.start(certificates.issue(), script: "websocket-server") {
        $0.plain = isPlain
        $0.deflate = isCompressed
      }
      let session = try CurlSession.make { $0.tls.authorities = .only([.file(certificates.authority)]) }
      let scheme = isPlain ? "ws" : "wss"
      let host = isPlain ? "127.0.0.1" : "localhost"
      let connection = try await session.webSocket("\(scheme)://\(host):\(server.port)/").connect()
      expectEqual(connection.isCompressed, isCompressed)
      let sizes = [0, 1, 125, 126, 127, 128, 4_000, 65_535, 65_536, 100_000]
      let messages: [WebSocketMessage] =
        sizes.map {
          .text(String(repeating: "aé€😀", count: $0 / 10) + String(repeating: "b", count: $0 % 10))
        }
        + sizes.map { .data(Data((0..<$0).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) })) }
      let sending = Task {
        for message in messages { try await connection.send(message) }
        try await connection.send(.text("close 4321 enough"))
      }
      var received: [WebSocketMessage] = []
      let closure = WebSocketClosure(code: WebSocketCloseCode(rawValue: 4321), reason: "enough")
      await #expect(throws: WebSocketError.closed(closure)) {
        for try await message in connection.messages { received.append(message) }
      }
      try await sending.value
      expectEqual(received, messages)
    }
  }
#endif
