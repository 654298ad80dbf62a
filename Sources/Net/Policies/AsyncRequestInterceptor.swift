/// A policy written with `async`: for one that has to ask an actor, or the keychain, and needs no exact times.
///
/// ```swift
/// struct SigningPolicy: AsyncRequestInterceptor {
///   let keys: KeyStore  // an actor
///
///   func adapted(_ request: TransportRequest) async throws -> TransportRequest {
///     var request = request
///     request.headers.update(name: "X-Signature", value: try await keys.signature(of: request.url))
///     return request
///   }
/// }
/// ```
///
/// Each call runs in a task of its own, which a cancellation of the request does not reach: the request ends at once,
/// and what the task brings then goes nowhere. Tasks run when they will, so a test in virtual time cannot tell when
/// this has happened: where that matters, conform to ``RequestInterceptor`` and call the completion.
public protocol AsyncRequestInterceptor: RequestInterceptor {
  /// The request to send; what it throws fails the request. By default the request as it is.
  @concurrent func adapted(_ request: TransportRequest) async throws -> TransportRequest
  /// Whether the failed request is sent again. By default that is left to the next policy.
  @concurrent func decision(about failure: RetryContext) async -> RetryDecision
}

extension AsyncRequestInterceptor {
  /// The request as it is.
  @concurrent public func adapted(_ request: TransportRequest) async throws -> TransportRequest { request }

  /// Leaves the decision to the next policy.
  @concurrent public func decision(about failure: RetryContext) async -> RetryDecision { .pass }

  /// Hands on what ``adapted(_:)`` returns or throws.
  public func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    Task {
      do { completion(.success(try await adapted(request))) } catch { completion(.failure(error)) }
    }
  }

  /// Hands on what ``decision(about:)`` returns.
  public func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    Task { completion(await decision(about: failure)) }
  }
}
