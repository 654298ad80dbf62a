/// Which redirects (RFC 9110 section 15.4) are followed, given to a session.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.redirects = .refuse
/// ```
///
/// Let a closure have the last word on each redirect where that depends on the redirect:
///
/// ```swift
/// configuration.redirects = .modify { head, request in
///   request.url.host == "login.example.com" ? nil : request
/// }
/// ```
///
/// 303 makes every method but `HEAD` a `GET`, 301 and 302 make `POST` one; 307 and 308 send method and body again.
/// A redirect to another origin goes without `Authorization`, `Cookie` and `Proxy-Authorization`. One request can
/// have a policy of its own: ``RequestDescription/redirects``.
public struct RedirectPolicy: Sendable {
  /// How many redirects in a row are followed; 0 refuses all, and the redirect itself is the response.
  public var limit: Int
  /// Whether a redirect from https to http is followed.
  public var allowsInsecure: Bool

  /// Has the last word on each redirect that would be followed; nil follows them as they are.
  public var modification: Modification?

  /// Given the head of a redirect and the request that would follow it, returns the request to send instead, or nil
  /// to follow no further: the redirect is the response then.
  ///
  /// What would not be followed anyway, as from https to http, it is not asked about. What it returns is sent as it
  /// is, provided that it can be sent: a header that is put back for another origin goes there. It is called where
  /// the transport delivers, outside all locks.
  public typealias Modification =
    @Sendable (_ head: ResponseHead, _ request: TransportRequest) -> TransportRequest?

  /// Makes a policy.
  public init(limit: Int = 20, allowsInsecure: Bool = false, modification: Modification? = nil) {
    self.limit = limit
    self.allowsInsecure = allowsInsecure
    self.modification = modification
  }

  /// Follows up to 20, never from https to http.
  public static let follow = RedirectPolicy()

  /// Follows none: the redirect itself is the response.
  public static let refuse = RedirectPolicy(limit: 0)

  /// Follows up to 20, never from https to http, each as the closure says.
  public static func modify(_ modification: @escaping Modification) -> RedirectPolicy {
    RedirectPolicy(modification: modification)
  }
}
