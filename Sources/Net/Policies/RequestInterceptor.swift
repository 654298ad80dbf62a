/// Changes a request before it is sent, at every attempt: adds a token, signs it.
///
/// ```swift
/// struct TokenAdapter: RequestInterceptor {
///   let token: String
///
///   func adapt(
///     _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
///   ) {
///     var request = request
///     request.headers.update(.authorization(bearerToken: token))
///     completion(.success(request))
///   }
/// }
/// ```
///
/// An adapter always starts from the original request, so what an earlier attempt added does not pile up. What
/// it makes is held against the rules for what can be sent: a method that is none, a header with a line break, a
/// `GET` with a body fail the request with ``NetworkError/Reason/invalidRequest(_:)``.
public protocol RequestAdapter: Sendable {
  /// Hands the request to send, or the error that fails it, to the completion, on any thread. The first call
  /// counts; until then the request waits, for its total timeout or its cancellation.
  func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void)
}

/// Decides whether a failed request is sent again.
public protocol RequestRetrier: Sendable {
  /// Hands the decision to the completion, on any thread. The first call counts; until then the request waits,
  /// for its total timeout or its cancellation.
  func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void)
}

/// A policy of a session or of one request: prepares it, adapts it, and decides about retries. All do nothing by
/// default.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {
  /// Changes the request once, before its first attempt: what is added here is the same in all attempts.
  ///
  /// Adapters start from what comes of it. It is called inside the call that starts the request, so it must not
  /// block.
  func prepare(_ request: inout TransportRequest)
}

extension RequestInterceptor {
  /// Leaves the request as it is.
  public func prepare(_ request: inout TransportRequest) {}

  /// Sends the request as it is.
  public func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    completion(.success(request))
  }

  /// Leaves the decision to the next policy.
  public func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    completion(.pass)
  }
}

/// What a retrier is asked about.
public struct RetryContext: Sendable {
  /// Why the attempt failed, with the request that was sent and the response that arrived.
  public var error: NetworkError
  /// How many times the request has been sent.
  public var attempts: Int
  /// The time since the request started.
  public var elapsed: Duration

  /// Makes a context.
  public init(error: NetworkError, attempts: Int, elapsed: Duration) {
    self.error = error
    self.attempts = attempts
    self.elapsed = elapsed
  }
}

/// What a retrier decides.
public enum RetryDecision: Sendable {
  /// Send it again after the delay; zero means at once.
  case retry(after: Duration)
  /// Ask the next retrier; without one, the request fails.
  case pass
  /// The request fails; no further retrier is asked.
  case stop
  /// The request fails with this error instead.
  case fail(any Error)
}
