/// Which redirects (RFC 9110 section 15.4) are followed, given to a session.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.redirects = .refuse
/// ```
///
/// 303 makes every method but `HEAD` a `GET`, 301 and 302 make `POST` one; 307 and 308 send method and body again.
/// A redirect to another origin goes without `Authorization`, `Cookie` and `Proxy-Authorization`.
public struct RedirectPolicy: Sendable {
  /// How many redirects in a row are followed; 0 refuses all, and the redirect itself is the response.
  public var limit: Int
  /// Whether a redirect from https to http is followed.
  public var allowsInsecure: Bool

  /// Makes a policy.
  public init(limit: Int = 20, allowsInsecure: Bool = false) {
    self.limit = limit
    self.allowsInsecure = allowsInsecure
  }

  /// Follows up to 20, never from https to http.
  public static let follow = RedirectPolicy()

  /// Follows none: the redirect itself is the response.
  public static let refuse = RedirectPolicy(limit: 0)
}
