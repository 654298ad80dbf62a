import Foundation

/// The opening handshake of a client (RFC 6455 section 4.1), as a pure value.
package struct WebSocketHandshake: Sendable, Equatable {
  /// The value of `Sec-WebSocket-Key`: 16 random bytes in Base64.
  package let key: String
  package let subprotocols: [String]
  package let offersCompression: Bool

  /// Creates a handshake with a random key.
  ///
  /// - Parameters:
  ///   - subprotocols: The subprotocols in order of preference.
  ///   - offersCompression: Whether to offer permessage-deflate.
  package init(subprotocols: [String] = [], offersCompression: Bool = false) {
    // Uses no generator variable: Thread Sanitizer treats all variables of size zero as one.
    key = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    self.subprotocols = subprotocols
    self.offersCompression = offersCompression
  }

  /// The names of the fields that the handshake sets, and a caller cannot.
  package static let ownFields = [
    "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Protocol",
    "Sec-WebSocket-Extensions",
  ]

  /// Adds the fields of the handshake to a request, in place of those with the same names.
  package func add(to headers: inout HTTPHeaders) {
    for name in Self.ownFields { headers.remove(name: name) }
    headers.add(name: "Upgrade", value: "websocket")
    headers.add(name: "Connection", value: "Upgrade")
    headers.add(name: "Sec-WebSocket-Key", value: key)
    headers.add(name: "Sec-WebSocket-Version", value: "13")
    if !subprotocols.isEmpty {
      headers.add(name: "Sec-WebSocket-Protocol", value: subprotocols.joined(separator: ", "))
    }
    if offersCompression {
      headers.add(name: "Sec-WebSocket-Extensions", value: WebSocketCompression.offer)
    }
  }

  /// What the server chose.
  package struct Agreement: Sendable, Equatable {
    package var subprotocol: String?
    package var compression: WebSocketCompression?

    package init(subprotocol: String? = nil, compression: WebSocketCompression? = nil) {
      self.subprotocol = subprotocol
      self.compression = compression
    }
  }

  /// Checks the server's response.
  ///
  /// - Throws: ``WebSocketError/handshake(_:)``.
  package func check(_ head: ResponseFields) throws(WebSocketError) -> Agreement {
    guard head.status == 101 else { throw .handshake(.status(head.status)) }
    let headers = head.headers
    guard Self.upgrades(headers) else { throw .handshake(.field("Upgrade")) }
    guard Self.upgradesConnection(headers) else { throw .handshake(.field("Connection")) }
    let accepts = headers.values(for: "Sec-WebSocket-Accept")
    guard accepts.count == 1, accepts[0].hasCodePoints(of: Self.acceptance(of: key)) else {
      throw .handshake(.field("Sec-WebSocket-Accept"))
    }
    let chosen = headers.values(for: "Sec-WebSocket-Protocol")
    if let subprotocol = chosen.first {
      guard chosen.count == 1, subprotocols.contains(where: subprotocol.hasCodePoints) else {
        throw .handshake(.subprotocol(subprotocol))
      }
    }
    let compression = try WebSocketCompression.accepted(
      headers["Sec-WebSocket-Extensions"], isOffered: offersCompression)
    return Agreement(subprotocol: chosen.first, compression: compression)
  }

  /// Whether the response has the `Upgrade` of a WebSocket.
  package static func upgrades(_ headers: HTTPHeaders) -> Bool {
    headers.values(for: "Upgrade").map(HeaderSyntax.folded) == ["websocket"]
  }

  /// Whether the response has the `Connection` of a WebSocket.
  package static func upgradesConnection(_ headers: HTTPHeaders) -> Bool {
    tokens(headers["Connection"]).contains("upgrade")
  }

  /// A status and fields.
  package struct ResponseFields: Sendable, Equatable {
    package var status: Int
    package var headers: HTTPHeaders

    package init(status: Int, headers: HTTPHeaders) {
      self.status = status
      self.headers = headers
    }
  }

  /// Returns the value of `Sec-WebSocket-Accept` for a key (section 4.2.2).
  package static func acceptance(of key: String) -> String {
    Data(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }

  /// Returns the elements of a list in lower case.
  static func tokens(_ text: String?) -> [String] {
    guard let text else { return [] }
    return HeaderSyntax.split(text, at: ",").map(HeaderSyntax.folded)
  }
}
