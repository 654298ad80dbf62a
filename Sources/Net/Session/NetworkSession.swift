/// The network itself: makes requests and sends them over a transport.
///
/// A program makes one, or one for each service, and hands it on as `any Networking`; a test hands on a mock.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.baseURL = URL(string: "https://api.example.com/")
/// configuration.interceptors = [RetryPolicy()]
/// let network: any Networking = NetworkSession(configuration: configuration)
///
/// network.get("user").responseObject(of: User.self) { response in print(response.result) }
/// ```
///
/// A request ends exactly once, whatever races; cancelling it closes its connection at once. Redirects are
/// followed here, not in the transport (RFC 9110 section 15.4), and all waiting is done by the timer. A request that runs
/// keeps what it needs of its session; once it has ended, nothing is kept.
///
/// What a session calls (validation, serializers, policies, monitors), it calls one at a time per request, in order, on a thread
/// of the transport, of the timer or of the caller, and completion handlers on the queue they name. Any of them may block: over
/// ``URLSessionTransport``, ``DispatchTimer`` and, on Linux, `CurlTransport` that delays its own request alone, and the idle
/// timeout does not count meanwhile. Decoding a body, and writing and hashing a file, are such work, too. Each transport has
/// threads for 128 closures that block at once.
public final class NetworkSession: Networking {
  private let parts: SessionParts
  private let lastNumber = Lock(0)

  /// What all its requests have in common.
  public var configuration: SessionConfiguration { parts.configuration }

  /// What timeouts, retries and reconnections wait by.
  public var timer: any NetworkTimer { parts.timer }

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - configuration: What all requests have in common.
  ///   - transport: What sends them: ``PlatformTransport``, or one of your own.
  ///   - timer: What timeouts and retries wait by.
  public init(
    configuration: SessionConfiguration = SessionConfiguration(),
    transport: any Transport = PlatformTransport.standard(), timer: any NetworkTimer = DispatchTimer()
  ) {
    parts = SessionParts(configuration: configuration, transport: transport, timer: timer)
  }

  /// Makes a request of the description.
  ///
  /// Nothing is sent before it is started.
  public func request(_ description: RequestDescription) -> any NetworkRequesting {
    ExchangeRequest(description, exchange: makeExchange(), callbackQueue: parts.configuration.callbackQueue)
  }

  /// Makes the back half of a request.
  package func makeExchange() -> any Exchange {
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    return SessionExchange(RequestID(number: number), parts: parts)
  }
}
