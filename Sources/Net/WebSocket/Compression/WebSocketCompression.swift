/// The parameters of compressed messages that both sides agreed on (permessage-deflate, RFC 7692 section 7.1).
package struct WebSocketCompression: Sendable, Equatable {
  /// Whether the server compresses each message on its own.
  package var serverForgets = false
  /// Whether the client compresses each message on its own.
  package var clientForgets = false
  /// The size of the server's window as a power of 2.
  package var serverWindow = 15
  /// The size of the client's window as a power of 2.
  package var clientWindow = 15

  package init() {}

  static let name = "permessage-deflate"

  /// The offer of a client.
  ///
  /// `client_max_window_bits` allows the server to limit the client's window.
  static let offer = "permessage-deflate; client_max_window_bits"

  /// Reads the extensions of a server's response.
  ///
  /// - Parameters:
  ///   - text: The value of `Sec-WebSocket-Extensions`, or nil without the field.
  ///   - isOffered: Whether the client offered the extension.
  /// - Returns: The parameters, or nil without the extension.
  /// - Throws: A failure if the response has anything that was not offered.
  package static func accepted(
    _ text: String?, isOffered: Bool
  ) throws(WebSocketError) -> WebSocketCompression? {
    guard let text, !HeaderSyntax.trimmed(text).isEmpty else { return nil }
    let extensions = HeaderSyntax.split(text, at: ",").filter { !$0.isEmpty }
    var names: Set<String> = []
    guard extensions.count == 1, isOffered,
      let compression = WebSocketCompression(extensions[0], isOffer: false, names: &names)
    else { throw .handshake(.extension(text)) }
    return compression
  }

  /// Returns the first of a client's offers that a server accepts, and the server's response; nil if it accepts none.
  static func chosen(from offers: [String]) -> (compression: WebSocketCompression, response: String)? {
    for offer in offers {
      var names: Set<String> = []
      guard let compression = WebSocketCompression(offer, isOffer: true, names: &names) else { continue }
      return (compression, compression.response(limitsServer: names.contains("server_max_window_bits")))
    }
    return nil
  }

  /// The response that accepts an offer.
  ///
  /// Whatever the size of the server's window, the response to an offer that limits it has a limit (RFC 7692
  /// section 7.1.2.1).
  private func response(limitsServer: Bool) -> String {
    var parts = [Self.name]
    if serverForgets { parts.append("server_no_context_takeover") }
    if clientForgets { parts.append("client_no_context_takeover") }
    if limitsServer { parts.append("server_max_window_bits=\(serverWindow)") }
    if clientWindow < 15 { parts.append("client_max_window_bits=\(clientWindow)") }
    return parts.joined(separator: "; ")
  }

  /// Reads one extension; nil if it is another one, or a parameter is unknown, repeated or invalid.
  ///
  /// Inserts the names of its parameters.
  private init?(_ text: String, isOffer: Bool, names: inout Set<String>) {
    let parts = HeaderSyntax.split(text, at: ";")
    guard parts.first.map(HeaderSyntax.folded) == Self.name else { return nil }
    for part in parts.dropFirst() {
      let (name, value) = HeaderSyntax.parameter(part)
      guard names.insert(name).inserted, !Self.hasOpenQuote(part) else { return nil }
      let hasValue = part.utf8.contains(UInt8(ascii: "="))
      switch name {
      case "server_no_context_takeover" where !hasValue: serverForgets = true
      case "client_no_context_takeover" where !hasValue: clientForgets = true
      case "server_max_window_bits":
        // zlib cannot compress with a window of 8 bits.
        guard let bits = Self.window(value), !isOffer || bits > 8 else { return nil }
        serverWindow = bits
      case "client_max_window_bits" where isOffer && !hasValue: break
      case "client_max_window_bits":
        guard let bits = Self.window(value), isOffer || bits > 8 else { return nil }
        clientWindow = bits
      default: return nil
      }
    }
  }

  /// Returns whether the text has the syntax of an extension, known or not (RFC 6455 section 9.1).
  static func isExtension(_ text: String) -> Bool {
    let parts = HeaderSyntax.split(text, at: ";")
    return HeaderSyntax.isToken(parts[0]) && parts.dropFirst().allSatisfy(isParameter)
  }

  /// Returns whether the text is a name, with or without a value that is a token, which may be quoted.
  private static func isParameter(_ text: String) -> Bool {
    let (name, value) = text.cut(at: "=")
    guard HeaderSyntax.isToken(HeaderSyntax.trimmed(name)) else { return false }
    guard let value = value.map({ HeaderSyntax.trimmed($0) }) else { return true }
    return !HeaderSyntax.hasOpenQuote(value) && HeaderSyntax.isToken(HeaderSyntax.unquoted(value))
  }

  private static func hasOpenQuote(_ parameter: String) -> Bool {
    parameter.cut(at: "=").tail.map { HeaderSyntax.hasOpenQuote(HeaderSyntax.trimmed($0)) } ?? false
  }

  /// Parses 8 to 15 without leading zeros (RFC 7692 section 7.1.2).
  private static func window(_ text: String) -> Int? {
    guard let bits = Int(text), (8...15).contains(bits), text == String(bits) else { return nil }
    return bits
  }
}
