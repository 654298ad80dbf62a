import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// Returns the decoded pages that begin with this request, one after another.
  ///
  /// The next page is requested when the previous one has been delivered, and only while the stream is subscribed. The
  /// stack depth does not grow with the number of pages. To read pages in a loop, iterate over a ``PageSequence``, the
  /// asynchronous form of this method: it requests a page only when the loop asks for it. The `values` of the stream
  /// request pages ahead of the loop.
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
  /// A page that fails ends the stream with its `NetworkError`. A link to a page that the stream has already delivered,
  /// even if the URL is spelled differently, fails with `InvalidRequest.repeatedPage`, because the pages would have no
  /// end.
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
  ///     credentials. The origin to which a redirect of the last page led is always
  ///     allowed, without credentials.
  /// - Returns: A stream of pages, which sends the first request when it is subscribed.
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, following rule: NextPage = .linkHeader,
    crossOrigin: CrossOriginPolicy = .refuse
  ) -> Observable<Page> {
    pages(serializer: .decodable(of: type), following: rule, crossOrigin: crossOrigin)
  }

  /// Returns the pages that begin with this request, each converted by a serializer, one after another.
  public func pages<Serializer: ResponseSerializer>(
    serializer: Serializer, following rule: NextPage = .linkHeader, crossOrigin: CrossOriginPolicy = .refuse
  ) -> Observable<Serializer.Value> {
    .deferred { chain(serializer, following: rule, crossOrigin).observable }
  }

  /// Returns the pages of one subscription or iteration.
  func chain<Serializer: ResponseSerializer>(
    _ serializer: Serializer, following rule: NextPage, _ crossOrigin: CrossOriginPolicy
  ) -> PageChain<Serializer> {
    let delivered = DeliveredPages()
    return PageChain(first: self, serializer: serializer, crossOrigin: crossOrigin) { response, request in
      let next = request.next(after: response.response, sent: response.request, by: rule)
      delivered.insert(request.description, response.request?.url, response.response?.url)
      return rule.isLink ? next.map(delivered.refusingRepeats) : next
    }
  }

  private func next(
    after head: ResponseHead?, sent: TransportRequest?, by rule: NextPage
  ) -> StreamRequest? {
    guard let head else { return nil }
    guard let sent else { return rule.next(head, self) }
    let last = with { description in
      // Header fields that a redirect to another origin removed stay removed: the next page may be there, too.
      description.headers.removeOriginFields(missingFrom: sent.headers)
      if rule.isLink { description.removeContent(unlessIn: sent) }
    }
    let next = rule.next(head, last)
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

extension RequestDescription {
  /// Makes the request a GET without content if a redirect has done so, because the server has performed it.
  fileprivate mutating func removeContent(unlessIn sent: TransportRequest) {
    guard sent.method == .get, sent.body == .none else { return }
    guard method != .get || content != nil || sendsParametersInBody else { return }
    (method, content, parameters) = (.get, nil, nil)
    headers.removeContentFields()
  }
}

extension StreamNetwork {
  /// Returns the pages of a first request, and of the request that each response leads to, each converted by a
  /// serializer.
  ///
  /// ```swift
  /// let posts = network.stream.pages(first: request, serializer: .decodable(of: PostPage.self)) { page, last in
  ///   page.value?.cursor.map { cursor in last.parameter("cursor", cursor) }
  /// }
  /// ```
  ///
  /// The stream ends when the closure returns nil. The next page is requested when the previous one has been delivered,
  /// whether or not a loop asks for it; the asynchronous form requests a page only when the loop asks. The stack depth
  /// does not grow with the number of pages. If the closure returns a request that equals an earlier one of the same
  /// subscription, the stream fails with `InvalidRequest.repeatedPage`, because the pages would have no end. Requests
  /// are equal if their methods, URLs, header fields and bodies are. For a service that responds differently to equal
  /// requests use `expand`.
  ///
  /// Conditions, a `Range` and an `Idempotency-Key` are not sent with the next page unless the closure changes them.
  /// Credentials are sent only to the origin of the first request, as in
  /// `StreamRequest.pages(of:following:crossOrigin:)`.
  public func pages<Serializer: ResponseSerializer>(
    first: StreamRequest, serializer: Serializer, crossOrigin: CrossOriginPolicy = .refuse,
    next: @escaping @Sendable (DataResponse<Serializer.Value>, StreamRequest) -> StreamRequest?
  ) -> Observable<Serializer.Value> {
    .deferred { chain(first: first, serializer, crossOrigin, next: next).observable }
  }

  /// Returns the pages of one subscription or iteration, whatever their requests are.
  func chain<Serializer: ResponseSerializer>(
    first: StreamRequest, _ serializer: Serializer, _ crossOrigin: CrossOriginPolicy,
    next: @escaping @Sendable (DataResponse<Serializer.Value>, StreamRequest) -> StreamRequest?
  ) -> PageChain<Serializer> {
    let requested = RequestedPages()
    let first = requested.refusingRepeats(first)
    return PageChain(first: first, serializer: serializer, crossOrigin: crossOrigin) { response, request in
      next(response, request).map(requested.refusingRepeats)
    }
  }

  /// Returns the decoded pages of a first request, and of the request that each page leads to.
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
