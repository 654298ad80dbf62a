public import Net

extension StreamRequest {
  /// The same request with a header, in the place of any of the name.
  public func header(_ name: String, _ value: String) -> StreamRequest {
    with { $0.headers.update(name: name, value: value) }
  }

  /// The same request with a header, in the place of any of the name: `.header(.authorization(bearerToken: t))`.
  public func header(_ field: HTTPField) -> StreamRequest {
    with { $0.headers.update(field) }
  }

  /// The same request with timeouts of its own; those left nil stay as they were.
  ///
  /// - Parameters:
  ///   - idle: the longest time without a byte sent or received, on one attempt.
  ///   - total: the longest time from the start to the end, attempts and back-off included.
  ///   - connect: the longest time until the transport's first sign of life; see `RequestTimeouts.connect`.
  ///   - queue: the longest wait for a place among the requests under way.
  public func timeout(
    idle: Duration? = nil, total: Duration? = nil, connect: Duration? = nil, queue: Duration? = nil
  ) -> StreamRequest {
    with {
      $0.timeouts.idle = idle ?? $0.timeouts.idle
      $0.timeouts.total = total ?? $0.timeouts.total
      $0.timeouts.connect = connect ?? $0.timeouts.connect
      $0.timeouts.queue = queue ?? $0.timeouts.queue
    }
  }

  /// The same request under a retry policy of its own, asked before those of the session.
  ///
  /// It acts below the stream, within one subscription; the operator `retry` subscribes, and so sends, again.
  ///
  /// ```swift
  /// let report = network.stream.get(url).retry(RetryPolicy()).object(as: Report.self)
  /// let receipt = network.stream.post(url, body: order).retry(RetryPolicy().addingIdempotencyKeys())
  /// ```
  ///
  /// An `Idempotency-Key` is made once for each subscription.
  public func retry(_ policy: any RequestInterceptor) -> StreamRequest { intercept(policy) }

  /// The same request under a policy of its own, asked before those of the session.
  public func intercept(_ interceptor: any RequestInterceptor) -> StreamRequest {
    with { $0.interceptors.append(interceptor) }
  }

  /// The same request, following redirects as this policy says and not as the session does.
  public func redirects(_ policy: RedirectPolicy) -> StreamRequest {
    with { $0.redirects = policy }
  }

  /// The same request, its body decoded by this decoder instead of the session's.
  public func decoder(_ decoder: any DataDecoder) -> StreamRequest {
    with { $0.decoder = decoder }
  }

  /// The same request, a content that is a value encoded by this encoder instead of the session's.
  public func encoder(_ encoder: any DataEncoder) -> StreamRequest {
    with { $0.encoder = encoder }
  }
}

extension StreamRequest {
  /// The same request, accepting just these status codes.
  public func validate(statusCode acceptable: some Sequence<Int>) -> StreamRequest {
    with { $0.validation.statusCode = StatusCodeRule(only: acceptable) }
  }

  /// The same request, accepting just these content types; `image/*` is one.
  public func validate(contentType acceptable: some Sequence<String>) -> StreamRequest {
    let types = Array(acceptable)
    return with { $0.validation.contentType = .only(types) }
  }

  /// The same request under a further rule, which sees request, head and body, and throws to refuse.
  public func validate(
    _ rule: @escaping @Sendable (ReceivedResponse) throws -> Void
  ) -> StreamRequest {
    with { $0.validation.custom.append(rule) }
  }

  /// The same request, accepting every response.
  public func unvalidated() -> StreamRequest {
    with { $0.validation = .none }
  }
}
