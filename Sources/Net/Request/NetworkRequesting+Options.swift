extension NetworkRequesting {
  /// Changes what was said about the request, before it starts: the one way to anything that has no method of its
  /// own.
  ///
  /// ```swift
  /// network.post("login").configure { $0.inheritsInterceptors = false }
  /// ```
  @discardableResult
  public func configure(_ change: @Sendable (inout RequestDescription) -> Void) -> Self {
    configure(as: "configure", change)
  }

  /// Retries the request as the policy says, which is asked before those of the session.
  ///
  /// ```swift
  /// network.post(url, body: order).retry(RetryPolicy().addingIdempotencyKeys())
  /// ```
  ///
  /// Call it before the request starts.
  @discardableResult
  public func retry(_ policy: any RequestInterceptor) -> Self {
    configure(as: "retry") { $0.interceptors.append(policy) }
  }

  /// Puts the request under a policy of its own, asked before those of the session. Call it before the request
  /// starts.
  @discardableResult
  public func intercept(_ interceptor: any RequestInterceptor) -> Self {
    configure(as: "intercept") { $0.interceptors.append(interceptor) }
  }

  /// Gives the request timeouts of its own; those left nil stay as they were. Call it before the request starts.
  ///
  /// - Parameters:
  ///   - idle: the longest time without a byte sent or received, on one attempt.
  ///   - total: the longest time from the start to the end, attempts and back-off included.
  ///   - connect: the longest time until the transport's first sign of life; see ``RequestTimeouts/connect``.
  ///   - queue: the longest wait for a place among the requests under way.
  @discardableResult
  public func timeout(
    idle: Duration? = nil, total: Duration? = nil, connect: Duration? = nil, queue: Duration? = nil
  ) -> Self {
    let timeouts = RequestTimeouts(idle: idle, total: total, connect: connect, queue: queue)
    return configure(as: "timeout") { $0.timeouts = timeouts.merged(over: $0.timeouts) }
  }

  /// Follows redirects as the policy says, and not as the session does. Call it before the request starts.
  ///
  /// ```swift
  /// network.get(url).redirects(.refuse).validate(statusCode: [302])
  /// ```
  @discardableResult
  public func redirects(_ policy: RedirectPolicy) -> Self {
    configure(as: "redirects") { $0.redirects = policy }
  }
}
