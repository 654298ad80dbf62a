import Foundation

/// Adapts requests: all interceptors for each attempt, and some of them again for each redirect.
extension ExchangeState {
  /// The change that one adapter made to a request, so that it can be undone for a redirect.
  struct Adaptation: Sendable {
    var before: TransportRequest
    var after: TransportRequest
    /// Whether the adapter runs again for each redirect.
    ///
    /// Otherwise the change is a credential, which is only for the first origin.
    var isRepeated: Bool
  }

  mutating func adapt(
    _ request: TransportRequest, in attempt: Attempt, interceptor: Int = 0, isAdapted: Bool = false,
    at now: Duration
  ) -> Phase {
    step += 1
    let interceptors = attempt.plan.interceptors
    var interceptor = interceptor
    while interceptor < interceptors.count, !attempt.isBeginning, !interceptors[interceptor].adaptsRedirects {
      interceptor += 1
    }
    guard interceptor < interceptors.count else {
      guard attempt.adaptingError == nil else { return adaptingFailed(of: request, in: attempt) }
      if isAdapted { report(.adapted(request), by: attempt.plan) }
      return lookUp(request, in: attempt, at: now)
    }
    perform(.adapt(request, interceptor: attempt.adapter(interceptor, of: request), step: step))
    return .adapting(attempt, request, interceptor: interceptor)
  }

  mutating func adapted(_ result: Result<TransportRequest, any Error>, at now: Duration) -> Phase {
    guard case .adapting(var attempt, let before, let interceptor) = phase else { return phase }
    switch result {
    case .success(let request):
      let adapter = attempt.plan.interceptors[interceptor]
      if adapter.adaptsRedirects || adapter is any CredentialInterceptor {
        attempt.adaptations.append(
          Adaptation(before: before, after: request, isRepeated: adapter.adaptsRedirects))
      }
      return adapt(request, in: attempt, interceptor: interceptor + 1, isAdapted: true, at: now)
    case .failure(let error):
      if attempt.adaptingError == nil {
        let error = NetworkError(error, otherwise: .interceptor)
        guard attempt.plan.cache?.isStored == true, before.method.isSafe, error.allowsStaleOfAdapter else {
          return end(error, from: phase, at: now)
        }
        attempt.adaptingError = Boxed(error)
        if attempt.plan.interceptors[interceptor] is any CredentialInterceptor {
          // The stored response belongs to the current credential, so that is applied without a refresh.
          step += 1
          perform(.adapt(before, interceptor: attempt.adapter(interceptor, of: before), step: step))
          return .adapting(attempt, before, interceptor: interceptor)
        }
      }
      // The other adapters may select another stored response.
      return adapt(before, in: attempt, interceptor: interceptor + 1, at: now)
    }
  }
}

extension ExchangeState.Attempt {
  /// Returns the adapter with this number, without a refresh of its credential if the network is not to be used.
  fileprivate func adapter(_ number: Int, of request: TransportRequest) -> any RequestInterceptor {
    let adapter = plan.interceptors[number]
    guard let cache = plan.cache, let credential = adapter as? any CredentialInterceptor else {
      return adapter
    }
    return adaptingError != nil || cache.isOffline(request) ? credential.withoutRefresh : adapter
  }

  /// Returns the request without the changes of the adapters that run again for a redirect to the URL and, if that has
  /// another origin, without the credentials of the session.
  func unadapted(_ request: TransportRequest, to url: URL) -> TransportRequest {
    let isForeign = !url.hasSameOrigin(as: request.url)
    return adaptations.reversed().reduce(request) { request, adaptation in
      adaptation.isRepeated || isForeign ? adaptation.undone(in: request) : request
    }
  }
}

extension ExchangeState.Adaptation {
  /// Returns the request with the values from before the change, wherever it still has the adapter's values.
  fileprivate func undone(in request: TransportRequest) -> TransportRequest {
    var request = request
    if before.method != after.method, request.method == after.method { request.method = before.method }
    if before.body != after.body, request.body == after.body { request.body = before.body }
    for name in Set((after.headers.map(\.name) + before.headers.map(\.name)).map(HeaderSyntax.folded)) {
      func values(of headers: HTTPHeaders) -> [ExactText] { headers.values(for: name).map(ExactText.init) }
      let new = values(of: after.headers)
      guard values(of: before.headers) != new, values(of: request.headers) == new else { continue }
      request.headers.remove(name: name)
      for field in before.headers where field.isNamed(name) { request.headers.add(field) }
    }
    return request
  }
}
