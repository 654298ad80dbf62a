public import Foundation

extension Redaction {
  /// Returns the header fields with placeholders for secrets: the whole value of a secret field, and in other values
  /// the secrets in URLs and name–value pairs.
  public func redacted(_ headers: HTTPHeaders) -> HTTPHeaders { HTTPHeaders(headers.map(redacted)) }

  /// Returns the field with a placeholder for each secret.
  @inline(never)
  package func redacted(_ field: HTTPField) -> HTTPField {
    switch verdict(onHeader: field.name) {
    case .all, .scalars: return HTTPField(name: field.name, value: Self.placeholder)
    case .texts where !SecretSweep.isPlain(Array(field.value.utf8)[...]):
      return HTTPField(name: field.name, value: Self.placeholder)
    case .shown where Self.isSubprotocolField(field):
      return HTTPField(name: field.name, value: redacted(subprotocolList: field.value))
    case .shown, .texts: return HTTPField(name: field.name, value: redacted(text: field.value))
    }
  }

  /// Returns a redacted line for each field.
  package func lines(of headers: HTTPHeaders) -> [String] { headers.map(line) }

  func line(of field: HTTPField) -> String { "\(field.name): \(redacted(field).value)".printed }

  /// Returns the URL as text with placeholders for secrets: its credentials, secret parameters of its query and
  /// fragment, and the tokens that some services put in the path.
  ///
  /// Everything else is unchanged.
  public func redacted(_ url: URL) -> String { redacted(urlText: url.absoluteString) }

  /// Returns the redacted text of a URL that may be malformed.
  @inline(never)
  package func redacted(urlText text: String) -> String {
    swept(Array(text.utf8), kind: .url, depth: 0).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Returns a text that may contain URLs, name–value pairs and JSON, without its secrets.
  package func redacted(text: String) -> String {
    nested(Array(text.utf8), depth: 0).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Returns the text without its secrets, or nil if it has none.
  ///
  /// A text that looks like JSON is treated as JSON, and is searched as a text, too, unless the whole of it may be
  /// JSON: a line of a log may begin with `[`.
  ///
  /// - `isBody`: Whether a text with control characters is not searched as a text, but only as JSON.
  func nested(_ bytes: [UInt8], depth: Int, isBody: Bool = false) -> [UInt8]? {
    guard hidesCredentials else { return nil }
    guard JSONValue.begins(bytes) else { return swept(bytes, depth: depth) }
    var secrets = JSONSecrets(bytes, self, depth: depth)
    let hidden = secrets.redacted()
    if secrets.isJSON || isBody && bytes.contains(where: Self.isControl) { return hidden }
    return swept(hidden ?? bytes, depth: depth) ?? hidden
  }

  /// Returns the text without the secrets that are found in any text, or nil if it has none.
  func swept(_ bytes: [UInt8], kind: SecretSweep.Kind = .text, depth: Int) -> [UInt8]? {
    var sweep = SecretSweep(bytes, self, kind: kind)
    let hidden = bytes.replacing(sweep.run().map { ($0, sweep.placeholder) })
    return unescaped(hidden ?? bytes, kind: kind, depth: depth) ?? hidden
  }
}
