public import Dispatch

/// A request: configured first, started by the first `response…` call or by ``resume()``, ended exactly once.
///
/// ```swift
/// network.get("https://api.example.com/user")
///   .validate(statusCode: [200, 203])
///   .responseObject(of: User.self) { response in print(response.result) }
/// ```
///
/// `validate`, `retry`, `timeout`, `progress` and their like come before the start. Afterwards they change nothing: the
/// session's monitors are told, and a mock fails the test. Further `response…` calls share the one exchange.
///
/// Every completion handler is called exactly once, after ``cancel()`` too, and never inside the call that
/// registers it unless the request has already ended or its network answers inline.
public protocol NetworkRequesting: AnyObject, Sendable {
  /// What the caller said about the request.
  var requestDescription: RequestDescription { get }
  /// The request as it last went to the transport; nil before the first attempt.
  var request: TransportRequest? { get }
  /// The head of the response, once it has arrived.
  var response: ResponseHead? { get }
  /// How far the request has come.
  var state: RequestState { get }
  /// A `curl` command that sends the same request, quoted for a shell, secrets left out.
  var cURLDescription: String { get }

  /// Changes what was said about the request: the one way to anything that has no method of its own. The parts that
  /// the change leaves alone stay as they were.
  ///
  /// - Parameters:
  ///   - call: The call that this is part of, for those who are told when it comes too late.
  ///   - change: The change. It may be made more than once where several threads configure the request.
  @discardableResult
  func configure(as call: String, _ change: @Sendable (inout RequestDescription) -> Void) -> Self

  /// Reports how much of the response body has arrived. Without a queue, where the transport delivers.
  @discardableResult
  func progress(
    queue: DispatchQueue?, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self

  /// Reports how much of the request body has been sent. Without a queue, where the transport delivers.
  ///
  /// It never falls and never exceeds its total, which is known for all bodies but streams without a length. A body that
  /// is sent again, for a redirect or a retry, is reported once it has come further than before.
  @discardableResult
  func uploadProgress(
    queue: DispatchQueue?, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self

  /// Tells of the head of the response as it arrives, before the body, where the transport delivers.
  @discardableResult
  func onHTTPResponse(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> Self

  /// Starts the request unless it has started, and hands the serialized response to the completion handler.
  @discardableResult
  func response<Serializer: ResponseSerializer>(
    delivery: ResponseDelivery, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self

  /// Starts the request unless it has started.
  @discardableResult
  func resume() -> Self

  /// Ends the request with ``NetworkError/Reason/cancelled``, once, from any thread. The connection is
  /// closed; no retry follows. After the end it does nothing.
  func cancel()
}

/// How far a request has come.
public enum RequestState: Sendable, Hashable {
  /// Made, and still open to configuration.
  case ready
  /// Started: sealed, and under way.
  case running
  /// Ended by an answer or a failure.
  case finished
  /// Ended by ``NetworkRequesting/cancel()``.
  case cancelled
}

/// Where a completion handler is called.
///
/// ```swift
/// request.response(delivery: .queue(parsing), responseSerializer: .data) { response in parse(response) }
/// ```
///
/// Completion handlers go to the callback queue unless they name another; `await` and streams are delivered
/// inline.
public enum ResponseDelivery: Sendable {
  /// On the session's callback queue, `.main` unless the session says otherwise.
  case callbackQueue
  /// On this queue.
  case queue(DispatchQueue)
  /// Where the transport delivers, without a hop, one call at a time per request.
  case inline
}
