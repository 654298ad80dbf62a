public import Net
public import Stream

extension StreamRequest {
  /// The pages that start with this request, each decoded, one after the other.
  ///
  /// The next page is asked for when the one before has been delivered, and not at all once nobody listens.
  /// Any number of pages takes no more stack than one.
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
  /// A page that fails ends the stream with its `NetworkError`.
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, following rule: NextPage = .linkHeader
  ) -> Observable<Page> {
    pages(serializer: .decodable(of: type), following: rule)
  }

  /// The pages that start with this request, each read by a serializer, one after the other.
  public func pages<Serializer: ResponseSerializer>(
    serializer: Serializer, following rule: NextPage = .linkHeader
  ) -> Observable<Serializer.Value> {
    StreamNetwork(network: network).pages(
      first: self, serializer: serializer,
      next: { response, request in
        guard let head = response.response else { return nil }
        // What a redirect to another origin dropped stays dropped: the next page may be there, too.
        guard let sent = response.request?.headers else { return rule.next(head, request) }
        return rule.next(head, request.with { $0.headers.removeOriginFields(missingFrom: sent) })
      })
  }
}

extension StreamNetwork {
  /// Pages of any kind: a first request, and the request that each response leads to, until it leads to none.
  ///
  /// ```swift
  /// let posts = network.stream.pages(first: request, serializer: .decodable(of: PostPage.self)) { page, last in
  ///   page.value?.cursor.map { cursor in last.with { $0.parameters?["cursor"] = cursor } }
  /// }
  /// ```
  ///
  /// Lazy, one request in flight, and no deeper on the stack however many pages there are.
  public func pages<Serializer: ResponseSerializer>(
    first: StreamRequest, serializer: Serializer,
    next: @escaping @Sendable (DataResponse<Serializer.Value>, StreamRequest) -> StreamRequest?
  ) -> Observable<Serializer.Value> {
    load(first, serializer)
      .expand { page in
        next(page.response, page.request).map { load($0, serializer) } ?? .empty()
      }
      .compactMap { $0.response.value }
  }

  /// Pages of decoded values: a first request, and the request that each page leads to, until it leads to none.
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, first: StreamRequest,
    next: @escaping @Sendable (Page, StreamRequest) -> StreamRequest?
  ) -> Observable<Page> {
    pages(first: first, serializer: .decodable(of: type)) { response, request in
      response.value.flatMap { next($0, request) }
    }
  }
}

/// A page and the request that brought it.
private struct LoadedPage<Value: Sendable>: Sendable {
  let request: StreamRequest
  let response: DataResponse<Value>
}

private func load<Serializer: ResponseSerializer>(
  _ request: StreamRequest, _ serializer: Serializer
) -> Observable<LoadedPage<Serializer.Value>> {
  request.response(serializer: serializer)
    .map { LoadedPage(request: request, response: $0) }
    .asObservable()
}
