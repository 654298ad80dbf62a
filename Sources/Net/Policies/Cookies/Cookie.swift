public import Foundation

/// A cookie as a ``CookieJar`` keeps it (RFC 6265 section 5.3).
///
/// It is `Codable`, so that those of a jar can be kept between two runs of a program.
public struct Cookie: Sendable, Hashable, Codable {
  /// The name.
  public var name: String
  /// The value, as the server wrote it, quotes included.
  public var value: String
  /// The host it is for, in lower case, without a leading dot.
  public var domain: String
  /// Whether it is for that host alone, and not for those below it.
  public var isHostOnly: Bool
  /// The start of the paths it is for.
  public var path: String
  /// Whether it goes over https alone.
  public var isSecure: Bool
  /// Whether scripts of a web page were not to see it; to a program it makes no difference.
  public var isHTTPOnly: Bool
  /// When it ends; nil for the end of the session.
  public var expires: Date?
  /// When it was first set.
  public var created: Date
  /// When it was last sent.
  public var lastAccess: Date

  /// Makes a cookie for a host.
  public init(
    name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
    isSecure: Bool = false, isHTTPOnly: Bool = false, expires: Date? = nil, created: Date = Date()
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.isHostOnly = isHostOnly
    self.path = path
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.expires = expires
    self.created = created
    lastAccess = created
  }

  /// Whether the cookie is sent to the URL: by domain, path and scheme (RFC 6265 section 5.4).
  public func matches(_ url: URL) -> Bool {
    guard let host = CookieSyntax.host(of: url), !isSecure || url.isSecure else { return false }
    return (isHostOnly ? host == domain : CookieSyntax.domain(domain, matches: host))
      && CookieSyntax.path(path, matches: CookieSyntax.path(of: url))
  }

  func hasExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  /// Whether it takes the place of the other.
  func replaces(_ other: Cookie) -> Bool {
    name == other.name && domain == other.domain && path == other.path
  }

  /// Whether nothing in it could break the header it is sent in, or stand for more than one cookie.
  var isWellFormed: Bool {
    [name, value].allSatisfy { HeaderSyntax.isFieldValue($0) && !$0.utf8.contains(UInt8(ascii: ";")) }
      && !name.isEmpty && !name.utf8.contains(UInt8(ascii: "=")) && !domain.isEmpty && path.hasPrefix("/")
  }
}
