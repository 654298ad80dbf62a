public import Dispatch
public import Foundation

/// An event of a streamed response.
///
/// The order is `head* chunk* complete`, and the last comes exactly once.
public enum ResponseStreamEvent: Sendable {
  /// A response with an acceptable status begins.
  ///
  /// It is delivered at once, even if the body comes much later. If the connection is lost before the first chunk and
  /// the request is retried, the next response begins with its own head. The chunks belong to the last head.
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
  /// closed. A request is only retried before its first chunk was delivered. Until its end, the response occupies a
  /// slot of ``SessionConfiguration/maximumConcurrentRequests``.
  ///
  /// A body is received once. If another call has started the request, `complete` follows at once, with
  /// ``TransferFailure/alreadyStarted`` or, after its end, with its failure. Serializers of the same request that read
  /// a body fail after a stream in the same way.
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
  /// - `isEventStream`: Whether server-sent events are read, so that the response may stay open forever.
  @discardableResult
  package func stream(
    to consumer: any BodyConsumer, buffer: StreamBuffer, delivery: ResponseDelivery, call: String,
    isEventStream: Bool = false, completionHandler: @escaping @Sendable (DataResponse<Void>) -> Void
  ) -> Self {
    let isOwn = claimBody(
      for: consumer, buffer: buffer, delivery: delivery, call: call, isEventStream: isEventStream)
    return startStream(isOwn: isOwn, delivery: delivery, completionHandler: completionHandler)
  }

  /// Makes the consumer the destination of the body; returns false if the request has been started or cancelled.
  func claimBody(
    for consumer: any BodyConsumer, buffer: StreamBuffer, delivery: ResponseDelivery, call: String,
    isEventStream: Bool
  ) -> Bool {
    claimBody(as: call) { description in
      description.destination = .consumer(consumer, buffer: buffer, delivery: delivery)
      if isEventStream { description.isEventStream = true }
    }
  }

  /// Starts the request if its body is the caller's, and reports how it ended, or that another call receives the body.
  @discardableResult
  func startStream(
    isOwn: Bool, delivery: ResponseDelivery,
    completionHandler: @escaping @Sendable (DataResponse<Void>) -> Void
  ) -> Self {
    guard isOwn else {
      return response(
        delivery: delivery, responseSerializer: AlreadyStartedSerializer(),
        completionHandler: completionHandler)
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
