import Dispatch

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport that sends requests with Foundation's `URLSession`.
///
/// It is the default of a ``NetworkSession`` on Apple platforms, and on Linux without libcurl.
///
/// It works the same on Linux and on Apple platforms. It does not follow redirects, and stores no cookies, credentials
/// or responses; the session handles these.
///
/// ```swift
/// let transport = URLSessionTransport(maximumConnectionsPerHost: 16)
/// let network = NetworkSession(transport: transport)
/// ```
///
/// What Foundation alone can do, such as waiting for connectivity or refusing cellular networks, is a property of the
/// `URLSessionConfiguration` that ``init(configuration:bufferLimit:)`` takes.
///
/// Each task receives its events one at a time, on threads of the transport. A receiver that blocks delays
/// only its own task. Foundation has no back-pressure: a paused task buffers incoming data up to a limit,
/// above which it fails with ``TransportBufferOverflow``. On Linux Foundation also buffers data that it has
/// read and not delivered yet, without a limit, and may continue reading for a while after a cancellation;
/// see <doc:PlatformLimits>. Repeated header fields arrive joined and sorted by name, except those that are
/// not lists, such as `Set-Cookie`. Foundation adds `Accept-Encoding` and decodes the body. A body without a
/// `Content-Type` is sent as `application/octet-stream`. A `Proxy-Authorization` field is not sent, because
/// the server could receive it.
///
/// Files, and forms with files, are read while they are sent. Other streams are first written to a temporary file,
/// because Foundation has one thread for all sessions, and a stream that waits would block all requests. All are sent
/// with `Content-Length`, which the transport sets, and never in chunks.
///
/// On Apple platforms it also opens WebSockets, with Foundation's `URLSessionWebSocketTask`. On Linux a WebSocket over it
/// fails with ``WebSocketError/unsupported(transport:)``.
public final class URLSessionTransport: Transport {
  let session: URLSession
  let events: URLSessionEvents
  private let bufferLimit: Int

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - maximumConnectionsPerHost: The maximum number of concurrent connections to one host.
  ///   - bufferLimit: The number of body bytes that are buffered while a task is paused.
  public convenience init(maximumConnectionsPerHost: Int = 6, bufferLimit: Int = 1_048_576) {
    self.init(
      URLSessionEvents(), Self.configuration(maximumConnectionsPerHost), bufferLimit: bufferLimit)
  }

  /// Creates a transport with a copy of a configuration.
  ///
  /// Use it for what only Foundation offers: `allowsCellularAccess`, `waitsForConnectivity`, `protocolClasses`, a proxy.
  ///
  /// ```swift
  /// let configuration = URLSessionConfiguration.default
  /// configuration.allowsCellularAccess = false
  /// let network = NetworkSession(transport: try URLSessionTransport(configuration: configuration))
  /// ```
  ///
  /// In the copy, `urlCache`, `httpCookieStorage` and `urlCredentialStorage` are nil, and Foundation sets no cookies:
  /// the session has its own cookie jar and authentication, so that they work the same on every platform. The timeouts
  /// of the configuration have no effect; those of the session and the request apply (``RequestTimeouts``), even while
  /// Foundation waits for connectivity. Foundation adds the fields of `httpAdditionalHeaders` below this library, which
  /// does not log or redact them.
  ///
  /// - Parameters:
  ///   - configuration: A configuration made from `.default` or `.ephemeral`. Later changes to it have no effect.
  ///   - bufferLimit: The number of body bytes that are buffered while a task is paused.
  /// - Throws: ``BackgroundConfigurationError`` for the configuration of a background session, which cannot deliver
  ///   the bytes of a response.
  public convenience init(
    configuration: URLSessionConfiguration, bufferLimit: Int = 1_048_576
  ) throws(BackgroundConfigurationError) {
    self.init(
      URLSessionEvents(), try BackgroundConfigurationError.check(configuration), bufferLimit: bufferLimit)
  }

  /// Creates a transport with options, of which it supports ``ConnectionLimits/perHost``.
  ///
  /// Foundation does not support the others, or only on some platforms. `CurlTransport` supports all of them.
  ///
  /// - Parameters:
  ///   - options: The options. All except the limit must have their defaults.
  ///   - bufferLimit: The number of body bytes that are buffered while a task is paused.
  /// - Throws: ``TransportOptionError``, which names the first option that is unsupported or invalid.
  public convenience init(
    options: TransportOptions, bufferLimit: Int = 1_048_576
  ) throws(TransportOptionError) {
    try options.check(supported: [.connectionsPerHost], by: "URLSessionTransport")
    self.init(maximumConnectionsPerHost: options.connections.perHost ?? 6, bufferLimit: bufferLimit)
  }

  #if canImport(Security)
    /// Creates a transport that trusts servers according to a policy.
    ///
    /// Available only on Apple platforms.
    public convenience init(
      maximumConnectionsPerHost: Int = 6, bufferLimit: Int = 1_048_576, serverTrust: ServerTrustPolicy
    ) {
      self.init(
        URLSessionEvents(serverTrust: serverTrust), Self.configuration(maximumConnectionsPerHost),
        bufferLimit: bufferLimit)
    }

    /// Creates a transport with a copy of a configuration that trusts servers according to a policy.
    ///
    /// Available only on Apple platforms. For the configuration, see ``init(configuration:bufferLimit:)``.
    public convenience init(
      configuration: URLSessionConfiguration, bufferLimit: Int = 1_048_576, serverTrust: ServerTrustPolicy
    ) throws(BackgroundConfigurationError) {
      self.init(
        URLSessionEvents(serverTrust: serverTrust), try BackgroundConfigurationError.check(configuration),
        bufferLimit: bufferLimit)
    }
  #endif

  private init(_ events: URLSessionEvents, _ configuration: URLSessionConfiguration, bufferLimit: Int) {
    self.bufferLimit = bufferLimit
    self.events = events
    // A copy, because the caller's object can be shared. Foundation documents that the copy has this type.
    let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .useProtocolCachePolicy
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    // Linux supports only whole seconds and traps at infinity. The session has its own timeouts.
    configuration.timeoutIntervalForRequest = Self.timeout
    configuration.timeoutIntervalForResource = Self.timeout
    session = URLSession(
      configuration: configuration, delegate: events, delegateQueue: .forwarding(to: events.queue))
  }

  private static func configuration(_ maximumConnectionsPerHost: Int) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
    return configuration
  }

  deinit {
    // Tasks retain their transport, so none is in progress or will follow. This runs after all callbacks, because Linux
    // may otherwise lose the end of a task.
    events.queue.async { [session] in session.finishTasksAndInvalidate() }
  }

  /// Returns a task, which sends the request when it is resumed, and retains the transport until it has ended.
  public func task(
    for request: TransportRequest, receiver: any TransportReceiver
  ) -> any TransportTask {
    URLTransportTask(request, receiver: receiver, bufferLimit: bufferLimit, transport: self)
  }

  /// The fields of a request that are not sent.
  ///
  /// Foundation frames the message, but would send the first two unchanged, even if they are wrong. Without a proxy, and
  /// with TLS even if there is one, the server would receive the last one (RFC 9110 section 11.7.2).
  static let unsentFields = ["Content-Length", "Transfer-Encoding", "Proxy-Authorization"]

  /// A week, in whole seconds.
  static let timeout: TimeInterval = 604_800

  /// The queue on which tasks are started and cancelled, and Foundation calls back.
  var queue: CallbackQueue { events.queue }

  /// The threads that deliver events.
  var crew: JobCrew { events.crew }

  /// Starts a task.
  ///
  /// Must be called on the queue.
  ///
  /// - Throws: ``InvalidRequest`` if a field or the method is invalid, or Foundation would send another method.
  func start(
    _ task: URLTransportTask, sending request: TransportRequest, _ body: PreparedBody? = nil
  ) throws(InvalidRequest) -> URLSessionTask {
    var request = request
    // Foundation on Linux would send what they contain, such as the line break before another field or request.
    try request.checkMethod()
    if let headers = try request.headers.trimmed() { request.headers = headers }
    for name in Self.unsentFields where request.headers.contains(name) { request.headers.remove(name: name) }
    // Foundation on Linux supports no other. Changing the request copies it.
    if request.url.hasUpperCaseScheme { request.url = request.url.withLowerCaseScheme }
    var urlRequest = request.urlRequest
    // Foundation writes some methods in upper case, such as `get`, but methods are case-sensitive (RFC 9110 section 9.1).
    guard urlRequest.httpMethod == request.method.rawValue else { throw .method(request.method.rawValue) }
    urlRequest.timeoutInterval = Self.timeout
    urlRequest.httpShouldHandleCookies = false
    if request.hasBody, !request.headers.contains("Content-Type") {
      // Foundation would label the body as a form.
      urlRequest.setValue(TransportRequest.unknownContentType, forHTTPHeaderField: "Content-Type")
    }
    if request.requestsRange, !request.headers.contains("Accept-Encoding") {
      urlRequest.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    let dataTask =
      body?.dataTask(with: urlRequest, in: session) ?? session.dataTask(with: urlRequest)
    events.keep(task, for: dataTask)
    dataTask.resume()
    return dataTask
  }
}
