/// An interceptor that only adds credentials and keeps them valid.
protocol CredentialInterceptor: RequestInterceptor {
  /// The interceptor for a request that must not use the network: it adds the credential, without a refresh.
  var withoutRefresh: any RequestInterceptor { get }

  /// Uses the clock of a session, unless it has its own or that of another one.
  func follow(_ clock: any NetworkTimer)
}

extension [any RequestInterceptor] {
  /// Makes those that measure time use the clock of a session, unless they have one.
  func follow(_ clock: any NetworkTimer) {
    for case let interceptor as any CredentialInterceptor in self { interceptor.follow(clock) }
  }
}

extension RequestInterceptor {
  /// Whether its adapter is known to change nothing that selects a stored response, apart from a credential.
  ///
  /// Another one may change the URL, or a field that `Vary` names.
  var keepsSelection: Bool {
    self is any CredentialInterceptor || self is RetryPolicy || self is RetryingOnly
      || self is TraceContextInterceptor
  }

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
