/// An interceptor that only adds credentials and keeps them valid.
protocol CredentialInterceptor: RequestInterceptor {}

extension AuthenticationInterceptor: CredentialInterceptor {}

extension RequestInterceptor {
  /// The part of the interceptor that may act on a request to another origin: it only decides about retries.
  ///
  /// What it would add is not meant for that origin.
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
