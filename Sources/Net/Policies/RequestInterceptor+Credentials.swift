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

extension RequestDescription {
  /// The interceptors of the request, followed by those of the session that act on it.
  func interceptors(over session: [any RequestInterceptor]) -> [any RequestInterceptor] {
    guard inheritsInterceptors, !session.isEmpty else { return interceptors }
    guard bypassesAuthentication else { return interceptors + session }
    return interceptors + session.filter { !($0 is any CredentialInterceptor) }
  }
}

/// An interceptor that only decides about retries.
private struct RetryingOnly: RequestInterceptor {
  let interceptor: any RequestInterceptor

  func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    interceptor.retry(failure, completion: completion)
  }
}
