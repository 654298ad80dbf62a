import Net

extension HTTPHeaders {
  /// Whether the connection closes after the message (RFC 9112 section 9.6).
  var closesConnection: Bool { hasConnectionOption("close") }

  /// The options of a connection that closes after the message or not (RFC 9110 section 7.6.1).
  ///
  /// Whatever the fields say about that, the other options are kept: a response with `Upgrade` needs the option of the
  /// same name. With `keepsAlive`, `keep-alive` is one of them even if the fields do not say it.
  func connectionOptions(closes: Bool, keepsAlive: Bool = false) -> [String] {
    guard contains("Connection") || closes || keepsAlive else { return [] }
    let options = list(of: "Connection").filter {
      !["close", "keep-alive"].contains(HeaderSyntax.folded($0))
    }
    if closes { return options + ["close"] }
    return keepsAlive || hasConnectionOption("keep-alive") ? options + ["keep-alive"] : options
  }

  private func hasConnectionOption(_ name: String) -> Bool {
    list(of: "Connection").contains { HeaderSyntax.folded($0) == name }
  }

  /// The elements of a field that is a list without quoted text (RFC 9110 section 5.6.1), of all its lines.
  func list(of name: String) -> [String] {
    guard contains(name) else { return [] }
    return values(for: name).flatMap { $0.split(separator: ",").map { HeaderSyntax.trimmed($0) } }
      .filter { !$0.isEmpty }
  }
}
