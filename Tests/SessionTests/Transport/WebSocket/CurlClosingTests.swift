#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// What arrives while a WebSocket waits for the close frame of its server.
  @Suite struct CurlClosingTests {
    /// Closes a WebSocket when it is open.
    private final class Closing: Sendable {
      let log: WebSocketEventLog
      private let task = Locked<(any WebSocketTask)?>(nil)

      init() {
        let task = task
        log = WebSocketEventLog { event in
          if case .opened = event { task.value?.close(WebSocketClosure(code: .normal)) }
        }
      }

      func run(port: Int) async throws {
        var options = TransportOptions()
        options.proxy = .none
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        let socket = try CurlTransport(options: options)
          .webSocketTask(
            for: TransportRequest(url: url), subprotocols: [], options: WebSocketOptions(), receiver: log)
        task.update { $0 = socket }
        socket.resume()
        await log.end()
        task.update { $0 = nil }
      }
    }

    /// Reading goes on until the close frame, whether or not the receiver keeps up.
    @Test func aFloodOfPongsIsNotKept() async throws {
      let server = try BlockingWebSocketServer { peer in
        // The close frame, which is not answered yet.
        _ = peer.socket.receive()
        peer.socket.send((0..<10_000).reduce(into: Data()) { flood, _ in flood += [0x8a, 0x00] })
        peer.close(.normal)
        while peer.socket.receive() != nil {}
      }
      let closing = Closing()
      try await closing.run(port: server.port)
      expectEqual(closing.log.events.count, 2)
      expectEqual(closing.log.summary.first, "opened")
      expectEqual(closing.log.summary.last, "closed 1000")
    }
  }
#endif
