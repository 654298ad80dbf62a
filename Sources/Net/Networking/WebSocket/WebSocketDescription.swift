import Foundation

/// A WebSocket as the caller describes it, before anything is sent.
public struct WebSocketDescription: Sendable {
  /// The request of the handshake.
  ///
  /// Its policies, timeouts and header apply as to any request.
  public var request: RequestDescription
  /// The subprotocols in order of preference.
  ///
  /// If one is not a token (RFC 9110 section 5.6.2), or is there twice, the handshake fails with
  /// ``InvalidRequest/subprotocols(_:)``.
  public var subprotocols: [String]
  /// The limits and times.
  public var options: WebSocketOptions

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - url: A `ws`, `wss`, `http` or `https` URL, or one that is relative to the base URL of the session.
  ///   - subprotocols: The subprotocols in order of preference: different tokens (RFC 6455 section 4.1).
  ///   - headers: Further fields of the handshake.
  ///   - options: The limits and times.
  ///   - fileID: The file that a trace names for the handshake; the caller's.
  ///   - line: The line that a trace names for the handshake; the caller's.
  public init(
    _ url: any URLConvertible, subprotocols: [String] = [], headers: HTTPHeaders = [:],
    options: WebSocketOptions = WebSocketOptions(), fileID: StaticString = #fileID, line: UInt = #line
  ) {
    request = RequestDescription(WebSocketAddress(base: url), headers: headers, fileID: fileID, line: line)
    request.validation.statusCode = .only([101])
    self.subprotocols = subprotocols
    self.options = options
  }
}

/// A URL whose scheme is that of the handshake: `http` for `ws`, `https` for `wss` (RFC 6455 section 3).
struct WebSocketAddress: URLConvertible, SpelledAddress {
  let base: any URLConvertible

  /// The URL as the caller passed it.
  var spelling: String { base.callersText }

  func asURL() throws -> URL {
    let url = try base.asURL()
    return Self.handshakeText(url.absoluteString).flatMap {
      URL(string: $0, encodingInvalidCharacters: false)
    } ?? url
  }

  /// The base of a session that has only WebSockets.
  func base(for base: BaseURL) -> BaseURL? {
    Self.handshakeText(base.url.absoluteString).flatMap {
      URL(string: $0, encodingInvalidCharacters: false)
    }.map(BaseURL.init)
  }

  /// Returns the text of a URL with `http` for `ws` and `https` for `wss`, or nil if it has another scheme.
  static func handshakeText(_ text: String) -> String? {
    replacingScheme(in: text, ["ws": "http", "wss": "https"])
  }

  /// Returns the text of a URL with `ws` for `http` and `wss` for `https`, or nil if it has another scheme.
  static func webSocketText(_ text: String) -> String? {
    replacingScheme(in: text, ["http": "ws", "https": "wss"])
  }

  /// A path can be named like a scheme; only the colon makes it one (RFC 3986 section 4.1).
  private static func replacingScheme(in text: String, _ schemes: [String: String]) -> String? {
    guard let colon = text.firstIndex(of: ":"), let other = schemes[text[..<colon].lowercased()] else {
      return nil
    }
    return other + text[colon...]
  }
}
