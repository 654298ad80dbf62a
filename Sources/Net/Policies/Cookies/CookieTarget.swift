import Foundation

/// What cookies compare of the URL of a request, computed once for all cookies of a jar.
struct CookieTarget {
  let host: String
  let path: String
  /// Whether cookies consider a connection to the URL secure.
  let isTrusted: Bool

  /// Returns nil without a host.
  init?(_ url: URL) {
    guard let host = CookieSyntax.host(of: url) else { return nil }
    self.host = host
    path = CookieSyntax.path(of: url)
    isTrusted = CookieSyntax.isTrusted(url)
  }
}
