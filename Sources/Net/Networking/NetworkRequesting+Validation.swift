extension NetworkRequesting {
  /// Accepts 2xx and the content types in the `Accept` header, whatever the session accepts.
  ///
  /// ```swift
  /// network.get(url).validate().responseData { response in print(response.result) }
  /// ```
  ///
  /// These are the rules of ``ValidationRules/standard``, which a session applies by default. The call is needed only
  /// in a session with other rules. It replaces the status codes and content types of earlier calls and leaves custom
  /// rules unchanged. Call it before the request starts.
  public func validate() -> Self {
    configure(as: "validate") { $0.validation.restoreStandard() }
  }

  /// Accepts these status codes instead of 2xx.
  ///
  /// ```swift
  /// network.get(url).validate(statusCode: 200..<400)
  /// network.get(url).validate(statusCode: [200, 404])
  /// ```
  ///
  /// It replaces the status codes of earlier calls and leaves other rules unchanged. Call it before the request starts.
  public func validate(statusCode acceptable: some Sequence<Int>) -> Self {
    let rule = StatusCodeRule(only: acceptable)
    return configure(as: "validate") { $0.validation.statusCode = rule }
  }

  /// Accepts these content types instead of those in the `Accept` header.
  ///
  /// ```swift
  /// network.get(url).validate(contentType: ["image/*", "application/pdf"])
  /// ```
  ///
  /// Case and parameters (`; charset=utf-8`) are ignored. Wildcards are `image/*`, `*/json` and `*/*`. An empty body
  /// needs no content type. It replaces the content types of earlier calls. Call it before the request starts.
  public func validate(contentType acceptable: some Sequence<String>) -> Self {
    let types = Array(acceptable)
    return configure(as: "validate") { $0.validation.contentType = .only(types) }
  }

  /// Adds a custom rule, which receives request, head and body, and throws to reject the response.
  ///
  /// ```swift
  /// network.get(url).validate { response in
  ///   if response.head.headers["X-Complete"] == nil { throw Incomplete() }
  /// }
  /// ```
  ///
  /// Rules run in order, on a thread of the transport, after status code and content type have passed. A rule may
  /// block, which delays only this request. An error becomes the underlying error of ``ValidationFailure/custom``; a
  /// ``NetworkError`` is not wrapped. Call it before the request starts.
  ///
  /// To change existing rules use ``configure(_:)``: `configure { $0.validation.statusCode = .any }`.
  public func validate(_ custom: @escaping @Sendable (ReceivedResponse) throws -> Void) -> Self {
    configure(as: "validate") { $0.validation.custom.append(custom) }
  }

  /// Accepts every response, whatever rules this request or its session has.
  ///
  /// ```swift
  /// network.get(url).unvalidated().responseData { response in print(response.response?.status ?? 0) }
  /// ```
  ///
  /// Call it before the request starts.
  public func unvalidated() -> Self {
    configure(as: "unvalidated") { $0.validation = .none }
  }
}
