/// An interceptor that only adds credentials and keeps them valid.
protocol CredentialInterceptor: RequestInterceptor {}

extension AuthenticationInterceptor: CredentialInterceptor {}

extension RequestInterceptor {
  /// The interceptor for a request that is sent to another origin without credentials, or nil if it must not act on it.
  ///
  /// It only decides about retries, because what it would add to the request is not meant for that origin.
  var withoutCredentials: (any RequestInterceptor)? {
    switch self {
    case is any CredentialInterceptor: nil
    case is RetryPolicy: self
    default: RetryingOnly(interceptor: self)
    }
  }
}

/// An interceptor that only decides about retries.
private struct RetryingOnly: RequestInterceptor {
  let interceptor: any RequestInterceptor

  func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    interceptor.retry(failure, completion: completion)
  }
}
