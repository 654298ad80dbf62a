/// A ``RequestAuthenticator`` whose refresh is written with `async`.
///
/// ```swift
/// struct TokenAuthenticator: AsyncRequestAuthenticator {
///   let network: any Networking  // a session without the interceptor
///   func refreshed(_ credential: Token) async throws -> Token {
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
/// The refresh runs in a task of its own: it is nobody's request, and no cancellation reaches it. Tasks run when they
/// will, so a test in virtual time cannot tell when the refresh has happened: where that matters, conform to
/// ``RequestAuthenticator`` and call the completion.
public protocol AsyncRequestAuthenticator: RequestAuthenticator {
  /// A fresh credential in the place of this one. What it throws fails the requests that wait.
  @concurrent func refreshed(_ credential: Credential) async throws -> Credential
}

extension AsyncRequestAuthenticator {
  /// Hands on what ``refreshed(_:)`` returns or throws.
  public func refresh(
    _ credential: Credential, completion: @escaping @Sendable (Result<Credential, any Error>) -> Void
  ) {
    Task {
      do { completion(.success(try await refreshed(credential))) } catch { completion(.failure(error)) }
    }
  }
}
