/// Defines which redirects (RFC 9110 section 15.4) a session follows.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.redirects = .refuse
/// ```
///
/// To decide case by case, use a closure:
///
/// ```swift
/// configuration.redirects = .modify { head, request in
///   request.url.host == "login.example.com" ? nil : request
/// }
/// ```
///
/// A redirect without a `Location` is the response, for example the 308 of a resumable upload. A redirect that must not
/// be followed fails the request with ``RedirectFailure``. The error contains its head and up to 64 KiB of its body
/// that arrive within 5 s. Of a redirect that is followed, no more of the body is read.
///
/// 303 changes every method except `HEAD` to `GET` without a body; 301 and 302 change `POST` to `GET`; 307 and 308
/// resend method and body. A redirect is followed at once, even with `Retry-After`. A redirect to another origin is
/// followed without `Authorization`, `Cookie`, `Proxy-Authorization` and `Host`, without the name and password in the
/// URL, and without what an ``AuthenticationInterceptor`` applied. Other fields are kept, but for those of a body that
/// is not sent again. Adapters do not run again for a redirect unless they set ``RequestAdapter/adaptsRedirects``. A
/// request can have its own policy: ``RequestDescription/redirects``.
public struct RedirectPolicy: Sendable {
  /// The maximum number of consecutive redirects.
  ///
  /// With 0 no redirect is followed, and the redirect is the response.
  public var limit: Int
  /// Whether redirects from https to http are followed.
  public var allowsInsecure: Bool

  /// Called for each redirect that would be followed.
  ///
  /// Nil follows them unchanged.
  public var modification: Modification?

  /// Receives the head of a redirect and the request that would follow it.
  ///
  /// Returns the request to send, or nil to stop, which makes the redirect the response.
  ///
  /// It is not called for redirects that are not followed anyway, for example from https to http. The returned request
  /// is sent unchanged if it is valid, so a header field that the closure restores is sent to the other origin. The
  /// closure is called on a thread of the transport, without locks held. It may block, which delays only this request.
  public typealias Modification =
    @Sendable (_ head: ResponseHead, _ request: TransportRequest) -> TransportRequest?

  /// Creates a policy.
  public init(limit: Int = 20, allowsInsecure: Bool = false, modification: Modification? = nil) {
    self.limit = limit
    self.allowsInsecure = allowsInsecure
    self.modification = modification
  }

  /// Follows up to 20 redirects, never from https to http.
  public static let follow = RedirectPolicy()

  /// Follows no redirect: the redirect is the response.
  public static let refuse = RedirectPolicy(limit: 0)

  /// Follows up to 20 redirects, never from https to http, each as the closure decides.
  public static func modify(_ modification: @escaping Modification) -> RedirectPolicy {
    RedirectPolicy(modification: modification)
  }
}
