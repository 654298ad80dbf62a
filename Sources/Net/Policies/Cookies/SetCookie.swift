import Foundation

/// What a `Set-Cookie` field says, before it is held against the URL that it came from (RFC 6265 section 5.2).
struct SetCookie: Sendable, Hashable {
  var name: String
  var value: String
  var expires: Date?
  /// In seconds; negative and zero end the cookie.
  var maxAge: Int64?
  /// In lower case, without a leading dot; nil when there is none.
  var domain: String?
  /// Nil when there is none that begins with a slash.
  var path: String?
  var isSecure = false
  var isHTTPOnly = false

  /// The longest name and value, together, in bytes.
  static let sizeLimit = 4096
  /// The longest value of an attribute, in bytes. Longer ones are passed over.
  static let attributeSizeLimit = 1024

  /// Reads the value of a field; nil where it is to be ignored: no `=`, no name, control characters, too large.
  init?(_ text: String) {
    guard HeaderSyntax.isFieldValue(text) else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let pair = parts.first.map(Substring.init), let equals = pair.firstIndex(of: "=") else {
      return nil
    }
    name = HeaderSyntax.trimmed(pair[..<equals])
    value = HeaderSyntax.trimmed(pair[pair.index(after: equals)...])
    guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.sizeLimit else { return nil }
    // The last attribute of a name counts.
    for part in parts.dropFirst() { take(Substring(part)) }
  }

  private mutating func take(_ attribute: Substring) {
    let equals = attribute.firstIndex(of: "=") ?? attribute.endIndex
    let value = HeaderSyntax.trimmed(attribute[equals...].dropFirst())
    guard value.utf8.count <= Self.attributeSizeLimit else { return }
    switch HeaderSyntax.folded(HeaderSyntax.trimmed(attribute[..<equals])) {
    case "expires": expires = CookieDate.parse(value) ?? expires
    case "max-age": maxAge = Self.age(value) ?? maxAge
    case "domain":
      let domain = HeaderSyntax.folded(value.hasPrefix(".") ? String(value.dropFirst()) : value)
      if !value.isEmpty { self.domain = domain.isEmpty ? nil : domain }
    case "path": path = value.hasPrefix("/") ? value : nil
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    default: break
    }
  }

  private static func age(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    return HeaderSyntax.digits(isNegative ? String(text.dropFirst()) : text).map { isNegative ? -$0 : $0 }
  }
}

extension Cookie {
  /// The cookie that a response from the URL sets; nil where that URL may not set it (RFC 6265 section 5.3).
  init?(_ field: SetCookie, from url: URL, at now: Date, suffixes: PublicSuffixList) {
    guard let host = CookieSyntax.host(of: url) else { return nil }
    var domain = field.domain
    // An address, or a public suffix, is for itself alone.
    if let named = domain, suffixes.confines(named) {
      guard named == host else { return nil }
      domain = nil
    }
    if let domain, !CookieSyntax.domain(domain, matches: host) { return nil }
    self.init(
      name: field.name, value: field.value, domain: domain ?? host, isHostOnly: domain == nil,
      path: field.path ?? CookieSyntax.defaultPath(of: url), isSecure: field.isSecure,
      isHTTPOnly: field.isHTTPOnly, expires: Self.expiry(of: field, at: now), created: now)
  }

  /// The cookie as a jar with these suffixes keeps it when it is put in by hand: as if the host of its name had set it.
  func confined(by suffixes: PublicSuffixList) -> Cookie {
    guard !isHostOnly, suffixes.confines(domain) else { return self }
    var cookie = self
    cookie.isHostOnly = true
    return cookie
  }

  private static func expiry(of field: SetCookie, at now: Date) -> Date? {
    guard let age = field.maxAge else { return field.expires }
    // A century is as good as for ever, and a date that can be written down.
    return age > 0 ? now.addingTimeInterval(Double(min(age, 3_155_760_000))) : .distantPast
  }
}

extension PublicSuffixList {
  /// Whether a cookie for the domain is for the host of that name alone: an address, or a public suffix.
  fileprivate func confines(_ domain: String) -> Bool {
    CookieSyntax.isAddress(domain) || isPublicSuffix(domain)
  }
}
