public import Foundation

/// A cookie in a ``CookieJar`` (RFC 6265bis section 5.7).
///
/// It is `Codable`, so the cookies of a jar can be saved between launches.
public struct Cookie: Sendable, Hashable, Codable {
  /// The name.
  public var name: String
  /// The value as the server wrote it, including quotes.
  ///
  /// With `CurlTransport`, bytes that are not UTF-8 are private-use characters, U+10FE80 to U+10FEFF.
  public var value: String
  /// The host that the cookie is for, in lower case, without a leading dot.
  public var domain: String
  /// Whether the cookie is only for that host and not for its subdomains.
  public var isHostOnly: Bool
  /// The path prefix that the cookie is for.
  public var path: String
  /// Whether the cookie is sent only over secure connections.
  public var isSecure: Bool
  /// Whether scripts on a web page must not read the cookie.
  ///
  /// It has no effect in an app.
  public var isHTTPOnly: Bool
  /// The `SameSite` attribute, or nil if it is missing or invalid.
  public var sameSite: SameSite?
  /// When the cookie expires.
  ///
  /// Nil means at the end of the session.
  public var expires: Date?
  /// When the cookie was first set.
  public var created: Date
  /// When the cookie was last sent.
  public var lastAccess: Date

  /// The values of the `SameSite` attribute (RFC 6265bis section 5.6.7).
  ///
  /// A jar stores the value but does not use it: an app has no pages, so its requests never come from a page of another
  /// site.
  public enum SameSite: String, Sendable, Hashable, Codable {
    /// `Strict`: browsers send the cookie only with requests from pages of the same site.
    case strict = "Strict"
    /// `Lax`: browsers also send it when the user follows a link from another site.
    case lax = "Lax"
    /// `None`: browsers send it with all requests. Such a cookie is rejected without `Secure`.
    case unrestricted = "None"
  }

  /// Creates a cookie for a host.
  public init(
    name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
    isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil, expires: Date? = nil,
    created: Date = Date()
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.isHostOnly = isHostOnly
    self.path = path
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
    self.expires = expires
    self.created = created
    lastAccess = created
  }

  /// Returns whether the cookie is sent to the URL, according to domain, path and scheme (RFC 6265bis section 5.8.3).
  ///
  /// A `Secure` cookie is sent over https, and over http to this machine: `localhost` and its addresses.
  public func matches(_ url: URL) -> Bool { CookieTarget(url).map { matches($0) } ?? false }

  func matches(_ target: CookieTarget) -> Bool {
    (isHostOnly ? target.host == domain : CookieSyntax.domain(domain, matches: target.host))
      && (!isSecure || target.isTrusted) && CookieSyntax.path(path, matches: target.path)
  }

  func hasExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  /// Returns whether this cookie replaces the other: same name, domain, host-only flag and path.
  func replaces(_ other: Cookie) -> Bool {
    name.hasCodePoints(of: other.name) && domain == other.domain && isHostOnly == other.isHostOnly
      && path.hasCodePoints(of: other.path)
  }

  /// Returns whether this cookie, from an insecure connection, would replace or shadow the other one, which is `Secure`
  /// (RFC 6265bis section 5.7, step 16).
  func overlays(_ other: Cookie) -> Bool {
    other.isSecure && name.hasCodePoints(of: other.name) && CookieSyntax.path(other.path, matches: path)
      && (CookieSyntax.domain(domain, matches: other.domain)
        || CookieSyntax.domain(other.domain, matches: domain))
  }

  /// Whether the cookie satisfies the prefix of its name (RFC 6265bis section 4.1.3).
  ///
  /// Prefixes are compared ignoring case.
  var keepsPrefix: Bool {
    if hasPrefix("__host-") { return isSecure && isHostOnly && path == "/" }
    return isSecure || !hasPrefix("__secure-")
  }

  /// Whether the name begins with this prefix, which is in lower case.
  func hasPrefix(_ prefix: String) -> Bool {
    HeaderSyntax.folded(name).starts(withCodePointsOf: prefix)
  }

  /// Whether the cookie can be sent in a header field without breaking it or looking like more than one cookie.
  var isWellFormed: Bool {
    [name, value].allSatisfy { HeaderSyntax.isFieldValue($0) && !$0.utf8.contains(UInt8(ascii: ";")) }
      && !name.isEmpty && !name.utf8.contains(UInt8(ascii: "=")) && !domain.isEmpty
      && path.starts(withCodePointsOf: "/")
      && keepsPrefix
  }
}

// MARK: - Equality

extension Cookie {
  private var texts: [ExactText] { [name, value, domain, path].map(ExactText.init) }
  private var flags: [Bool] { [isHostOnly, isSecure, isHTTPOnly] }
  private var times: [Date?] { [expires, created, lastAccess] }

  /// Whether the cookies are equal, with the same code points in every text.
  ///
  /// A jar keeps cookies whose names differ only in how é is composed.
  public static func == (left: Cookie, right: Cookie) -> Bool {
    left.texts == right.texts && left.flags == right.flags && left.sameSite == right.sameSite
      && left.times == right.times
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
    hasher.combine(flags)
    hasher.combine(sameSite)
    hasher.combine(times)
  }
}
