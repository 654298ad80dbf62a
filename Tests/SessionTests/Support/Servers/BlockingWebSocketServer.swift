#if os(Linux)
  import Foundation
  import Net

  /// A server for WebSocket tests, whose connections run a script with blocking calls.
  final class BlockingWebSocketServer: Sendable {
    private let server: SocketServer

    /// Runs the script for each connection after the handshake.
    ///
    /// The connection is closed when it returns.
    init(
      subprotocols: [String] = [], compresses: Bool = false,
      _ script: @escaping @Sendable (BlockingPeer) -> Void
    ) throws {
      server = try SocketServer { socket, number in
        let peer = BlockingPeer(socket, number: number)
        guard peer.readRequest() != nil,
          peer.accept(subprotocols: subprotocols, compresses: compresses)
        else { return }
        script(peer)
      }
    }

    var port: Int { server.port }
    var url: String { "ws://127.0.0.1:\(server.port)/chat?a=b" }
  }

  /// The server's side of one connection.
  ///
  /// Only the thread of its connection uses it.
  final class BlockingPeer {
    let socket: StreamSocket
    let number: Int
    private(set) var requestLine = ""
    private(set) var headers = HTTPHeaders()
    private var endpoint = WebSocketEndpoint(role: .server)
    private var rest = Data()

    init(_ socket: StreamSocket, number: Int) {
      self.socket = socket
      self.number = number
    }

    /// Reads the head of the request; nil at the end of the connection.
    func readRequest() -> HTTPHeaders? {
      var head = Data()
      while head.range(of: Data("\r\n\r\n".utf8)) == nil {
        guard let bytes = socket.receive() else { return nil }
        head += bytes
      }
      let end = head.range(of: Data("\r\n\r\n".utf8))
      rest = end.map { head[$0.upperBound...] } ?? Data()
      let lines = String(decoding: head[..<(end?.lowerBound ?? head.endIndex)], as: UTF8.self)
        .components(separatedBy: "\r\n")
      requestLine = lines[0]
      headers = HTTPHeaders(
        lines.dropFirst().compactMap { line -> HTTPField? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
          return HTTPField(name: String(line[..<colon]), value: value)
        })
      return headers
    }

    /// Sends the 101.
    func accept(subprotocols: [String] = [], compresses: Bool = false) -> Bool {
      guard
        let acceptance = try? WebSocketAcceptance(
          headers, subprotocols: subprotocols, compresses: compresses)
      else { return false }
      endpoint = WebSocketEndpoint(role: .server, compression: acceptance.agreement.compression)
      respond("101 Switching Protocols", acceptance.headers)
      return true
    }

    func respond(_ status: String, _ headers: HTTPHeaders = [:], body: String = "") {
      let fields = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
      socket.send("HTTP/1.1 \(status)\r\n\(fields)\r\n\(body)")
    }

    /// Returns the next event other than a ping, or nil at the end of the connection.
    func receive() -> WebSocketEndpoint.Event? {
      while true {
        var event: WebSocketEndpoint.Event?
        let bytes = rest
        let read = unsafe bytes.withUnsafeBytes { bytes in
          var offset = 0
          event = unsafe endpoint.next(bytes, &offset)
          return offset
        }
        rest = rest.dropFirst(read)
        flush()
        if let event, event != .ping { return event }
        if event == nil {
          guard let more = socket.receive() else { return nil }
          rest = more
        }
      }
    }

    /// Returns the next message as text, or nil at the end.
    func text() -> String? {
      guard case .message(.text(let text))? = receive() else { return nil }
      return text
    }

    func send(_ message: WebSocketMessage) {
      try? endpoint.send(message)
      flush()
    }

    func ping(_ payload: [UInt8] = []) {
      endpoint.ping(payload)
      flush()
    }

    func close(_ code: WebSocketCloseCode, _ reason: String = "") {
      try? endpoint.close(WebSocketClosure(code: code, reason: reason))
      flush()
    }

    private func flush() {
      var bytes: [UInt8] = []
      endpoint.takeOutput(into: &bytes)
      if !bytes.isEmpty { socket.send(Data(bytes)) }
    }

    /// Sends back every message until the connection ends.
    func echo() {
      while case .message(let message)? = receive() { send(message) }
    }
  }
#endif
