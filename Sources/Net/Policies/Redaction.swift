public import Foundation

/// What is left out of logs, descriptions and `curl` commands: the values of secret headers, query parameters and
/// fields of bodies, and the credentials in a URL.
///
/// ```swift
/// var redaction = Redaction.standard
/// redaction.insert(headerName: "X-Api-Key")
/// redaction.insert(queryName: "session")
/// redaction.insert(bodyName: "pin")
/// print(request.cURLDescription(redacting: redaction))
/// ```
///
/// Names are compared without the case of ASCII letters; those in bodies also without `_` and `-`, so that
/// `access_token` hides `accessToken`.
public struct Redaction: Sendable, Hashable {
  /// What stands where a secret was.
  public static let placeholder = "<redacted>"

  private var headerNames: Set<String>
  private var queryNames: Set<String>
  private var bodyNames: Set<String>
  private var hidesCredentials: Bool

  /// Hides these headers, query parameters, members of JSON bodies and fields of forms, and the credentials in a URL.
  public init(
    headerNames: some Sequence<String>, queryNames: some Sequence<String> = [],
    bodyNames: some Sequence<String> = []
  ) {
    self.headerNames = Set(headerNames.map(HeaderSyntax.folded))
    self.queryNames = Set(queryNames.map(HeaderSyntax.folded))
    self.bodyNames = Set(bodyNames.map(Self.foldedInBody))
    hidesCredentials = true
  }

  /// Hides `Authorization`, `Cookie`, `Set-Cookie` and `Proxy-Authorization`, credentials in URLs, and the query
  /// parameters and fields of bodies that are commonly secret: passwords, tokens, keys, signatures, and what OAuth
  /// sends to prove who is asking (RFC 6749, 7521, 7636).
  public static let standard = Redaction(
    headerNames: ["Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization"],
    queryNames: [
      "access_token", "api_key", "apikey", "auth", "client_secret", "id_token", "password", "passwd",
      "refresh_token", "secret", "sig", "signature", "token",
    ],
    bodyNames: [
      "access_token", "api_key", "assertion", "client_assertion", "client_secret", "code_verifier",
      "id_token",
      "passwd", "password", "private_key", "refresh_token", "secret", "token",
    ])

  /// Hides nothing.
  public static let none: Redaction = {
    var redaction = Redaction(headerNames: [])
    redaction.hidesCredentials = false
    return redaction
  }()

  /// Hides the values of a header, too.
  public mutating func insert(headerName: String) { headerNames.insert(HeaderSyntax.folded(headerName)) }

  /// Hides the values of a query parameter, too.
  public mutating func insert(queryName: String) { queryNames.insert(HeaderSyntax.folded(queryName)) }

  /// Hides the values of a JSON member or a form field, too, however deep it stands in a body.
  public mutating func insert(bodyName: String) { bodyNames.insert(Self.foldedInBody(bodyName)) }

  /// Whether the values of the header are hidden.
  public func hides(headerName: String) -> Bool { headerNames.contains(HeaderSyntax.folded(headerName)) }

  /// The headers, with a placeholder where a secret was.
  public func redacted(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(
      headers.map { hides(headerName: $0.name) ? HTTPField(name: $0.name, value: Self.placeholder) : $0 })
  }

  /// The text of the URL, with placeholders where secrets were; all else byte for byte.
  public func redacted(_ url: URL) -> String { redacted(urlText: url.absoluteString) }

  /// The text of a URL that may not be one.
  package func redacted(urlText text: String) -> String {
    // By scalars: with a combining mark after it, a delimiter is another Character and would go unseen.
    let scalars = text.unicodeScalars
    let beforeFragment = scalars.prefix { $0 != "#" }
    let beforeQuery = beforeFragment.prefix { $0 != "?" }
    var result = hidesCredentials ? Self.withoutCredentials(beforeQuery) : String(beforeQuery)
    if beforeQuery.endIndex < beforeFragment.endIndex {
      let query = beforeFragment[beforeQuery.endIndex...].dropFirst()
      result += "?"
      result += query.split(separator: "&", omittingEmptySubsequences: false).map(pair).joined(separator: "&")
    }
    return result + String(scalars[beforeFragment.endIndex...])
  }

  private func pair(_ text: Substring.UnicodeScalarView) -> String {
    let name = text.prefix { $0 != "=" }
    guard name.endIndex < text.endIndex, hides(queryName: String(name)) else { return String(text) }
    return "\(String(name))=\(Self.placeholder)"
  }

  /// Whether the values of the query parameter are hidden. The name may be percent-encoded.
  package func hides(queryName: String) -> Bool {
    queryNames.contains(HeaderSyntax.folded(queryName.removingPercentEncoding ?? queryName))
  }

  /// Whether the values of the JSON member or form field are hidden.
  package func hides(bodyName: String) -> Bool { bodyNames.contains(Self.foldedInBody(bodyName)) }

  var hidesBodies: Bool { !bodyNames.isEmpty }

  private static func foldedInBody(_ name: String) -> String {
    HeaderSyntax.folded(name).filter { $0 != "_" && $0 != "-" }
  }

  private static func withoutCredentials(_ text: Substring.UnicodeScalarView) -> String {
    let afterScheme = text.drop { $0 != "/" }
    guard afterScheme.starts(with: "//".unicodeScalars) else { return String(text) }
    let authority = afterScheme.dropFirst(2).prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return String(text) }
    return String(text[..<authority.startIndex]) + placeholder + String(text[at...])
  }
}
