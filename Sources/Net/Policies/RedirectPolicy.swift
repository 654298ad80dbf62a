/// Which redirects (RFC 9110 section 15.4) are followed.
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
