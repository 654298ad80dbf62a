import Foundation
import Net
import NetTesting
import Synchronization

/// A WebSocket server: NIO's, so that no client is paired with a server of the same library; without the
/// trait `Peers` a `MockServer`.
///
/// It echoes text, except three orders. For `!COUNT SIZE` it sends that many texts of that size, which are binary
/// messages from 1 KiB on. For `?` it sends the number of bytes in the binary messages that it has received since the
/// last `?`. After `=` it echoes binary messages too.
enum SocketServer {
  /// Messages to send, as a client asks for them.
  struct Order {
    let count: Int
    let size: Int
    var isBinary: Bool { size >= 1 << 10 }

    init?(_ text: String) {
      guard text.first == "!" else { return nil }
      let numbers = text.dropFirst().split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      (count, size) = (numbers[0], numbers[1])
    }

    init(count: Int, size: Int) { (self.count, self.size) = (count, size) }

    var text: String { "!\(count) \(size)" }
  }

  /// Serves until the standard input ends, over TLS if a certificate and its key are given.
  static func serve(certificate: String?, key: String?) throws -> Int32 {
    #if Peers
      let url = try PeerSocketServer.start(certificate: certificate, key: key)
    #else
      let server = try mock()
      defer { server.stop() }
      let url = server.baseURL
    #endif
    FileHandle.standardOutput.write(Data("\(url.absoluteString)\n".utf8))
    _ = try FileHandle.standardInput.readToEnd()
    return 0
  }

  /// Starts a server in this process.
  static func mock() throws -> MockServer {
    let server = MockServer()
    server.stub(
      .webSocket("/"),
      with: .script { peer in
        let received = Mutex(0)
        let echoes = Mutex(false)
        peer.onMessage { message in
          switch message {
          case .data(let data):
            received.withLock { $0 += data.count }
            return echoes.withLock { $0 } ? [message] : []
          case .text("="):
            echoes.withLock { $0 = true }
            return []
          case .text("?"):
            let count = received.withLock { count in
              defer { count = 0 }
              return count
            }
            return [.text("\(count)")]
          case .text(let text):
            guard let order = Order(text) else { return [message] }
            let body = String(repeating: "x", count: order.size)
            let reply = order.isBinary ? WebSocketMessage.data(Data(body.utf8)) : .text(body)
            return Array(repeating: reply, count: order.count)
          }
        }
      })
    try server.start()
    return server
  }
}
