/// A ``RequestAuthenticator`` whose refresh is written with `async`.
///
/// ```swift
/// struct TokenAuthenticator: AsyncRequestAuthenticator {
///   let network: any Networking  // a session without the interceptor
///   func refresh(_ credential: Token) async throws -> Token {
///     try await network.post("https://example.com/token", parameters: ["refresh": credential.refresh]).object()
///   }
///   func apply(_ credential: Token, to request: inout TransportRequest) {
///     request.headers.update(.authorization(bearerToken: credential.access))
///   }
///   func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
///     request.headers["Authorization"] == "Bearer \(credential.access)"
///   }
/// }
/// ```
///
/// The refresh runs in its own task. Cancelling a request does not cancel it, even if no other one waits: the service
/// may have replaced the credential already, and accept the old one no more. The scheduling of tasks is not
/// deterministic, so a test in virtual time cannot tell when the refresh has finished. If that matters, conform to
/// ``RequestAuthenticator`` and call the completion handler.
public protocol AsyncRequestAuthenticator: RequestAuthenticator {
  /// Returns a new credential to replace this one. An error fails the waiting requests.
  @concurrent func refresh(_ credential: Credential) async throws -> Credential
}

extension AsyncRequestAuthenticator {
  /// Calls ``refresh(_:)`` and passes on its result.
  public func refresh(
    _ credential: Credential, completion: @escaping @Sendable (Result<Credential, any Error>) -> Void
  ) {
    Task {
      do { completion(.success(try await refresh(credential))) } catch { completion(.failure(error)) }
    }
  }
}
