import Foundation

/// The content of a `Set-Cookie` field before it is checked against the URL of the response (RFC 6265bis section 5.6).
struct SetCookie: Sendable, Equatable {
  var name: String
  var value: String
  var expires: Date?
  /// The age in seconds.
  ///
  /// Zero and negative values delete the cookie.
  var maxAge: Int64?
  /// The domain in lower case, without a leading dot, or nil if there is none.
  var domain: String?
  /// The path, or nil if there is none that begins with a slash.
  var path: String?
  /// Whether there is a path attribute, even if it does not begin with a slash.
  var hasPath = false
  var sameSite: Cookie.SameSite?
  var isSecure = false
  var isHTTPOnly = false

  /// The maximum length of name and value together, in bytes.
  static let sizeLimit = 4096
  /// The maximum length of an attribute value, in bytes.
  ///
  /// Longer ones are ignored.
  static let attributeSizeLimit = 1024

  /// Parses the value of a field.
  ///
  /// Returns nil if it must be ignored: no `=`, no name, control characters, or too large.
  init?(_ text: String) {
    guard HeaderSyntax.isFieldValue(text) else { return nil }
    let parts = text.parts(between: ";")
    let pair = parts[0].cut(at: "=")
    guard let value = pair.tail else { return nil }
    name = HeaderSyntax.trimmed(pair.head)
    self.value = HeaderSyntax.trimmed(value)
    guard !name.isEmpty, name.utf8.count + self.value.utf8.count <= Self.sizeLimit else { return nil }
    // If an attribute is repeated, the last one is used.
    for part in parts.dropFirst() { take(part) }
  }

  private mutating func take(_ attribute: Substring) {
    let pair = attribute.cut(at: "=")
    let value = HeaderSyntax.trimmed(pair.tail ?? "")
    guard value.utf8.count <= Self.attributeSizeLimit else { return }
    switch HeaderSyntax.folded(HeaderSyntax.trimmed(pair.head)) {
    case "expires": expires = CookieDate.parse(value) ?? expires
    case "max-age": maxAge = Self.age(value) ?? maxAge
    case "domain":
      let name = CookieSyntax.withoutDot(value)
      domain = name.isEmpty ? nil : HeaderSyntax.folded(name)
    case "path":
      hasPath = true
      path = value.starts(withCodePointsOf: "/") ? value : nil
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite": sameSite = Self.sameSite(value)
    default: break
    }
  }

  private static func sameSite(_ text: String) -> Cookie.SameSite? {
    switch HeaderSyntax.folded(text) {
    case "strict": .strict
    case "lax": .lax
    case "none": .unrestricted
    default: nil
    }
  }

  private static func age(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    return HeaderSyntax.digits(isNegative ? String(text.dropFirst()) : text).map { isNegative ? -$0 : $0 }
  }
}

extension Cookie {
  /// Creates the cookie that a response from the URL sets.
  ///
  /// Returns nil if that URL must not set it (RFC 6265bis section 5.7).
  init?(_ field: SetCookie, from url: URL, at now: Date, suffixes: PublicSuffixList) {
    guard let host = CookieSyntax.host(of: url) else { return nil }
    guard !field.isSecure || CookieSyntax.isTrusted(url) else { return nil }
    guard field.sameSite != .unrestricted || field.isSecure else { return nil }
    var domain = field.domain.map(CookieSyntax.bare)
    // A domain with a trailing dot matches only a host that also has one.
    if field.domain?.hasSuffix(".") == true, url.host(percentEncoded: true)?.hasSuffix(".") != true {
      return nil
    }
    // The host may be an address or a public suffix. Then it can set cookies only for itself.
    if domain == host, suffixes.confines(host) { domain = nil }
    if let domain, !suffixes.allows(host, toSetFor: domain) { return nil }
    self.init(
      name: field.name, value: field.value, domain: domain ?? host, isHostOnly: domain == nil,
      path: field.path ?? CookieSyntax.defaultPath(of: url), isSecure: field.isSecure,
      isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite, expires: Self.expiry(of: field, at: now),
      created: now)
    // `__Host-` requires an explicit path.
    guard keepsPrefix, field.hasPath || !hasPrefix("__host-") else { return nil }
  }

  /// The cookie with its domain in the form in which domains are compared.
  ///
  /// Used for cookies that the caller inserts.
  var canonical: Cookie {
    var cookie = self
    cookie.domain = HostName.canonical(CookieSyntax.withoutDot(domain))
    return cookie
  }

  /// Returns the cookie, as a host-only cookie if its domain is an address or a public suffix.
  ///
  /// Used for cookies that the caller inserts.
  func confined(by suffixes: PublicSuffixList) -> Cookie {
    guard !isHostOnly, suffixes.confines(domain) else { return self }
    var cookie = self
    cookie.isHostOnly = true
    return cookie
  }

  /// The maximum time that a cookie is kept without being set again: 400 days (RFC 6265bis section 5.5).
  private static let longestAge: Int64 = 400 * 86_400

  private static func expiry(of field: SetCookie, at now: Date) -> Date? {
    let latest = now.addingTimeInterval(Double(longestAge))
    guard let age = field.maxAge else { return field.expires.map { min($0, latest) } }
    return age > 0 ? now.addingTimeInterval(Double(min(age, longestAge))) : .distantPast
  }
}

extension PublicSuffixList {
  /// Returns whether a cookie for the domain must be host-only, because the domain is an address or a public suffix.
  fileprivate func confines(_ domain: String) -> Bool {
    HostName.isAddress(domain) || !allows(domain, toSetFor: domain)
  }
}
