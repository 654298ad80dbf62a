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
  public func timeout(idle: Duration? = nil, total: Duration? = nil) -> StreamRequest {
    with {
      $0.timeouts.idle = idle ?? $0.timeouts.idle
      $0.timeouts.total = total ?? $0.timeouts.total
    }
  }

  /// The same request under a retry policy of its own, asked before those of the session.
  ///
  /// It acts below the stream, within one subscription; the operator `retry` subscribes, and so sends, again.
  ///
  /// ```swift
  /// let report = network.stream.get(url).retry(RetryPolicy()).object(as: Report.self)
  /// ```
  public func retry(_ policy: any RequestInterceptor) -> StreamRequest { intercept(policy) }

  /// The same request under a policy of its own, asked before those of the session.
  public func intercept(_ interceptor: any RequestInterceptor) -> StreamRequest {
    with { $0.interceptors.append(interceptor) }
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
