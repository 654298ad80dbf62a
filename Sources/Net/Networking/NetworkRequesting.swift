public import Dispatch

/// A request.
///
/// It is configured first, started by the first `response…` method or by ``resume()``, and ends exactly once.
///
/// ```swift
/// network.get("https://api.example.com/user")
///   .validate(statusCode: [200, 203])
///   .responseObject(as: User.self) { response in print(response.result) }
/// ```
///
/// Call `validate`, `retry`, `timeout`, `progress` and similar methods before the start. A later call has no effect:
/// the session's monitors are notified, and a mock fails the test. Further `response…` calls share the same exchange.
///
/// Every completion handler is called exactly once, even after ``cancel()``. It is not called before the method that
/// registers it returns, unless the request has already ended or its network responds synchronously.
public protocol NetworkRequesting: AnyObject, Sendable {
  /// The description of the request.
  ///
  /// At its end, a request releases its handlers, custom rules, interceptors, ``BodyConsumer``, and the
  /// closures of redirects and destinations, so that a reference to the request does not keep them in memory.
  /// Its streams and the values for its encoder are released, too, and cannot be encoded again. Only the
  /// decoder remains, for handlers that are added later.
  var requestDescription: RequestDescription { get }
  /// The last request that was passed to the transport, or nil before the first attempt.
  var request: TransportRequest? { get }
  /// The head of the response, or nil before it is received.
  var response: ResponseHead? { get }
  /// The current state.
  var state: RequestState { get }
  /// A `curl` command that sends the same request, quoted for a shell, without secrets.
  var cURLDescription: String { get }

  /// Changes the description of the request. Use it for everything that has no dedicated method. Parts that the closure
  /// does not change stay as they are.
  ///
  /// - Parameters:
  ///   - call: The name of the calling method, which is reported if the call comes too late.
  ///   - change: The change. It may be called more than once if several threads configure the request.
  /// - Returns: The request itself, so that calls can be chained.
  func configure(as call: String, _ change: @Sendable (inout RequestDescription) -> Void) -> Self

  /// Reports how much of the response body has been received.
  ///
  /// With ``ResponseDelivery/inline`` the handler is called on a thread of the transport. It may block, which delays
  /// only this request.
  func progress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self

  /// Reports how much of the request body has been sent.
  ///
  /// With ``ResponseDelivery/inline`` the handler is called on a thread of the transport. It may block, which delays
  /// only this request.
  ///
  /// The number never decreases and never exceeds the total, which is known except for streams without a length. If the
  /// body is sent again after a redirect or for a retry, the next report comes when it exceeds the previous maximum. An
  /// empty body is reported once, as 0 of 0 bytes.
  func uploadProgress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self

  /// Calls the handler with the head of the response when it is received, before the body.
  ///
  /// The handler is called on a thread of the transport. It may block, which delays only this request.
  func onHTTPResponse(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> Self

  /// Starts the request if necessary and calls the completion handler with the serialized response.
  @discardableResult
  func response<Serializer: ResponseSerializer>(
    delivery: ResponseDelivery, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self

  /// Starts the request if it has not been started.
  @discardableResult
  func resume() -> Self

  /// Ends the request with ``NetworkError/Reason/cancelled``, once, from any thread. The connection is closed, and
  /// there is no retry. Cancelling a request that has ended has no effect.
  func cancel()
}

/// The state of a request.
public enum RequestState: Sendable, Hashable {
  /// The request can still be configured.
  case ready
  /// The request has been started and can no longer be configured.
  case running
  /// The request has ended with a response or an error.
  case finished
  /// The request was cancelled with ``NetworkRequesting/cancel()``.
  case cancelled
}

/// Where a completion handler is called.
///
/// ```swift
/// request.response(delivery: .queue(parsing), responseSerializer: .data) { response in parse(response) }
/// ```
///
/// Completion handlers are called on the callback queue unless they specify another queue. `await` and streams are
/// delivered inline.
public enum ResponseDelivery: Sendable {
  /// On the session's callback queue, which is `.main` by default.
  case callbackQueue
  /// On this queue.
  case queue(DispatchQueue)
  /// On the thread that completes the request, usually one of the transport's, without a thread switch.
  ///
  /// There is one call at a time per request. A handler may block, which delays only this request, unless so many block
  /// that the transport has no more threads; see ``NetworkSession``.
  case inline

  /// Returns the queue, or nil for the thread that completes the request.
  ///
  /// `callbackQueue` is that of the session.
  func queue(_ callbackQueue: DispatchQueue?) -> DispatchQueue? {
    switch self {
    case .callbackQueue: callbackQueue
    case .queue(let queue): queue
    case .inline: nil
    }
  }
}
