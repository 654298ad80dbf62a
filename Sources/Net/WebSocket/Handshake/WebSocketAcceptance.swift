import Foundation

/// The opening handshake of a server (RFC 6455 section 4.2), as a pure value.
package struct WebSocketAcceptance: Sendable, Equatable {
  /// The fields of the 101.
  package var headers: HTTPHeaders
  package var agreement: WebSocketHandshake.Agreement

  /// Returns whether a request asks for a WebSocket.
  package static func isRequested(method: String, headers: HTTPHeaders) -> Bool {
    method == "GET" && WebSocketHandshake.tokens(headers["Upgrade"]).contains("websocket")
      && WebSocketHandshake.tokens(headers["Connection"]).contains("upgrade")
  }

  /// Accepts a request, or returns nil if it is not a valid handshake.
  ///
  /// - Parameters:
  ///   - headers: The fields of the request.
  ///   - subprotocols: The subprotocols that the server speaks. The first that the client requests is chosen.
  ///   - compresses: Whether the server accepts permessage-deflate.
  package init?(_ headers: HTTPHeaders, subprotocols: [String] = [], compresses: Bool = false) {
    guard headers["Sec-WebSocket-Version"] == "13", let key = headers.firstValue(for: "Sec-WebSocket-Key"),
      Data(base64Encoded: key)?.count == 16
    else { return nil }
    var response: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Accept": WebSocketHandshake.acceptance(of: key),
    ]
    let requested = headers["Sec-WebSocket-Protocol"].map { HeaderSyntax.split($0, at: ",") } ?? []
    let subprotocol = requested.first(where: subprotocols.contains)
    if let subprotocol { response.add(name: "Sec-WebSocket-Protocol", value: subprotocol) }
    let offers = headers["Sec-WebSocket-Extensions"]
    let compression = compresses ? WebSocketCompression.chosen(from: offers) : nil
    if let compression { response.add(name: "Sec-WebSocket-Extensions", value: compression.response) }
    self.headers = response
    agreement = WebSocketHandshake.Agreement(subprotocol: subprotocol, compression: compression?.compression)
  }
}
