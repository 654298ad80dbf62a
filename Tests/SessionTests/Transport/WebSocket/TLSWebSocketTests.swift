#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  @Suite(.enabled(if: Tool.areInstalled)) struct TLSWebSocketTests {
    @Test func messagesOfAllSizesComeBackOverTLS() async throws {
      let server = try BlockingWebSocketServer { $0.echo() }
      let certificates = try await TestCertificates()
      let tls = try await TLSServer.start(certificates.issue()) { $0.backend = server.port }
      let session = try CurlSession.make { $0.tls.authorities = .only([.file(certificates.authority)]) }
      let connection = try await session.webSocket("wss://localhost:\(tls.port)/").connect()
      let messages: [WebSocketMessage] = [1, 20_000, 70_000, 400_000].map { .data(Data(count: $0)) }
      let sending = Task { for message in messages { try await connection.send(message) } }
      var received: [WebSocketMessage] = []
      for try await message in connection.messages {
        received.append(message)
        if received.count == messages.count { break }
      }
      try await sending.value
      expectEqual(received, messages)
    }
  }
#endif
