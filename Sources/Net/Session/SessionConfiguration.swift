public import Dispatch
public import Foundation

/// The settings that all requests of a session share.
///
/// A request can override them.
///
/// ```swift
/// var configuration = SessionConfiguration(baseURL: URL(string: "https://api.example.com/v1/"))
/// configuration.interceptors = [RetryPolicy()]
/// let network = NetworkSession(configuration: configuration)
/// ```
public struct SessionConfiguration: Sendable {
  /// The URL that relative URLs are resolved against (RFC 3986 section 5).
  ///
  /// End its path with a slash: a relative URL replaces what follows the last slash of the base, and one that begins
  /// with a slash replaces the whole path. That is not how Moya and `appendingPathComponent` join a base and a path.
  ///
  /// ```text
  /// base URL                      get("users/1")                       get("/users/1")
  /// https://api.example.com/v1/   https://api.example.com/v1/users/1   https://api.example.com/users/1
  /// https://api.example.com/v1    https://api.example.com/users/1      https://api.example.com/users/1
  /// ```
  ///
  /// It is an `http` or `https` URL. If the session has only WebSockets, it may be a `ws` or `wss` URL.
  public var baseURL: URL?
  /// The header fields to send with every request, unless it has a field with the same name.
  public var headers: HTTPHeaders = [:]
  /// The rules for a valid response.
  ///
  /// The default is ``ValidationRules/standard``.
  public var validation: ValidationRules = .standard
  /// The timeouts.
  ///
  /// The default is 60 s idle, and no other.
  ///
  /// If the number of concurrent requests is limited, ``RequestTimeouts/queue`` limits how long a request waits.
  public var timeouts = RequestTimeouts(idle: .seconds(60))
  /// The interceptors, called in order after those of the request.
  public var interceptors: [any RequestInterceptor] = []
  /// The monitors, which are notified of every step of every request.
  public var monitors: [any EventMonitor] = []
  /// The redirects to follow.
  ///
  /// The default is all, up to 20 in a row.
  public var redirects: RedirectPolicy = .follow
  /// The jar that stores cookies.
  ///
  /// The default is nil: no cookies are stored.
  public var cookies: CookieJar?
  /// The cache that stores responses (RFC 9111).
  ///
  /// The default is nil: no responses are stored.
  ///
  /// Stored responses are used after the adapters have run, unless ``cachePartition`` is set. They need no slot and no
  /// connection, and are validated and decoded like any other. Sessions may share a cache.
  ///
  /// A stale response with `stale-while-revalidate` is validated in the background. That request ends with the total
  /// timeout of the request that caused it, or after 5 minutes if there is none.
  public var cache: HTTPCache?
  /// How requests use the cache unless they have their own mode.
  ///
  /// The default is ``CacheMode/standard``.
  public var cacheMode: CacheMode = .standard
  /// The partition of the cache that the requests of this session use, such as the identifier of the user.
  ///
  /// The default is nil: requests with the same `Authorization`, and the same other fields that an
  /// ``AuthenticationInterceptor`` has set, share a partition. Then a refreshed token
  /// begins an empty partition, so name one if your tokens change. Cookies do not keep users apart: name a
  /// partition for each user, or remove everything when a user logs out. Requests without the session's
  /// credentials, such as those of ``NetworkRequesting/unauthenticated()`` and those that follow a redirect
  /// to another origin, have their own partition, separate from the named one. An empty name is the same as
  /// none.
  ///
  /// With a name, a stored response is also looked up without a credential, so an app with an expired token
  /// and no network still shows what is stored. If the interceptors are only ``AuthenticationInterceptor``,
  /// ``RetryPolicy`` and ``TraceContextInterceptor``, the lookup comes before the adapters. It then sees the
  /// fields of session and request and the cookies of the jar. If it finds nothing, or a redirect to
  /// something that is not stored, it is repeated after the adapters. Any other adapter may select another
  /// resource or variant, so it runs first. Then the lookup without the credential comes only after an
  /// adapter has failed for lack of a network: with a ``NetworkError`` of a connection or timeout, a
  /// `URLError` or `POSIXError` of that kind, or an error with such an underlying error.
  public var cachePartition: String?
  /// Whether identical requests that are in progress share one exchange.
  ///
  /// The default is false. See ``NetworkRequesting/coalesced(_:)``. It works without a cache.
  public var coalesces = false
  /// The maximum number of requests in progress.
  ///
  /// The default is nil: no limit.
  ///
  /// Further requests wait, in order. Only a request that the transport has occupies a slot. A request that waits for a
  /// delay, a token or a policy has none, and a retry or a redirect waits for a slot again.
  ///
  /// While requests wait, the slot of a request that is cancelled, or reaches its total timeout, passes on after 5 ms,
  /// and after up to 45 ms while waiting ones end in the same way. So of a batch that is cancelled, such as a task group,
  /// those that wait are not sent. In virtual time it passes on at once.
  ///
  /// A WebSocket and an event stream (``EventSource``, ``NetworkRequesting/events(after:maximumEventSize:buffer:)``,
  /// and what an ``EventStreamParser`` parses) occupy a slot only until the server has accepted them, because they may
  /// stay open forever. Every other response occupies one until its last byte, even one that is streamed as chunks or
  /// lines or to a parser of yours, and a download.
  public var maximumConcurrentRequests: Int?
  /// The maximum number of requests in progress to one host and port.
  ///
  /// The default is nil: no limit.
  ///
  /// Requests to other hosts pass those that wait for a busy host. If the limit equals the number of connections the
  /// transport opens, no request waits inside the transport, where its idle timeout counts.
  public var maximumConcurrentRequestsPerHost: Int?
  /// The maximum size of a response body in memory, in bytes after decoding its `Content-Encoding`.
  ///
  /// The default is 256 MiB. Nil means no limit.
  ///
  /// A larger body fails the request with ``TransferFailure/bodyTooLarge(limit:)`` and closes its connection, as soon
  /// as `Content-Length` exceeds the limit or the first byte over the limit arrives. The error contains the head, and
  /// what arrived of the body up to the limit: nothing if `Content-Length` exceeds it. Streamed bodies and downloads
  /// have no limit.
  public var maximumBodySize: Int? = 256 << 20
  /// The decoder for response bodies.
  public var decoder: any DataDecoder = JSONDecoder()
  /// The encoder for request bodies.
  public var encoder: any DataEncoder = JSONEncoder()
  /// What is hidden in everything that the session prints, logs and throws.
  ///
  /// The default is ``Redaction/standard``.
  ///
  /// Requests, responses and errors carry it, so their descriptions are redacted. `cURLDescription` uses it too, and so
  /// does a ``LoggingMonitor`` without its own redaction.
  public var redaction: Redaction = .standard
  /// The queue for completion handlers that name none.
  ///
  /// The default is the main queue. On Linux, choose another one if the main thread does not run the main queue.
  ///
  /// With nil, each handler is called on the thread that ends its request, as a stream and a mock do it. Use nil in a
  /// test with virtual time: when the scheduler has advanced the time, the handlers have been called. Handlers on a
  /// queue may run later.
  public var callbackQueue: DispatchQueue? = .main

  /// Creates the default configuration.
  ///
  /// ```swift
  /// let configuration = SessionConfiguration(baseURL: URL(string: "https://api.example.com/v1/"))
  /// let network = NetworkSession(configuration: configuration)
  /// ```
  ///
  /// - Parameter baseURL: The URL that relative URLs are resolved against: see ``baseURL``. Nil means that each request
  ///   has an absolute URL.
  public init(baseURL: URL? = nil) { self.baseURL = baseURL }
}

extension SessionConfiguration: CustomReflectable {
  /// The base URL and the headers, redacted by ``redaction``, and the timeouts.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "baseURL": baseURL.map(redaction.redacted) as Any, "headers": redaction.lines(of: headers),
        "timeouts": timeouts,
      ])
  }
}
