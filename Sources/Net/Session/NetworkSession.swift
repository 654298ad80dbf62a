public import Dispatch

/// The network: creates requests and sends them with a transport.
///
/// An app creates one session, or one per service, and passes it on as `any Networking`. Tests pass a mock instead.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.baseURL = URL(string: "https://api.example.com/")
/// configuration.interceptors = [RetryPolicy()]
/// let network: any Networking = NetworkSession(configuration: configuration)
///
/// network.get("user").responseObject(as: User.self) { response in print(response.result) }
/// ```
///
/// A request completes exactly once. Cancelling it closes its connection immediately. The session, not the transport,
/// follows redirects (RFC 9110 section 15.4), and all waiting uses the timer. A running request retains what it needs
/// of its session, and releases it when it has ended. ``cancelAll()`` cancels all running requests, and ``finish()``
/// waits for them.
///
/// A session calls the closures and policies of a request (validation, serializers, interceptors, monitors)
/// one at a time and in order. They run on a thread of the transport, the timer or the caller, and completion
/// handlers on their queue. Any of them may block: with ``URLSessionTransport``, ``DispatchTimer`` and, on
/// Linux, `CurlTransport`, that delays only its own request, and the idle timeout does not count meanwhile.
/// This includes decoding a body, and writing and hashing a file. Each transport has threads for 128 closures
/// that block at the same time.
public final class NetworkSession: Networking {
  let parts: SessionParts

  /// The settings that all requests share.
  public var configuration: SessionConfiguration { parts.configuration }

  /// The timer for timeouts, retries and reconnections.
  public var timer: any NetworkTimer { parts.timer }

  /// The queue of completion handlers that name none, as the configuration says.
  public var callbackQueue: DispatchQueue? { configuration.callbackQueue }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - configuration: The settings that all requests share.
  ///   - transport: The transport that sends the requests: that of ``PlatformTransport``, or your own.
  ///   - timer: The timer for timeouts and retries.
  public init(
    configuration: SessionConfiguration = SessionConfiguration(),
    transport: any Transport = PlatformTransport.standard(), timer: any NetworkTimer = DispatchTimer()
  ) {
    parts = SessionParts(configuration: configuration, transport: transport, timer: timer)
  }

  /// Creates a request from the description.
  ///
  /// Nothing is sent before it is started.
  public func request(_ description: RequestDescription) -> any NetworkRequesting {
    sessionRequest(description)
  }

  /// Creates a request, for a network that wraps the requests of a session.
  package func sessionRequest(_ description: RequestDescription) -> any SessionRequest {
    ExchangeRequest(
      description, exchange: SessionExchange(parts.nextID(), parts: parts),
      callbackQueue: parts.configuration.callbackQueue)
  }
}

extension NetworkSession: RedactingNetwork {
  package var redaction: Redaction { configuration.redaction }
}

extension NetworkSession: CustomReflectable {
  /// The configuration, redacted by its ``SessionConfiguration/redaction``.
  public var customMirror: Mirror { Mirror(redacted: self, ["configuration": configuration]) }
}
