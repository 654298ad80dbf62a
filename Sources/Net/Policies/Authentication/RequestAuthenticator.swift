public import Foundation

/// A type that handles one kind of credential for an ``AuthenticationInterceptor``: it applies the credential, detects
/// its rejection, and refreshes it.
///
/// ```swift
/// struct TokenAuthenticator: RequestAuthenticator {
///   let network: any Networking  // a session without the interceptor
///   func apply(_ credential: Token, to request: inout TransportRequest) {
///     request.headers.update(.authorization(bearerToken: credential.access))
///   }
///   func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
///     network.post("https://example.com/token", parameters: ["refresh": credential.refresh])
///       .response(delivery: .inline, responseSerializer: .decodable(of: Token.self)) {
///         completion($0.result.mapError { $0 })
///       }
///   }
///   func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
///     request.headers["Authorization"] == "Bearer \(credential.access)"
///   }
/// }
/// ```
///
/// It is called on any thread, concurrently for several requests, and never while a lock is held.
public protocol RequestAuthenticator: Sendable {
  /// The type of the credential.
  associatedtype Credential: AuthenticationCredential

  /// Adds the credential to the request.
  func apply(_ credential: Credential, to request: inout TransportRequest)

  /// Requests a new credential to replace this one and passes it to the completion handler, once, on any thread.
  ///
  /// Its own requests must bypass the interceptor, for example in a session without it; otherwise they wait for
  /// themselves. Requests wait until the completion handler is called or the interceptor's `refreshTimeout` has passed.
  /// A response with ``ResponseDelivery/inline`` does not wait for the session's `callbackQueue`, as others do: a blocked
  /// main queue would hold up the refresh, and virtual time would pass before it.
  func refresh(
    _ credential: Credential, completion: @escaping @Sendable (Result<Credential, any Error>) -> Void)

  /// Returns whether the response rejects the credential. By default it does if its status is 401 (RFC 9110 section
  /// 15.5.2).
  ///
  /// The error is a ``NetworkError``. A method that takes `any Error`, as in Alamofire, compiles and is never called.
  func didRequest(
    _ request: TransportRequest, with response: ResponseHead, failDueToAuthenticationError error: NetworkError
  ) -> Bool

  /// Returns whether the request has this credential and not an older one.
  func isRequest(_ request: TransportRequest, authenticatedWith credential: Credential) -> Bool
}

extension RequestAuthenticator {
  /// Returns whether the status is 401.
  public func didRequest(
    _ request: TransportRequest, with response: ResponseHead, failDueToAuthenticationError error: NetworkError
  ) -> Bool {
    response.status == 401
  }
}

/// A credential that authenticates requests, typically a token.
public protocol AuthenticationCredential: Sendable {
  /// Whether the credential is known to be invalid, so that it is refreshed before a request is sent. The default is
  /// false.
  var requiresRefresh: Bool { get }
}

extension AuthenticationCredential {
  /// False: the credential is not known to be invalid.
  public var requiresRefresh: Bool { false }
}

/// An error with which an ``AuthenticationInterceptor`` fails a request.
public enum AuthenticationError: Error, Sendable, Hashable {
  /// There is no credential.
  case missingCredential
  /// The credential was already refreshed as often as the ``RefreshWindow`` allows.
  case excessiveRefresh
}

/// A limit on how often a credential may be refreshed, which protects a service that rejects every credential from
/// endless refreshes.
public struct RefreshWindow: Sendable, Hashable {
  /// The length of the window.
  public var interval: Duration
  /// The maximum number of refreshes that may start within the window.
  public var maximumAttempts: Int

  /// Creates a limit.
  ///
  /// The default is 5 refreshes in 30 s.
  public init(interval: Duration = .seconds(30), maximumAttempts: Int = 5) {
    self.interval = interval
    self.maximumAttempts = maximumAttempts
  }
}

extension AuthenticationError: CustomStringConvertible, LocalizedError {
  /// The error as text.
  public var description: String {
    switch self {
    case .missingCredential: "there is no credential"
    case .excessiveRefresh: "the credential was refreshed too often"
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension AuthenticationError: RedactedError {
  func words(_ redaction: Redaction) -> String { description }
}
