public import Foundation

/// A step in the life of a request, as an ``EventMonitor`` receives it.
///
/// ```swift
/// switch event {
/// case .sent(let request, let attempt): print("\(request.method) \(request.url), attempt \(attempt)")
/// case .connection(let timings): print(timings.connect ?? .zero)
/// case .failed(let error, _): print(error)
/// default: break
/// }
/// ```
///
/// New versions add cases. End a `switch` with `default`, so that your code compiles with them; `@unknown default` also warns
/// about the cases of today that you left out.
///
/// The order is `started`, and then for each attempt `adapted? queued? sent`, the steps of the transfer, and `willRetry` where
/// another attempt follows; within an attempt, each redirect repeats all of these but `sent`. `finished` or `failed` comes
/// last, exactly once. Only `decoded`, of which there is one for each serializer, and `configuredTooLate` may follow it.
public enum RequestEvent: Sendable {
  /// The request was started.
  case started(RequestDescription)
  /// The interceptors have adapted the request: for an attempt, or for a redirect. Requests without interceptors skip this.
  case adapted(TransportRequest)
  /// It waits for a slot among the requests under way.
  case queued(TransportRequest)
  /// An attempt was handed to the transport; the first is number 1.
  case sent(TransportRequest, attempt: Int)
  /// The connection that the request went over, and how long its name lookup, connect and TLS took; nil where the
  /// connection was reused. Transports know this when a transfer ends, and not all of them do.
  case connection(TransportTimings)
  /// So much of the request body has been sent.
  case sentBody(TransferProgress)
  /// The head of an interim response arrived, where the transport reports it.
  case receivedInterim(ResponseHead)
  /// The head of a response arrived.
  case receivedHead(ResponseHead)
  /// So much of the response body has arrived.
  case receivedBody(TransferProgress)
  /// Fields arrived after the body of a response, where the transport reports them.
  case receivedTrailers(HTTPHeaders)
  /// A redirect is followed to this request.
  case redirected(ResponseHead, to: TransportRequest)
  /// The request will be sent again after the delay.
  case willRetry(NetworkError, after: Duration)
  /// What the cache did for the request.
  case cache(CacheEvent)
  /// What happened on the WebSocket that the request opened.
  case webSocket(WebSocketEvent)
  /// It ended with a response that passed validation.
  case finished(ReceivedResponse, ResponseTimings)
  /// It ended with an error, cancellation included.
  case failed(NetworkError, ResponseTimings)
  /// A serializer turned the response into a value of this type, or failed. It took so long.
  case decoded(type: String, took: Duration, error: NetworkError?)
  /// The request was configured after its start, by the call of this name, which changed nothing.
  case configuredTooLate(String)

  /// What a cache did for a request.
  ///
  /// The reasons have the tokens of RFC 9211, so that they read the same as in a `Cache-Status` field.
  public enum CacheEvent: Sendable, Hashable {
    /// A stored response of this age was used, and is fresh.
    case hit(age: Duration)
    /// A stored response of this age was used, and is stale.
    case stale(age: Duration, CacheReason)
    /// No stored response was used, and the request goes to the network.
    case forwarded(CacheReason)
    /// The network confirmed the stored response (304); it was of this age.
    case revalidated(age: Duration)
    /// The response was stored, and stays fresh for so long.
    case stored(lifetime: Duration)
    /// The response was not stored.
    case refused(CacheReason)
  }

  /// Why a cache did what it did.
  ///
  /// ```swift
  /// if case .cache(.forwarded(.varyMiss)) = event { print("another variant is stored") }
  /// ```
  public struct CacheReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// A short name, in lower case with hyphens.
    public let rawValue: String

    /// Makes a reason of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// The request or the session does not use the cache.
    public static let bypass = CacheReason(rawValue: "bypass")
    /// The method is not one whose responses are stored.
    public static let method = CacheReason(rawValue: "method")
    /// There is nothing stored for the URL.
    public static let uriMiss = CacheReason(rawValue: "uri-miss")
    /// What is stored for the URL is for other fields of the request.
    public static let varyMiss = CacheReason(rawValue: "vary-miss")
    /// The request asks for a validated response.
    public static let request = CacheReason(rawValue: "request")
    /// What is stored is stale.
    public static let stale = CacheReason(rawValue: "stale")
    /// What is stored is a part.
    public static let partial = CacheReason(rawValue: "partial")
    /// The response or the request forbids storing (`no-store`).
    public static let noStore = CacheReason(rawValue: "no-store")
    /// The response is larger than what the cache takes.
    public static let size = CacheReason(rawValue: "size")
    /// The store failed, as a full disk does.
    public static let storage = CacheReason(rawValue: "storage")
    /// The network failed, and a stale response was good enough (`stale-if-error`).
    public static let error = CacheReason(rawValue: "error")
  }

  /// What happened on a WebSocket (RFC 6455).
  public enum WebSocketEvent: Sendable, Hashable {
    /// It is open, with the subprotocol that the server chose.
    case opened(subprotocol: String?)
    /// A message was sent.
    case sent(Message)
    /// A message arrived.
    case received(Message)
    /// A ping of ours was answered after so long.
    case ponged(after: Duration)
    /// It was closed, by either side.
    case closed(code: Int, reason: String)

    /// A message, whole.
    public enum Message: Sendable, Hashable {
      /// Text.
      case text(String)
      /// Bytes.
      case data(Data)

      /// How many bytes it has.
      public var count: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        }
      }
    }
  }
}
