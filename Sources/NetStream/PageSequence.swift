public import Net

extension StreamRequest {
  /// Returns the decoded pages that begin with this request as an asynchronous sequence.
  ///
  /// Each page is requested when the loop asks for it.
  ///
  /// ```swift
  /// for try await users in network.stream.get("users").pages(of: [User].self) {
  ///   if users.contains(where: { $0.login == "trentm" }) { break }
  /// }
  /// ```
  ///
  /// Use it to read pages in a loop. In a loop over the `values` of the `Observable` of the same name, pages are
  /// requested ahead of the loop, because a stream cannot make its source wait.
  ///
  /// Each iteration begins with the first page. The next page, repeated pages and credentials follow the rules of the
  /// `Observable`. Cancelling the task cancels the request, and throws `CancellationError`. All other failures
  /// are thrown as `NetworkError`, and end the sequence.
  @_disfavoredOverload
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, following rule: NextPage = .linkHeader,
    crossOrigin: CrossOriginPolicy = .refuse
  ) -> PageSequence<Page> {
    pages(serializer: .decodable(of: type), following: rule, crossOrigin: crossOrigin)
  }

  /// Returns the pages that begin with this request, each converted by a serializer, as an asynchronous sequence.
  ///
  /// Each page is requested when the loop asks for it.
  @_disfavoredOverload
  public func pages<Serializer: ResponseSerializer>(
    serializer: Serializer, following rule: NextPage = .linkHeader, crossOrigin: CrossOriginPolicy = .refuse
  ) -> PageSequence<Serializer.Value> {
    PageSequence { chain(serializer, following: rule, crossOrigin).step() }
  }
}

extension StreamNetwork {
  /// Returns the decoded pages of a first request, and of the request that each page leads to, as an asynchronous
  /// sequence.
  ///
  /// Each page is requested when the loop asks for it.
  ///
  /// ```swift
  /// let posts: PageSequence = network.stream.pages(of: PostPage.self, first: request) { page, last in
  ///   page.cursor.map { cursor in last.parameter("cursor", cursor) }
  /// }
  /// for try await page in posts { print(page.cursor ?? "the last page") }
  /// ```
  ///
  /// The closure is called when the loop asks for the page after the one that the closure receives. Everything else is
  /// as in the `Observable` of the same name, and in the asynchronous form of
  /// `StreamRequest.pages(of:following:crossOrigin:)`.
  @_disfavoredOverload
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, first: StreamRequest, crossOrigin: CrossOriginPolicy = .refuse,
    next: @escaping @Sendable (Page, StreamRequest) -> StreamRequest?
  ) -> PageSequence<Page> {
    pages(first: first, serializer: .decodable(of: type), crossOrigin: crossOrigin) { response, request in
      response.value.flatMap { next($0, request) }
    }
  }

  /// Returns the pages of a first request, and of the request that each response leads to, each converted by a
  /// serializer, as an asynchronous sequence.
  ///
  /// Each page is requested when the loop asks for it.
  @_disfavoredOverload
  public func pages<Serializer: ResponseSerializer>(
    first: StreamRequest, serializer: Serializer, crossOrigin: CrossOriginPolicy = .refuse,
    next: @escaping @Sendable (DataResponse<Serializer.Value>, StreamRequest) -> StreamRequest?
  ) -> PageSequence<Serializer.Value> {
    PageSequence { chain(first: first, serializer, crossOrigin, next: next).step() }
  }
}

/// Pages of which each leads to the next one, as an asynchronous sequence.
public struct PageSequence<Page: Sendable>: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = Page

  private let first: @Sendable () -> PageStep<Page>

  init(_ first: @escaping @Sendable () -> PageStep<Page>) { self.first = first }

  /// Creates an iterator.
  ///
  /// Its first step requests the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(step: first()) }

  /// The iterator.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var step: PageStep<Page>?

    /// Requests the next page, and returns it, or nil after the last one or a failure.
    public mutating func next() async throws -> Page? {
      guard let loaded = try await step.take()?.load() else { return nil }
      step = loaded.next
      return loaded.page
    }

    /// Requests the next page, on the actor of the loop.
    ///
    /// If the task is cancelled while that actor is busy, no page is delivered after that.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Page? {
      try await next()
    }
  }
}

/// Loads one page of an iteration.
struct PageStep<Page: Sendable>: Sendable {
  /// Returns the page and the step after it, or nil after the last one.
  let load: @Sendable () async throws -> (page: Page, next: PageStep)?
}
