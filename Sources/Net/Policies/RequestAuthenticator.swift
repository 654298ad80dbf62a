/// What an ``AuthenticationInterceptor`` knows of one kind of credential: how requests carry it, how a response
/// refuses it, and how a fresh one is had.
///
/// ```swift
/// struct TokenAuthenticator: RequestAuthenticator {
///   let network: any Networking  // a session without the interceptor
///   func apply(_ credential: Token, to request: inout TransportRequest) {
///     request.headers.update(.authorization(bearerToken: credential.access))
///   }
///   func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
///     network.post("https://example.com/token", parameters: ["refresh": credential.refresh])
///       .responseObject(of: Token.self) { completion($0.result.mapError { $0 }) }
///   }
///   func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
///     request.headers["Authorization"] == "Bearer \(credential.access)"
///   }
/// }
/// ```
///
/// It is called on any thread, by several requests at a time, and never under a lock.
public protocol RequestAuthenticator: Sendable {
  /// What proves who is asking.
  associatedtype Credential: AuthenticationCredential

  /// Puts the credential into the request.
  func apply(_ credential: Credential, to request: inout TransportRequest)

  /// Gets a fresh credential in the place of this one, and hands it to the completion, once, on any thread.
  ///
  /// Its own requests go past the interceptor: through a session that has none, else they would wait for
  /// themselves. Requests wait until the completion is called, so let these have a timeout.
  func refresh(
    _ credential: Credential, completion: @escaping @Sendable (Result<Credential, any Error>) -> Void)

  /// Whether the response refuses the credential; by default when its status is 401
  /// (RFC 9110 section 15.5.2).
  func didRequest(
    _ request: TransportRequest, with response: ResponseHead, failDueToAuthenticationError error: NetworkError
  ) -> Bool

  /// Whether the request carries this credential, and not an older one.
  func isRequest(_ request: TransportRequest, authenticatedWith credential: Credential) -> Bool
}

extension RequestAuthenticator {
  /// Whether the status is 401.
  public func didRequest(
    _ request: TransportRequest, with response: ResponseHead, failDueToAuthenticationError error: NetworkError
  ) -> Bool {
    response.status == 401
  }
}

/// What proves who is asking: a token, mostly.
public protocol AuthenticationCredential: Sendable {
  /// Whether it is known to be of no use any more, so that it is refreshed before a request is sent; false by
  /// default.
  var requiresRefresh: Bool { get }
}

extension AuthenticationCredential {
  /// Not known to be of no use.
  public var requiresRefresh: Bool { false }
}

/// Why an ``AuthenticationInterceptor`` failed a request of its own accord.
public enum AuthenticationError: Error, Sendable, Hashable {
  /// There is no credential.
  case missingCredential
  /// The credential was refreshed as often as the ``RefreshWindow`` allows.
  case excessiveRefresh
}

/// How often a credential may be refreshed, so that a service that refuses every one is not asked for ever.
public struct RefreshWindow: Sendable, Hashable {
  /// The time that is looked back on.
  public var interval: Duration
  /// How many refreshes may begin in that time.
  public var maximumAttempts: Int

  /// Makes a window: 5 in 30 s.
  public init(interval: Duration = .seconds(30), maximumAttempts: Int = 5) {
    self.interval = interval
    self.maximumAttempts = maximumAttempts
  }
}
