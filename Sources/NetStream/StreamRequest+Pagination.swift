import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// Returns the decoded pages that begin with this request, one after the other.
  ///
  /// The next page is requested when the previous one has been delivered, and only while the stream is subscribed. The
  /// stack depth does not grow with the number of pages.
  ///
  /// ```swift
  /// let followers: Observable<[User]> = network.stream.get("users/trentm/followers").pages()
  /// ```
  ///
  /// ```text
  /// requests   -1----2----3---
  /// pages      ---p1---p2---p3|
  /// ```
  ///
  /// Header fields that are about one representation, such as `If-None-Match` and `Range`, and an `Idempotency-Key` are
  /// sent with the first page only, unless the rule sets them to another value.
  ///
  /// A page that fails ends the stream with its `NetworkError`. A link to a page that the stream has delivered already,
  /// in whatever spelling, fails with `InvalidRequest.repeatedPage`, because the pages would have no end.
  ///
  /// Credentials are sent only to the origin of this request, whatever URL a page names as the next. By default a page
  /// at another origin fails with `InvalidRequest.crossOrigin`, and nothing is sent to it:
  ///
  /// ```swift
  /// let all: Observable<[User]> = network.stream.get("users").pages(crossOrigin: .withoutCredentials)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of each page.
  ///   - rule: The rule that derives the next request.
  ///   - crossOrigin: What to do with a page at another origin. After such a page, all later ones are requested without
  ///     credentials. The next pages may be at an origin that a redirect led to, without credentials.
  /// - Returns: A stream of pages, which sends the first request when it is subscribed.
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, following rule: NextPage = .linkHeader,
    crossOrigin: CrossOriginPolicy = .refuse
  ) -> Observable<Page> {
    pages(serializer: .decodable(of: type), following: rule, crossOrigin: crossOrigin)
  }

  /// Returns the pages that begin with this request, each converted by a serializer, one after the other.
  public func pages<Serializer: ResponseSerializer>(
    serializer: Serializer, following rule: NextPage = .linkHeader, crossOrigin: CrossOriginPolicy = .refuse
  ) -> Observable<Serializer.Value> {
    .deferred {
      let delivered = DeliveredPages()
      return StreamNetwork(network: network).chain(self, serializer, crossOrigin) { response, request in
        let next = request.next(after: response.response, sent: response.request, by: rule)
        delivered.insert(request.description, response.request?.url, response.response?.url)
        return rule.isLink ? next.map(delivered.refusingRepeats) : next
      }
    }
  }

  private func next(
    after head: ResponseHead?, sent: TransportRequest?, by rule: NextPage
  ) -> StreamRequest? {
    guard let head else { return nil }
    // Header fields that a redirect to another origin removed stay removed, because the next page may be there, too.
    guard let sent else { return rule.next(head, self) }
    let next = rule.next(head, with { $0.headers.removeOriginFields(missingFrom: sent.headers) })
    return rule.isLink ? next?.withUserInformation(of: sent.url) : next
  }
}

extension StreamRequest {
  /// Returns the request with the user information of the last page, which a link cannot know, within its origin.
  fileprivate func withUserInformation(of last: URL) -> StreamRequest {
    guard let url = try? description.url.asURL(), url.hasSameOrigin(as: last) else { return self }
    return with { $0.url = url.withUserInformation(of: last) }
  }
}

extension StreamNetwork {
  /// Returns pages of any kind: those of a first request, and of the request that each response leads to until there is
  /// none.
  ///
  /// ```swift
  /// let posts = network.stream.pages(first: request, serializer: .decodable(of: PostPage.self)) { page, last in
  ///   page.value?.cursor.map { cursor in last.parameter("cursor", cursor) }
  /// }
  /// ```
  ///
  /// Pages are loaded on demand, with one request in flight. The stack depth does not grow with the number of pages.
  /// If the closure returns a request that equals an earlier one of the same subscription, the stream fails with
  /// `InvalidRequest.repeatedPage`, because the pages would have no end. Requests are equal if their methods, URLs,
  /// header fields and bodies are. For a service that responds differently to equal requests use `expand`.
  ///
  /// Conditions, a `Range` and an `Idempotency-Key` that the closure leaves as they are do not go to the next page.
  /// Credentials are sent only to the origin of the first request, as in
  /// `StreamRequest.pages(of:following:crossOrigin:)`.
  public func pages<Serializer: ResponseSerializer>(
    first: StreamRequest, serializer: Serializer, crossOrigin: CrossOriginPolicy = .refuse,
    next: @escaping @Sendable (DataResponse<Serializer.Value>, StreamRequest) -> StreamRequest?
  ) -> Observable<Serializer.Value> {
    .deferred {
      let requested = RequestedPages()
      return chain(requested.refusingRepeats(first), serializer, crossOrigin) { response, request in
        next(response, request).map(requested.refusingRepeats)
      }
    }
  }

  /// Returns the pages of a first request, and of those that each response leads to, whatever their requests are.
  func chain<Serializer: ResponseSerializer>(
    _ first: StreamRequest, _ serializer: Serializer, _ crossOrigin: CrossOriginPolicy,
    next: @escaping @Sendable (DataResponse<Serializer.Value>, StreamRequest) -> StreamRequest?
  ) -> Observable<Serializer.Value> {
    let series = RequestSeries()
    return load(first.with { $0.series = series }, serializer)
      .expand { page -> Observable<LoadedPage<Serializer.Value>> in
        guard let following = next(page.response, page.request) else { return .empty() }
        return load(
          following.with {
            $0.series = series
            $0.headers.removeFieldsOfPage(sentWith: page.request.description.headers)
            $0.credentialScope = page.scope(first, crossOrigin)
          }, serializer)
      }
      .compactMap { $0.response.value }
  }

  /// Returns decoded pages: those of a first request, and of the request that each page leads to until there is none.
  ///
  /// ```swift
  /// let posts = network.stream.pages(of: PostPage.self, first: request) { page, last in
  ///   page.cursor.map { cursor in last.parameter("cursor", cursor) }
  /// }
  /// ```
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, first: StreamRequest, crossOrigin: CrossOriginPolicy = .refuse,
    next: @escaping @Sendable (Page, StreamRequest) -> StreamRequest?
  ) -> Observable<Page> {
    pages(first: first, serializer: .decodable(of: type), crossOrigin: crossOrigin) { response, request in
      response.value.flatMap { next($0, request) }
    }
  }
}

/// A page and its request.
private struct LoadedPage<Value: Sendable>: Sendable {
  let request: StreamRequest
  let response: DataResponse<Value>

  /// Returns the origin that may receive the credentials of the request after this page.
  func scope(_ first: StreamRequest, _ policy: CrossOriginPolicy) -> CredentialScope {
    var scope =
      request.description.credentialScope ?? CredentialScope(home: first.description.url, policy: policy)
    scope.received(response.response, of: request.description.url)
    return scope
  }
}

private func load<Serializer: ResponseSerializer>(
  _ request: StreamRequest, _ serializer: Serializer
) -> Observable<LoadedPage<Serializer.Value>> {
  request.response(serializer)
    .map { LoadedPage(request: request, response: $0) }
    .asObservable()
}

extension HTTPHeaders {
  /// Removes the conditions, the range and the operation's key of the last page, which say something else about the
  /// next (RFC 9110 sections 13.1 and 14.2), unless they have another value.
  fileprivate mutating func removeFieldsOfPage(sentWith last: HTTPHeaders) {
    let names = [
      "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range",
      "Idempotency-Key",
    ]
    for name in names where values(for: name) == last.values(for: name) { remove(name: name) }
  }
}
