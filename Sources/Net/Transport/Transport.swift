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

/// What happens to a task: `sent* head? body* (finished | failed)`, the last exactly once and nothing after.
public enum TransportEvent: Sendable {
  /// So many bytes of the request body have been sent, in all.
  case sent(bytes: Int64)
  /// The head of the final response; interim (1xx) ones are not told.
  case head(ResponseHead)
  /// A piece of the response body, not empty, content encodings already undone.
  case body(Data)
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

/// How long the steps of a task took, as far as the transport knows.
public struct TransportTimings: Sendable, Hashable {
  /// Finding the address of the host.
  public var nameLookup: Duration?
  /// Opening the connection.
  public var connect: Duration?
  /// Agreeing on TLS.
  public var secureConnection: Duration?

  /// Makes timings.
  public init(nameLookup: Duration? = nil, connect: Duration? = nil, secureConnection: Duration? = nil) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.secureConnection = secureConnection
  }
}
