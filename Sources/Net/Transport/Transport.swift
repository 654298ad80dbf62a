public import Foundation

/// The one seam to the wire: sends one request, once, and tells one receiver what comes back.
///
/// Everything above (validation, retry, redirects, authentication, timeouts, decoding) works over any
/// transport. Yours needs one method, and a task that can be cancelled; <doc:WritingATransport> shows a whole
/// one. A transport may also stand around another, and change what passes:
///
/// ```swift
/// struct TracingTransport: Transport {
///   let base: any Transport
///
///   func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
///     var request = request
///     request.headers.update(name: "X-Trace", value: UUID().uuidString)
///     return base.task(for: request, receiver: receiver)
///   }
/// }
/// ```
///
/// A transport never follows redirects of its own accord, never retries, stores no cookies and no responses.
public protocol Transport: Sendable {
  /// Makes a task that sends the request. Nothing happens before ``TransportTask/resume()``.
  ///
  /// The task keeps the receiver until it has ended.
  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask
}

/// Receives the events of one task: serially, on any thread, outside all locks of the transport.
public protocol TransportReceiver: Sendable {
  /// Called for each event; see ``TransportEvent`` for their order.
  func receive(_ event: TransportEvent)
}

/// What happens to a task: `sent* interim* head? body* trailers? (finished | failed)`, the last exactly once and
/// nothing after. Interim responses may come between what is sent, and the other way round.
public enum TransportEvent: Sendable {
  /// So many bytes of the request body have been sent, in all.
  case sent(bytes: Int64)
  /// The head of an interim response (RFC 9110 section 15.2), where the transport tells of them: never of a 101.
  case interim(ResponseHead)
  /// The head of the final response, never an interim one.
  case head(ResponseHead)
  /// A piece of the response body, not empty, content encodings already undone.
  case body(Data)
  /// The fields that followed the body (RFC 9110 section 6.5), where there were any and the transport tells of them.
  case trailers(HTTPHeaders)
  /// The transport, which could not be kept from it, followed a redirect that this head announced.
  case redirect(ResponseHead)
  /// The response is complete.
  case finished(TransportTimings)
  /// It failed in this phase. After ``TransportTask/cancel()`` the error is a `CancellationError`.
  case failed(any Error, phase: TransportPhase)
}

/// One request on its way.
///
/// All calls are idempotent, allowed from any thread at any moment, also from inside the receiver.
public protocol TransportTask: Sendable {
  /// Sends the request.
  func resume()
  /// Asks for no more body until ``proceed()``: back-pressure where the transport has it. Elsewhere it bounds
  /// a buffer, whose overflow fails the task.
  func pause()
  /// Takes up the body again.
  func proceed()
  /// Closes the connection. The receiver still gets its one last event, unless it had it already.
  func cancel()
}
