/// A step of a request, for an ``EventMonitor``.
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
/// New versions may add cases. End a `switch` with `default`, so that your code compiles with them; `@unknown default`
/// also warns about existing cases that are missing.
///
/// The order is `started`, then for each attempt `adapted? queued? sent`, the steps of the transfer, and `willRetry` if
/// a policy repeats it. Without `willRetry` an attempt follows one that received another part of a download than the
/// one it asked for, or a stored body that cannot be read. Each redirect within an attempt repeats these steps, with
/// `resent` instead of `sent`. `finished` or `failed` comes last, exactly once. Only `decoded`, once for each
/// serializer, `configuredTooLate`, and what happens on the WebSocket that the request has opened may follow.
///
/// With a cache, `cache` comes before `queued`, and again when a response has been stored or confirmed; what the cache
/// answers has no `sent`. After a `hit`, `stale` or `revalidated`, the steps of the transfer are those of the stored
/// response. The 304 that confirmed it has been reported before, with its own head, and so has the response or the
/// failure (`willFallBack`) that a stale one replaces.
public enum RequestEvent: Sendable {
  // Large associated values are boxed, because each step is copied for each monitor.

  /// The request was started. One that is cancelled before its start is also reported, followed by `failed`.
  case started(RequestDescription)
  /// The interceptors have adapted the request for an attempt or a redirect. Not reported without interceptors.
  case adapted(TransportRequest)
  /// The request waits for a slot.
  case queued(TransportRequest)
  /// An attempt was passed to the transport. The first has number 1.
  case sent(TransportRequest, attempt: Int)
  /// Another request of the same attempt was passed to the transport.
  ///
  /// It follows a redirect, or repeats the request without the conditions of the cache after a 304 that
  /// confirmed nothing.
  case resent(TransportRequest)
  /// The connection of the request, and the times of name lookup, connect and TLS, which are nil for a reused
  /// connection. Transports report it when a transfer ends, but not all do.
  case connection(TransportTimings)
  /// This many bytes of the request body have been sent since the request was last passed to the transport.
  case sentBody(TransferProgress)
  /// The head of an interim response arrived, if the transport reports it.
  case receivedInterim(ResponseHead)
  /// The head of a response arrived.
  case receivedHead(ResponseHead)
  /// This many bytes of the body of this response have arrived, without those that a resumed download already had. For
  /// a redirect it is reported once, before `redirected`.
  case receivedBody(TransferProgress)
  /// The trailer fields of a response arrived, if the transport reports them.
  case receivedTrailers(HTTPHeaders)
  /// A redirect is followed to this request.
  case redirected(ResponseHead, to: TransportRequest)
  /// The request will be retried after the delay.
  indirect case willRetry(NetworkError, after: Duration)
  /// The request failed, is not retried, and a stale stored response is used instead (`stale-if-error`).
  indirect case willFallBack(NetworkError)
  /// What the cache did for the request.
  indirect case cache(CacheEvent)
  /// What happened on the WebSocket that the request opened.
  indirect case webSocket(WebSocketEvent)
  /// The request completed with a valid response.
  indirect case finished(ReceivedResponse, ResponseTimings)
  /// The request failed or was cancelled.
  indirect case failed(NetworkError, ResponseTimings)
  /// A serializer decoded the response to a value of this type, or failed, in this time.
  indirect case decoded(type: String, took: Duration, error: NetworkError?)
  /// The request was configured after its start, by the method with this name. That has no effect.
  case configuredTooLate(String)

  /// What a cache did for a request.
  ///
  /// The reasons use the tokens of RFC 9211, as in a `Cache-Status` field.
  public enum CacheEvent: Sendable, Hashable {
    /// A stored response of this age was used, and is fresh.
    case hit(age: Duration)
    /// A stored response of this age was used, and is stale.
    case stale(age: Duration, CacheReason)
    /// No stored response was used, and the request goes to the network.
    case forwarded(CacheReason)
    /// No stored response was used, and the network may not be asked: the cache made a response with status 504.
    case unavailable(CacheReason)
    /// The network confirmed the stored response (304); it was of this age.
    case revalidated(age: Duration)
    /// The response was stored, and stays fresh for this time.
    case stored(lifetime: Duration)
    /// The response was not stored.
    case refused(CacheReason)
  }

  /// The reason for what a cache did.
  public typealias CacheReason = Net.CacheReason

  /// What happened on a WebSocket (RFC 6455).
  public enum WebSocketEvent: Sendable, Hashable {
    /// The WebSocket is open, with the subprotocol that the server chose.
    case opened(subprotocol: String?)
    /// A message was sent.
    case sent(Message)
    /// A message arrived.
    case received(Message)
    /// A ping was answered after this time.
    case ponged(after: Duration)
    /// The WebSocket was closed by either side. Without a close frame, as when it is lost or cancelled, the code is
    /// 1006.
    case closed(code: Int, reason: String)

    /// A complete message.
    public typealias Message = WebSocketMessage
  }
}
