public import Foundation

/// The interface to the network: a transport sends a request once and reports the response to a receiver.
///
/// All higher features (validation, retries, redirects, authentication, timeouts, decoding) work over any transport. To
/// write your own, implement one method and a cancellable task; see <doc:WritingATransport> for a complete example. To
/// wrap another transport and change what passes through it, conform to ``TransportWrapper``.
///
/// A transport must not follow redirects, retry, or store cookies and responses.
public protocol Transport: Sendable {
  /// Whether the transport undoes the content encodings of bodies. The default is true.
  ///
  /// A session stores encoded and decoded bodies separately in its cache. A ``TransportWrapper`` has the value of the
  /// transport that it wraps.
  var decodesBodies: Bool { get }

  /// Returns a task that sends the request. Nothing happens before ``TransportTask/resume()``.
  ///
  /// The task retains the receiver until it has ended.
  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask
}

extension Transport {
  /// True: chunks of bodies have no content encoding.
  public var decodesBodies: Bool { true }
}

/// A type that receives the events of one task: serially, on any thread, without any lock of the transport held.
///
/// A receiver may block. The transports of this package meanwhile continue with other tasks on other threads. Your own
/// transport should do the same, unless it responds on the caller's thread.
public protocol TransportReceiver: Sendable {
  /// Called with each event. See ``TransportEvent`` for their order.
  func receive(_ event: TransportEvent)
}

/// An event of a task.
///
/// The order is `sent* interim* head? body* trailers? (finished | failed)`. The last comes exactly once and
/// ends the events. Interim responses and `sent` may alternate.
public enum TransportEvent: Sendable {
  /// The total number of request body bytes sent so far.
  case sent(bytes: Int64)
  /// The head of an interim response (RFC 9110 section 15.2), if the transport reports them. It is never a 101.
  case interim(ResponseHead)
  /// The head of the final response, never an interim one nor a 101, which no such request asks for.
  case head(ResponseHead)
  /// A chunk of the response body, which is not empty, with content encodings undone if ``Transport/decodesBodies``.
  case body(Data)
  /// The trailer fields after the body (RFC 9110 section 6.5), if there are any and the transport reports them.
  case trailers(HTTPHeaders)
  /// The transport followed a redirect with this head, because its networking library does so unconditionally.
  case redirect(ResponseHead)
  /// The response is complete.
  case finished(TransportTimings)
  /// The task failed in this phase. After ``TransportTask/cancel()`` the error is a `CancellationError`.
  case failed(any Error, phase: TransportPhase)
}

/// A request in progress.
///
/// All methods are idempotent and may be called from any thread at any time, even from the receiver.
public protocol TransportTask: Sendable {
  /// Starts sending the request.
  func resume()
  /// Pauses the body until ``proceed()``. If the transport supports back-pressure, the sender has to wait. Otherwise
  /// the transport buffers up to a limit, beyond which the task fails.
  func pause()
  /// Resumes the body after ``pause()``.
  func proceed()
  /// Closes the connection. The receiver still gets its last event, unless it has received it already.
  func cancel()
}
