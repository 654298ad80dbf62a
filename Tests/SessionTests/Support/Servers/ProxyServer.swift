#if os(Linux)
  import Foundation
  import TestSupport

  /// An HTTP proxy on this machine.
  ///
  /// It responds to requests in absolute form itself, and opens tunnels to the requested port of this
  /// machine, whatever the host.
  final class ProxyServer: Sendable {
    private let server: SocketServer
    private let received: Locked<[WireRequest]>

    /// - `credentials`: The required `Proxy-Authorization`, or nil if none is required.
    init(credentials: String? = nil) throws {
      let received = Locked<[WireRequest]>([])
      self.received = received
      server = try SocketServer { connection, _ in
        while let request = WireRequest(headFrom: connection) {
          received.update { $0.append(request) }
          guard credentials == nil || request.header("Proxy-Authorization") == credentials else {
            connection.send(
              "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n\r\n")
            continue
          }
          guard request.line.hasPrefix("CONNECT ") else {
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nfrom a proxy")
            continue
          }
          return Self.tunnel(to: request.path, connection)
        }
      }
    }

    /// The received requests, including tunnels.
    var requests: [WireRequest] { received.value }

    var port: Int { server.port }

    /// The URL of the proxy.
    var url: String { "http://127.0.0.1:\(server.port)" }

    private static func tunnel(to authority: String, _ connection: StreamSocket) {
      let port = authority.split(separator: ":").last.flatMap { Int($0) } ?? 0
      guard let origin = StreamSocket.connected(to: port) else {
        return connection.send("HTTP/1.1 502 Nobody there\r\nContent-Length: 0\r\n\r\n")
      }
      connection.send("HTTP/1.1 200 Connection established\r\n\r\n")
      connection.join(origin)
    }
  }

  extension WireRequest {
    /// Reads the next head of a request without a body, or returns nil at the end of the connection.
    init?(headFrom connection: StreamSocket) {
      var pending = Data()
      let end = Data("\r\n\r\n".utf8)
      while !pending.suffix(4).elementsEqual(end) {
        guard let chunk = connection.receive() else { return nil }
        pending += chunk
      }
      self.init(head: String(decoding: pending.dropLast(4), as: UTF8.self), body: Data())
    }
  }
#endif
