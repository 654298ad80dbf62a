public import Dispatch
public import Foundation

/// What all requests of a session have in common. A request's own word wins.
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
  public var timeouts: RequestTimeouts
  /// Asked in order, after those of the request.
  public var interceptors: [any RequestInterceptor]
  /// Told of every step of every request.
  public var monitors: [any EventMonitor]
  /// Which redirects are followed: all, 20 at most, by default.
  public var redirects: RedirectPolicy
  /// Decodes response bodies.
  public var decoder: any DataDecoder
  /// Encodes request bodies.
  public var encoder: any DataEncoder
  /// Where completion handlers are called that name no queue. A program on Linux whose main thread does not
  /// run the main queue names one of its own.
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
    decoder = JSONDecoder()
    encoder = JSONEncoder()
    callbackQueue = .main
  }
}
