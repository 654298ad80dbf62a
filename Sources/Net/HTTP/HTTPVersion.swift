/// The version of a message's protocol, as a status line says it: `HTTP/1.1`, `HTTP/2`.
enum HTTPVersion {
  /// Whether each request of a connection waits for the response to the one before (RFC 9112).
  static func isHTTP1(_ version: String) -> Bool {
    // Most are this one, and comparing a whole small string is quicker.
    version == "HTTP/1.1" || version.hasPrefix("HTTP/1")
  }
}
