import Net
import Stream

/// Pages of which each leads to the next one, for one subscription or iteration.
struct PageChain<Serializer: ResponseSerializer>: Sendable {
  let first: StreamRequest
  let serializer: Serializer
  let crossOrigin: CrossOriginPolicy
  private let series = RequestSeries()
  /// Returns the request for the page after this response, or nil after the last page.
  let next: @Sendable (DataResponse<Serializer.Value>, StreamRequest) -> StreamRequest?

  init(
    first: StreamRequest, serializer: Serializer, crossOrigin: CrossOriginPolicy,
    next: @escaping @Sendable (DataResponse<Serializer.Value>, StreamRequest) -> StreamRequest?
  ) {
    self.first = first
    self.serializer = serializer
    self.crossOrigin = crossOrigin
    self.next = next
  }

  /// The pages as a stream, which requests one when the last one has been delivered.
  var observable: Observable<Serializer.Value> {
    load(first.with { $0.series = series })
      .expand { page -> Observable<LoadedPage<Serializer.Value>> in
        request(after: page).map(load) ?? .empty()
      }
      .compactMap { $0.response.value }
  }

  /// Returns the step of an iteration that loads the first page, or the one after this.
  func step(after page: LoadedPage<Serializer.Value>? = nil) -> PageStep<Serializer.Value> {
    PageStep {
      let following = page.map(request(after:)) ?? first.with { $0.series = series }
      guard let following else { return nil }
      let response = try await following.response(serializer).value
      let next = step(after: LoadedPage(request: following, response: response))
      return (try response.result.get(), next)
    }
  }

  private func load(_ request: StreamRequest) -> Observable<LoadedPage<Serializer.Value>> {
    request.response(serializer)
      .map { LoadedPage(request: request, response: $0) }
      .asObservable()
  }

  private func request(after page: LoadedPage<Serializer.Value>) -> StreamRequest? {
    next(page.response, page.request)?.with {
      $0.series = series
      $0.headers.removeFieldsOfPage(sentWith: page.request.description.headers)
      $0.credentialScope = page.scope(first, crossOrigin)
    }
  }
}

/// A page and its request.
struct LoadedPage<Value: Sendable>: Sendable {
  let request: StreamRequest
  let response: DataResponse<Value>

  /// Returns the origin that may receive the credentials of the request after this page.
  fileprivate func scope(_ first: StreamRequest, _ policy: CrossOriginPolicy) -> CredentialScope {
    var scope =
      request.description.credentialScope ?? CredentialScope(home: first.description.url, policy: policy)
    scope.received(response.response, of: request.description.url)
    return scope
  }
}

extension HTTPHeaders {
  /// Removes the conditions, the range and the operation's key of the last page, which say something else about the
  /// next (RFC 9110 sections 13.1 and 14.2), unless they have another value.
  fileprivate mutating func removeFieldsOfPage(sentWith last: HTTPHeaders) {
    let names = [
      "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range",
      "Idempotency-Key",
    ]
    for name in names {
      let isSame = values(for: name).map(ExactText.init) == last.values(for: name).map(ExactText.init)
      if isSame { remove(name: name) }
    }
  }
}
