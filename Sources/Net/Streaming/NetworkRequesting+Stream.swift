public import Dispatch
public import Foundation

/// An event of a streamed response.
///
/// The order is `head* chunk* complete`, and the last comes exactly once.
public enum ResponseStreamEvent: Sendable {
  /// A response with an acceptable status begins.
  ///
  /// It is delivered at once, also if the body comes much later. If the connection is lost before the first chunk and the
  /// request is retried, the next response begins with its own head. The chunks belong to the last head.
  case head(ResponseHead)
  /// The next chunk of the body.
  case chunk(Data)
  /// The request has ended, successfully or with an error.
  case complete(DataResponse<Void>)
}

extension NetworkRequesting {
  /// Starts the request and calls the handler with each chunk of the response body as it arrives.
  ///
  /// ```swift
  /// network.get("log").responseStream(queue: parsing) { event in
  ///   switch event {
  ///   case .head(let head): print(head.status)
  ///   case .chunk(let data): parse(data)
  ///   case .complete(let response): print(response.result)
  ///   }
  /// }
  /// ```
  ///
  /// The next event is delivered when the handler has returned. Chunks that arrive in between are buffered. A consumer
  /// that needs longer than its handler runs should be a ``BodyConsumer``; `for try await` over ``chunks(buffer:)``
  /// waits automatically.
  ///
  /// Only the body of an acceptable response is streamed. The status is validated when the head is received, the
  /// content type with the first byte. Custom rules run before the first chunk and do not see a body. Of the body
  /// of a rejected response, up to 64 KiB that arrive within 5 s are in ``NetworkError/data``; then the connection is
  /// closed. A request is only retried before its first chunk was delivered. Until its end, the response occupies a slot
  /// of ``SessionConfiguration/maximumConcurrentRequests``.
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler. Nil means the session's callback queue.
  ///   - buffer: The buffer for chunks that arrive faster than they are consumed.
  ///   - handler: Called with each event. After ``cancel()`` the next event is the last.
  /// - Returns: The request itself, so that calls can be chained.
  @discardableResult
  public func responseStream(
    queue: DispatchQueue? = nil, buffer: StreamBuffer = .backPressure(),
    handler: @escaping @Sendable (ResponseStreamEvent) -> Void
  ) -> Self {
    responseStream(delivery: queue.map { .queue($0) } ?? .callbackQueue, buffer: buffer, handler: handler)
  }

  /// Starts the request and calls the handler at this delivery with each chunk of the response body.
  @discardableResult
  public func responseStream(
    delivery: ResponseDelivery, buffer: StreamBuffer = .backPressure(),
    handler: @escaping @Sendable (ResponseStreamEvent) -> Void
  ) -> Self {
    stream(to: HandlerConsumer(handler), buffer: buffer, delivery: delivery, call: "responseStream") {
      handler(.complete($0))
    }
  }

  /// Starts the request, passes its body to the consumer, and reports how it ended.
  ///
  /// - `isEventStream`: Whether server-sent events are read, so that the response may stay open for ever.
  @discardableResult
  package func stream(
    to consumer: any BodyConsumer, buffer: StreamBuffer, delivery: ResponseDelivery, call: String,
    isEventStream: Bool = false, completionHandler: @escaping @Sendable (DataResponse<Void>) -> Void
  ) -> Self {
    _ = configure(as: call) { description in
      description.destination = .consumer(consumer, buffer: buffer, delivery: delivery)
      if isEventStream { description.isEventStream = true }
    }
    guard case .consumer(let taken, _, _) = requestDescription.destination, taken === consumer else {
      return response(delivery: delivery, responseSerializer: .void) { response in
        var response = response
        // A failure, such as a cancellation before the start, stays as it is.
        response.result = response.result.flatMap { .failure(NetworkError(.transfer(.alreadyStarted))) }
        completionHandler(response)
      }
    }
    return response(delivery: delivery, responseSerializer: .void, completionHandler: completionHandler)
  }
}

/// Passes chunks to a closure.
///
/// The next chunk is delivered when the closure has returned.
private final class HandlerConsumer: BodyConsumer {
  private let handler: @Sendable (ResponseStreamEvent) -> Void

  init(_ handler: @escaping @Sendable (ResponseStreamEvent) -> Void) { self.handler = handler }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    handler(.head(head))
    next()
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    handler(.chunk(chunk))
    next()
  }
}
