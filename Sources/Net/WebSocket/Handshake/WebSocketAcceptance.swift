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

  /// A field that makes a handshake invalid.
  package struct Flaw: Error, Equatable {
    package var field: String
  }

  /// Accepts a request.
  ///
  /// - Parameters:
  ///   - headers: The fields of the request.
  ///   - subprotocols: The subprotocols that the server speaks. The first that the client requests is chosen.
  ///   - compresses: Whether the server accepts permessage-deflate.
  /// - Throws: The flaw of the first field that is missing, repeated or malformed (sections 4.2.1 and 9.1).
  package init(
    _ headers: HTTPHeaders, subprotocols: [String] = [], compresses: Bool = false
  ) throws(Flaw) {
    guard headers["Sec-WebSocket-Version"] == "13" else { throw Flaw(field: "Sec-WebSocket-Version") }
    let keys = headers.values(for: "Sec-WebSocket-Key")
    guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else {
      throw Flaw(field: "Sec-WebSocket-Key")
    }
    var response: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Accept": WebSocketHandshake.acceptance(of: keys[0]),
    ]
    let requested = try Self.elements(of: "Sec-WebSocket-Protocol", in: headers) { names in
      names.allSatisfy(HeaderSyntax.isToken) && Set(names).count == names.count
    }
    let subprotocol = requested.first(where: subprotocols.contains)
    if let subprotocol { response.add(name: "Sec-WebSocket-Protocol", value: subprotocol) }
    let offers = try Self.elements(of: "Sec-WebSocket-Extensions", in: headers) { offers in
      offers.allSatisfy(WebSocketCompression.isExtension)
    }
    let compression = compresses ? WebSocketCompression.chosen(from: offers) : nil
    if let compression { response.add(name: "Sec-WebSocket-Extensions", value: compression.response) }
    self.headers = response
    agreement = WebSocketHandshake.Agreement(subprotocol: subprotocol, compression: compression?.compression)
  }

  /// Returns the elements of a list that are not empty; none without the field.
  ///
  /// - Throws: A flaw if there is no element in the field, or the elements are not valid.
  private static func elements(
    of field: String, in headers: HTTPHeaders, areValid: ([String]) -> Bool
  ) throws(Flaw) -> [String] {
    guard let list = headers[field] else { return [] }
    let elements = HeaderSyntax.split(list, at: ",").filter { !$0.isEmpty }
    guard !elements.isEmpty, areValid(elements) else { throw Flaw(field: field) }
    return elements
  }
}
