import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with Foundation's `URLSession`: the transport that a ``NetworkSession`` has by default.
///
/// It works the same on Linux and on Apple's platforms. It follows no redirects, keeps no cookies, no
/// credentials and no cache; the session above it does what of that is wanted.
///
/// ```swift
/// let transport = URLSessionTransport(maximumConnectionsPerHost: 16)
/// let network = NetworkSession(transport: transport)
/// ```
///
/// The events of a task come one at a time, on threads of the transport. A receiver that blocks holds up its own task alone.
/// Foundation has no back-pressure: a paused task keeps what arrives up to a limit, and fails with
/// ``TransportBufferOverflow`` above it. On Linux Foundation itself keeps, without a limit, what it has read and not delivered yet,
/// and may go on reading for a while after a cancellation; see <doc:PlatformLimits>. Repeated header fields arrive joined and in the order of their names,
/// except `Set-Cookie`. Foundation adds `Accept-Encoding` and undoes the encoding. A body without a `Content-Type`
/// is sent as `application/octet-stream`.
///
/// Files, and forms of files, are read as they are sent. Other streams are put into a temporary file first, since
/// Foundation has one thread for all sessions, and a stream that lets it wait would hold up every other request. Each
/// has a `Content-Length`, which is set here, and none is sent in chunks.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let events: URLSessionEvents
  private let bufferLimit: Int
  /// What happens is delivered there, where a receiver that blocks holds up nobody else.
  let crew = JobCrew("net-urlsession")

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - maximumConnectionsPerHost: How many connections are open to one host at a time, at most.
  ///   - bufferLimit: How many bytes of a body are kept while its task is paused.
  public convenience init(maximumConnectionsPerHost: Int = 6, bufferLimit: Int = 1_048_576) {
    self.init(
      URLSessionEvents(), maximumConnectionsPerHost: maximumConnectionsPerHost, bufferLimit: bufferLimit)
  }

  /// Makes a transport with these options, of which it has ``ConnectionLimits/perHost``.
  ///
  /// Foundation leaves no say in the others, or has it on some platforms only; a transport with all of them is
  /// ``CurlTransport``.
  ///
  /// - Parameters:
  ///   - options: How it connects. All but the limit are as by default.
  ///   - bufferLimit: How many bytes of a body are kept while its task is paused.
  /// - Throws: what names the first option that it does not have, or whose value cannot be meant.
  public convenience init(
    options: TransportOptions, bufferLimit: Int = 1_048_576
  ) throws(TransportOptionError) {
    try options.check(supported: [.connectionsPerHost], by: "URLSessionTransport")
    self.init(maximumConnectionsPerHost: options.connections.perHost ?? 6, bufferLimit: bufferLimit)
  }

  #if canImport(Security)
    /// Makes a transport that trusts servers as the policy says.
    ///
    /// Apple's platforms alone have it.
    public convenience init(
      maximumConnectionsPerHost: Int = 6, bufferLimit: Int = 1_048_576, serverTrust: ServerTrustPolicy
    ) {
      self.init(
        URLSessionEvents(serverTrust: serverTrust), maximumConnectionsPerHost: maximumConnectionsPerHost,
        bufferLimit: bufferLimit)
    }
  #endif

  private init(_ events: URLSessionEvents, maximumConnectionsPerHost: Int, bufferLimit: Int) {
    self.bufferLimit = bufferLimit
    self.events = events
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
    // Linux has whole seconds alone and stops the process at infinity. Waiting is done by the session above.
    configuration.timeoutIntervalForRequest = Self.timeout
    configuration.timeoutIntervalForResource = Self.timeout
    session = URLSession(
      configuration: configuration, delegate: events, delegateQueue: .forwarding(to: events.queue))
  }

  deinit {
    // Tasks keep their transport, so none is under way or to come. The session is told behind all callbacks:
    // Linux may lose the end of a task that is running.
    events.queue.async { [session, crew] in
      session.finishTasksAndInvalidate()
      crew.finish()
    }
  }

  /// Makes a task; it is sent when it is resumed, and keeps the transport until it has ended.
  public func task(
    for request: TransportRequest, receiver: any TransportReceiver
  ) -> any TransportTask {
    URLTransportTask(request, receiver: receiver, bufferLimit: bufferLimit, transport: self)
  }

  /// A week, in whole seconds.
  private static let timeout: TimeInterval = 604_800

  /// The queue on which tasks are started and cancelled, and Foundation calls back.
  var queue: DispatchQueue { events.queue }

  /// Starts a task; called on the queue.
  func start(
    _ task: URLTransportTask, sending request: TransportRequest, _ body: PreparedBody? = nil
  ) -> URLSessionTask {
    var request = request
    // How the message is framed is Foundation's to say: what stands here goes out as it is, right or wrong.
    for name in ["Content-Length", "Transfer-Encoding"] where request.headers.contains(name) {
      request.headers.remove(name: name)
    }
    var urlRequest = request.urlRequest
    urlRequest.timeoutInterval = Self.timeout
    urlRequest.httpShouldHandleCookies = false
    if request.body != .none, !request.headers.contains("Content-Type") {
      // Foundation would label the body as a form. This is what no label means (RFC 9110 section 8.3).
      urlRequest.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    }
    let dataTask =
      body?.dataTask(with: urlRequest, in: session) ?? session.dataTask(with: urlRequest)
    events.keep(task, for: dataTask)
    dataTask.resume()
    return dataTask
  }
}
