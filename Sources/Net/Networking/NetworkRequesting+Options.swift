public import Dispatch

extension NetworkRequesting {
  /// Changes the description of the request before it starts.
  ///
  /// Use it for everything that has no dedicated method.
  ///
  /// ```swift
  /// network.post("login").configure { $0.inheritsInterceptors = false }
  /// ```
  public func configure(_ change: @Sendable (inout RequestDescription) -> Void) -> Self {
    configure(as: "configure", change)
  }

  /// Sets a header field, which replaces all fields with the name.
  ///
  /// ```swift
  /// network.get(url).header("Accept-Language", "de").responseData { response in print(response.result) }
  /// ```
  ///
  /// Call it before the request starts.
  public func header(_ name: String, _ value: String) -> Self {
    configure(as: "header") { $0.headers.update(name: name, value: value) }
  }

  /// Sets a header field, which replaces all fields with the name: `.header(.authorization(bearerToken: t))`.
  ///
  /// Call it before the request starts.
  public func header(_ field: HTTPField) -> Self { configure(as: "header") { $0.headers.update(field) } }

  /// Sets a parameter, which replaces the first one of the name, or is added.
  ///
  /// ```swift
  /// network.get("items").parameter("page", 2).responseData { response in print(response.result) }
  /// ```
  ///
  /// URL encoding omits nil by default; in JSON it is `null`. Call it before the request starts.
  public func parameter(_ name: String, _ value: (any ParameterConvertible)?) -> Self {
    configure(as: "parameter") { $0.setParameter(name, to: value) }
  }

  /// Sets the decoder of the request, which replaces that of the session.
  ///
  /// Call it before the request starts.
  public func decoder(_ decoder: any DataDecoder) -> Self {
    configure(as: "decoder") { $0.decoder = decoder }
  }

  /// Sets the encoder for a content that is a value, which replaces that of the session.
  ///
  /// Call it before the request starts.
  public func encoder(_ encoder: any DataEncoder) -> Self {
    configure(as: "encoder") { $0.encoder = encoder }
  }

  /// Retries the request with this policy, which is called before those of the session.
  ///
  /// ```swift
  /// network.post(url, body: order).retry(RetryPolicy().addingIdempotencyKeys())
  /// ```
  ///
  /// Call it before the request starts.
  public func retry(_ policy: any RequestInterceptor) -> Self {
    configure(as: "retry") { $0.interceptors.append(policy) }
  }

  /// Adds a policy to the request, which is called before those of the session.
  ///
  /// Call it before the request starts.
  public func intercept(_ interceptor: any RequestInterceptor) -> Self {
    configure(as: "intercept") { $0.interceptors.append(interceptor) }
  }

  /// Sends the request without the session's credentials.
  ///
  /// ```swift
  /// network.post("login", jsonObject: ["name": "ada", "password": "secret"]).unauthenticated()
  /// ```
  ///
  /// Use it for requests that need no token, such as a login. See ``RequestDescription/inheritsAuthentication``. A name
  /// and password in the URL of the request are its own and are sent (``URLConvertible``). Call it before the request
  /// starts.
  public func unauthenticated() -> Self {
    configure(as: "unauthenticated") { $0.inheritsAuthentication = false }
  }

  /// Allows a body although the method is `GET`.
  ///
  /// ```swift
  /// network.get("_search", parameters: ["size": 5], encoding: .json).sendingBodyWithGet()
  /// ```
  ///
  /// Use it for services that expect one, such as Elasticsearch. Without it such a request fails with
  /// ``InvalidRequest/bodyNotAllowed(_:)``. See ``TransportRequest/sendsBodyWithGet``. Call it before the request
  /// starts.
  public func sendingBodyWithGet() -> Self {
    configure(as: "sendingBodyWithGet") { $0.sendsBodyWithGet = true }
  }

  /// Sets timeouts of the request.
  ///
  /// Nil values stay unchanged. Call it before the request starts.
  ///
  /// - Parameters:
  ///   - idle: The maximum time without a byte sent or received, per attempt.
  ///   - total: The maximum time from the start to the end, including all attempts and delays.
  ///   - connect: The maximum time until the first sign of life from the transport. See ``RequestTimeouts/connect``.
  ///   - queue: The maximum time in the queue for concurrent requests.
  /// - Returns: The request.
  public func timeout(
    idle: Duration? = nil, total: Duration? = nil, connect: Duration? = nil, queue: Duration? = nil
  ) -> Self {
    let timeouts = RequestTimeouts(idle: idle, total: total, connect: connect, queue: queue)
    return configure(as: "timeout") { $0.timeouts = timeouts.merged(over: $0.timeouts) }
  }

  /// Sets the redirect policy of the request, which replaces that of the session.
  ///
  /// Call it before the request starts.
  ///
  /// ```swift
  /// network.get(url).redirects(.refuse).validate(statusCode: [302])
  /// ```
  public func redirects(_ policy: RedirectPolicy) -> Self {
    configure(as: "redirects") { $0.redirects = policy }
  }

  /// Sets how the request uses the cache of its session.
  ///
  /// Use it for a request that must be current, or that may be old.
  ///
  /// ```swift
  /// network.get("items").cache(.reload).responseData { response in print(response.result) }
  /// ```
  ///
  /// It replaces the mode of the session (``SessionConfiguration/cacheMode``). Call it before the request starts. The
  /// operator `cached()` of streams is something else: it shares the result of one stream, and knows no HTTP.
  public func cache(_ mode: CacheMode) -> Self {
    configure(as: "cache") { $0.cacheMode = mode }
  }

  /// Shares the exchange of an identical request that is in progress, or has its own.
  ///
  /// Use it where many places ask for the same resource at the same time.
  ///
  /// ```swift
  /// network.get("settings").coalesced().responseData { response in print(response.result) }
  /// ```
  ///
  /// Requests are identical if they have the same method, which is safe, the same URL and the same header fields,
  /// including credentials and cookies, after their adapters, and the same timeouts except the total one. `traceparent`
  /// and `tracestate` may differ: the exchange has those of the request that started it. Each keeps its own validation,
  /// retries, handlers, total timeout and cancellation; the request on the wire is cancelled when the last of them is.
  /// Streams and downloads are never shared. A request that begins after an unsafe one to the same origin
  /// has ended, such as a `POST`, joins none that began before. It works without a cache. Call it before the request
  /// starts.
  public func coalesced(_ coalesces: Bool = true) -> Self {
    configure(as: "coalesced") { $0.coalesces = coalesces }
  }

  /// Attaches a value that policies, monitors and transports can read, or removes it with nil.
  ///
  /// ```swift
  /// enum Screen: RequestTagKey { typealias Value = String }
  /// network.get("items").tag(Screen.self, "checkout").responseData { response in print(response.result) }
  /// ```
  ///
  /// Use it for a policy that decides by the purpose of a request, or for metrics. It is not sent, see ``RequestTags``.
  /// Call it before the request starts.
  public func tag<Key: RequestTagKey>(_ key: Key.Type, _ value: Key.Value?) -> Self {
    configure(as: "tag") { $0.tags[key] = value }
  }

  /// Limits the size of a response body in memory.
  ///
  /// Call it before the request starts.
  ///
  /// ```swift
  /// network.get("export").maximumBodySize(1 << 30)
  /// ```
  ///
  /// It works like ``SessionConfiguration/maximumBodySize`` and takes precedence over it.
  ///
  /// - Parameter bytes: The maximum number of bytes. Nil means no limit.
  /// - Returns: The request itself, so that calls can be chained.
  public func maximumBodySize(_ bytes: Int?) -> Self {
    configure(as: "maximumBodySize") { $0.maximumBodySize = bytes.map { .bytes($0) } ?? .unlimited }
  }

  /// Reports how much of the response body has been received.
  ///
  /// ```swift
  /// network.get(url).progress { progress in print(progress.fraction ?? 0) }.responseVoid { _ in }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler. Nil means the session's callback queue, which is `.main` by default.
  ///   - handler: Called with each step. For a thread of the transport use ``progress(delivery:_:)``.
  /// - Returns: The request itself, so that calls can be chained.
  public func progress(
    queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    progress(delivery: queue.map { .queue($0) } ?? .callbackQueue, handler)
  }

  /// Reports how much of the request body has been sent.
  ///
  /// See ``uploadProgress(delivery:_:)``.
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler. Nil means the session's callback queue, which is `.main` by default.
  ///   - handler: Called with each step. For a thread of the transport use ``uploadProgress(delivery:_:)``.
  /// - Returns: The request itself, so that calls can be chained.
  public func uploadProgress(
    queue: DispatchQueue? = nil, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    uploadProgress(delivery: queue.map { .queue($0) } ?? .callbackQueue, handler)
  }
}
