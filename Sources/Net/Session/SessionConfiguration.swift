public import Dispatch
public import Foundation

/// What all requests of a session have in common.
///
/// A request's own word wins.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.baseURL = URL(string: "https://api.example.com/v1/")
/// configuration.interceptors = [RetryPolicy()]
/// ```
public struct SessionConfiguration: Sendable {
  /// What relative URLs are resolved against (RFC 3986 section 5).
  public var baseURL: URL?
  /// Sent with every request unless it has a header of the name.
  public var headers: HTTPHeaders
  /// What counts as a success; ``ValidationRules/standard`` by default.
  public var validation: ValidationRules
  /// 60 s idle and nothing else, by default.
  ///
  /// Where requests may have to wait for one another, ``RequestTimeouts/queue`` says how long.
  public var timeouts: RequestTimeouts
  /// Asked in order, after those of the request.
  public var interceptors: [any RequestInterceptor]
  /// Told of every step of every request.
  public var monitors: [any EventMonitor]
  /// Which redirects are followed: all, 20 at most, by default.
  public var redirects: RedirectPolicy
  /// Keeps the cookies that services set; without one, as by default, none are kept.
  public var cookies: CookieJar?
  /// How many requests may be under way at once; nil, the default, for any number.
  ///
  /// Requests over it wait for their turn, in the order they came. Only what is with the transport has a place: a
  /// request that waits for a back-off, a token or a policy has none, and a retry or a redirect queues again.
  public var maximumConcurrentRequests: Int?
  /// How many requests to one host and port may be under way at once; nil, the default, for any number.
  ///
  /// Those for other hosts pass those that wait for a busy one. With as many as the transport opens connections,
  /// none of them waits where its idle timeout counts.
  public var maximumConcurrentRequestsPerHost: Int?
  /// How many bytes a response body in memory may have, once its `Content-Encoding` is undone; 256 MiB by default, nil
  /// for any number.
  ///
  /// A longer body fails the request with ``TransferFailure/bodyTooLarge(limit:)`` and closes its connection: as soon as
  /// its `Content-Length` says so, or as the first byte over the limit arrives. The error keeps the head and what had
  /// arrived, up to the limit. Streamed bodies and downloads have no limit.
  public var maximumBodySize: Int?
  /// Decodes response bodies.
  public var decoder: any DataDecoder
  /// Encodes request bodies.
  public var encoder: any DataEncoder
  /// What is left out of everything that the session prints, logs and throws; ``Redaction/standard`` by default.
  ///
  /// Requests, responses and errors carry it, so that their descriptions hide what it hides, as do a
  /// ``LoggingMonitor`` without its own redaction and `cURLDescription`.
  public var redaction: Redaction
  /// Where completion handlers are called that name no queue.
  ///
  /// A program on Linux whose main thread does not run the main queue names another.
  public var callbackQueue: DispatchQueue

  /// The defaults.
  public init() {
    baseURL = nil
    headers = [:]
    validation = .standard
    timeouts = RequestTimeouts(idle: .seconds(60))
    interceptors = []
    monitors = []
    redirects = .follow
    cookies = nil
    maximumConcurrentRequests = nil
    maximumConcurrentRequestsPerHost = nil
    maximumBodySize = 256 << 20
    decoder = JSONDecoder()
    encoder = JSONEncoder()
    redaction = .standard
    callbackQueue = .main
  }
}
