import Net

extension HTTPHeaders {
  /// Whether the connection closes after the message (RFC 9112 section 9.6).
  var closesConnection: Bool {
    contains("Connection")
      && values(for: "Connection").contains { value in
        value.split(separator: ",").contains {
          HeaderSyntax.folded(HeaderSyntax.trimmed($0)) == "close"
        }
      }
  }
}
