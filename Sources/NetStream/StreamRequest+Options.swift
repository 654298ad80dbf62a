public import Net

extension StreamRequest {
  /// Returns the request with a header field, which replaces all fields with the name.
  public func header(_ name: String, _ value: String) -> StreamRequest {
    with { $0.headers.update(name: name, value: value) }
  }

  /// Returns the request with a header field, which replaces all fields with the name:
  /// `.header(.authorization(bearerToken: t))`.
  public func header(_ field: HTTPField) -> StreamRequest {
    with { $0.headers.update(field) }
  }

  /// Returns the request with a parameter, which replaces the first one of the name, or is added.
  ///
  /// Use it for a parameter that depends on something, such as the position of the next page.
  ///
  /// ```swift
  /// let second = network.stream.get("items").parameter("page", 2)
  /// ```
  ///
  /// URL encoding omits nil by default; in JSON it is `null`.
  public func parameter(_ name: String, _ value: (any ParameterConvertible)?) -> StreamRequest {
    with { $0.setParameter(name, to: value) }
  }

  /// Returns the request with its own timeouts.
  ///
  /// Nil values stay unchanged.
  ///
  /// - Parameters:
  ///   - idle: The maximum time without a byte sent or received, per attempt.
  ///   - total: The maximum time from the start to the end, including all attempts and delays.
  ///   - connect: The maximum time until the first sign of life from the transport. See `RequestTimeouts.connect`.
  ///   - queue: The maximum time in the queue for concurrent requests.
  /// - Returns: A request with these timeouts.
  public func timeout(
    idle: Duration? = nil, total: Duration? = nil, connect: Duration? = nil, queue: Duration? = nil
  ) -> StreamRequest {
    let timeouts = RequestTimeouts(idle: idle, total: total, connect: connect, queue: queue)
    return with { $0.timeouts = timeouts.merged(over: $0.timeouts) }
  }

  /// Returns the request with a retry policy, which is called before those of the session.
  ///
  /// The policy retries within one subscription, below the stream. The operator `retry` subscribes again and so sends a
  /// new request.
  ///
  /// ```swift
  /// let report = network.stream.get(url).retry(RetryPolicy()).object(as: Report.self)
  /// let receipt = network.stream.post(url, body: order).retry(RetryPolicy().addingIdempotencyKeys())
  /// ```
  ///
  /// An `Idempotency-Key` is created once per subscription.
  public func retry(_ policy: any RequestInterceptor) -> StreamRequest { intercept(policy) }

  /// Returns the request with an additional policy, which is called before those of the session.
  public func intercept(_ interceptor: any RequestInterceptor) -> StreamRequest {
    with { $0.interceptors.append(interceptor) }
  }

  /// Returns the request without the session's credentials, for example for a login.
  ///
  /// See `RequestDescription.inheritsAuthentication`.
  public func unauthenticated() -> StreamRequest {
    with { $0.inheritsAuthentication = false }
  }

  /// Returns the request with permission to have a body although the method is `GET`.
  ///
  /// See `TransportRequest.sendsBodyWithGet`.
  public func sendingBodyWithGet() -> StreamRequest {
    with { $0.sendsBodyWithGet = true }
  }

  /// Returns the request with a redirect policy, which replaces that of the session.
  public func redirects(_ policy: RedirectPolicy) -> StreamRequest {
    with { $0.redirects = policy }
  }

  /// Returns the request with a maximum size in bytes of a response body in memory.
  ///
  /// Nil means no limit.
  ///
  /// It works like `SessionConfiguration.maximumBodySize` and takes precedence over it.
  public func maximumBodySize(_ bytes: Int?) -> StreamRequest {
    with { $0.maximumBodySize = bytes.map { .bytes($0) } ?? .unlimited }
  }

  /// Returns the request with a mode for the cache of its session.
  ///
  /// Use it for a value that must be current, or that may be old.
  ///
  /// ```swift
  /// let items: Single<[Item]> = network.stream.get("items").cache(.reload).object()
  /// ```
  ///
  /// It replaces the mode of the session (`SessionConfiguration.cacheMode`). The operator `cached()` of streams is
  /// something else: it shares the result of one stream, and knows no HTTP.
  public func cache(_ mode: CacheMode) -> StreamRequest {
    with { $0.cacheMode = mode }
  }

  /// Returns the request sharing the exchange of an identical request that is in progress, or not.
  ///
  /// See `NetworkRequesting.coalesced(_:)`.
  public func coalesced(_ coalesces: Bool = true) -> StreamRequest {
    with { $0.coalesces = coalesces }
  }

  /// Returns the request with a value that policies, monitors and transports can read, or without it for nil.
  ///
  /// See `RequestTags`.
  public func tag<Key: RequestTagKey>(_ key: Key.Type, _ value: Key.Value?) -> StreamRequest {
    with { $0.tags[key] = value }
  }

  /// Returns the request with a decoder, which replaces that of the session.
  public func decoder(_ decoder: any DataDecoder) -> StreamRequest {
    with { $0.decoder = decoder }
  }

  /// Returns the request with an encoder for a content that is a value.
  ///
  /// It replaces that of the session.
  public func encoder(_ encoder: any DataEncoder) -> StreamRequest {
    with { $0.encoder = encoder }
  }
}

extension StreamRequest {
  /// Returns the request accepting 2xx and the content types in the `Accept` header, whatever the session accepts.
  public func validate() -> StreamRequest {
    with { $0.validation.restoreStandard() }
  }

  /// Returns the request accepting only these status codes.
  public func validate(statusCode acceptable: some Sequence<Int>) -> StreamRequest {
    with { $0.validation.statusCode = StatusCodeRule(only: acceptable) }
  }

  /// Returns the request accepting only these content types.
  ///
  /// Wildcards such as `image/*` and `*/json` are allowed.
  public func validate(contentType acceptable: some Sequence<String>) -> StreamRequest {
    let types = Array(acceptable)
    return with { $0.validation.contentType = .only(types) }
  }

  /// Returns the request with an additional rule, which receives request, head and body, and throws to reject the
  /// response.
  public func validate(
    _ rule: @escaping @Sendable (ReceivedResponse) throws -> Void
  ) -> StreamRequest {
    with { $0.validation.custom.append(rule) }
  }

  /// Returns the request without validation: every response is accepted.
  public func unvalidated() -> StreamRequest {
    with { $0.validation = .none }
  }
}
