extension NetworkRequesting {
  /// Makes these status codes the acceptable ones, instead of 2xx.
  ///
  /// ```swift
  /// network.get(url).validate(statusCode: 200..<400)
  /// network.get(url).validate(statusCode: [200, 404])
  /// ```
  ///
  /// It replaces what an earlier call said about status codes, and leaves the other rules alone. Call it before
  /// the request starts.
  @discardableResult
  public func validate(statusCode acceptable: some Sequence<Int>) -> Self {
    let rule = StatusCodeRule(only: acceptable)
    return configure(as: "validate") { $0.validation.statusCode = rule }
  }

  /// Makes these content types the acceptable ones, instead of those that the `Accept` header names.
  ///
  /// ```swift
  /// network.get(url).validate(contentType: ["image/*", "application/pdf"])
  /// ```
  ///
  /// Case and parameters (`; charset=utf-8`) do not matter; an empty body is not asked for its type. It
  /// replaces what an earlier call said about content types. Call it before the request starts.
  @discardableResult
  public func validate(contentType acceptable: some Sequence<String>) -> Self {
    let types = Array(acceptable)
    return configure(as: "validate") { $0.validation.contentType = .only(types) }
  }

  /// Adds a rule of your own: it sees request, head and body, and throws to refuse the response.
  ///
  /// ```swift
  /// network.get(url).validate { response in
  ///   if response.head.headers["X-Complete"] == nil { throw Incomplete() }
  /// }
  /// ```
  ///
  /// Rules run in order, after status code and content type have passed, where the transport delivers. What a
  /// rule throws becomes the underlying error of ``ValidationFailure/custom``; a ``NetworkError`` goes through
  /// as it is. Call it before the request starts.
  ///
  /// To change the rules that there are, ``configure(_:)`` them: `configure { $0.validation.statusCode = .any }`.
  @discardableResult
  public func validate(_ custom: @escaping @Sendable (ReceivedResponse) throws -> Void) -> Self {
    configure(as: "validate") { $0.validation.custom.append(custom) }
  }

  /// Makes every response that arrives a success, whatever this request or its session said before.
  ///
  /// ```swift
  /// network.get(url).unvalidated().responseData { response in print(response.response?.status ?? 0) }
  /// ```
  ///
  /// Call it before the request starts.
  @discardableResult
  public func unvalidated() -> Self {
    configure(as: "validate") { $0.validation = .none }
  }
}
