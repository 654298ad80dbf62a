/// A request policy written with `async`, for policies that call an actor or the keychain and need no exact timing.
///
/// ```swift
/// struct SigningPolicy: AsyncRequestInterceptor {
///   let keys: KeyStore  // an actor
///   var adaptsRedirects: Bool { true }  // a signature is for one URL
///
///   func adapt(_ request: TransportRequest) async throws -> TransportRequest {
///     var request = request
///     request.headers.update(name: "X-Signature", value: try await keys.signature(of: request.url))
///     return request
///   }
/// }
/// ```
///
/// Each call runs in its own task. Cancelling the request, or its total timeout, cancels that task: the request ends
/// immediately, and the task's result is ignored. Work that must not stop halfway, such as the exchange of a token that
/// is valid once, belongs in a task that this call does not await, or in an ``AuthenticationInterceptor``. The
/// scheduling of tasks is not deterministic, so a test in virtual time cannot tell when a call has finished. If that
/// matters, conform to ``RequestInterceptor`` and call the completion handler.
public protocol AsyncRequestInterceptor: RequestInterceptor {
  /// Returns the request to send. An error fails the request. The default returns the request unchanged.
  @concurrent func adapt(_ request: TransportRequest) async throws -> TransportRequest
  /// Returns whether to send the failed request again. The default leaves the decision to the next policy.
  @concurrent func retry(_ failure: RetryContext) async -> RetryDecision
}

extension AsyncRequestInterceptor {
  /// Returns the request unchanged.
  @concurrent public func adapt(_ request: TransportRequest) async throws -> TransportRequest { request }

  /// Leaves the decision to the next policy.
  @concurrent public func retry(_ failure: RetryContext) async -> RetryDecision { .pass }

  /// Calls ``adapt(_:)`` and passes on its result.
  public func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    PolicyCalls.run {
      do { completion(.success(try await adapt(request))) } catch { completion(.failure(error)) }
    }
  }

  /// Calls ``retry(_:)`` and passes on its result.
  public func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    PolicyCalls.run { completion(await retry(failure)) }
  }
}
