public import Dispatch
public import Foundation

/// What happens to a streamed response: `head? piece* complete`, the last exactly once.
public enum ResponseStreamEvent: Sendable {
  /// A response with an acceptable status begins.
  case head(ResponseHead)
  /// The next piece of the body, as it arrived.
  case piece(Data)
  /// The request has ended, well or not.
  case complete(DataResponse<Void>)
}

extension NetworkRequesting {
  /// Starts the request, and hands the body of its response to the handler piece by piece, as it arrives.
  ///
  /// ```swift
  /// network.get("log").responseStream(queue: parsing) { event in
  ///   switch event {
  ///   case .head(let head): print(head.status)
  ///   case .piece(let data): parse(data)
  ///   case .complete(let response): print(response.result)
  ///   }
  /// }
  /// ```
  ///
  /// Each event is handed over when the handler is done with the one before; what arrives meanwhile is kept as the
  /// buffer says. A consumer that is ready later than it returns is a ``BodyConsumer``; `for try await` over
  /// ``pieces(buffer:)`` does that by itself.
  ///
  /// Only an acceptable response is streamed. Its status is looked at as the head arrives and its content type with the
  /// first byte; custom rules are asked before the first piece, and see no body. Of a refused response up to 64 KiB are
  /// kept in ``NetworkError/data``. A request is retried only as long as no piece has been handed over.
  ///
  /// - Parameters:
  ///   - queue: Where the handler is called; nil is the session's callback queue.
  ///   - buffer: What becomes of what comes faster than it is taken.
  ///   - handler: Called for each event. ``cancel()`` makes the next one the last.
  @discardableResult
  public func responseStream(
    queue: DispatchQueue? = nil, buffer: StreamBuffer = .backPressure(),
    handler: @escaping @Sendable (ResponseStreamEvent) -> Void
  ) -> Self {
    responseStream(delivery: queue.map { .queue($0) } ?? .callbackQueue, buffer: buffer, handler: handler)
  }

  /// Starts the request, and hands the body of its response to the handler piece by piece, where the delivery says.
  @discardableResult
  public func responseStream(
    delivery: ResponseDelivery, buffer: StreamBuffer = .backPressure(),
    handler: @escaping @Sendable (ResponseStreamEvent) -> Void
  ) -> Self {
    stream(to: HandlerConsumer(handler), buffer: buffer, delivery: delivery, call: "responseStream") {
      handler(.complete($0))
    }
  }

  /// Starts the request with its body going to the consumer, and tells how it ended.
  @discardableResult
  package func stream(
    to consumer: any BodyConsumer, buffer: StreamBuffer, delivery: ResponseDelivery, call: String,
    completionHandler: @escaping @Sendable (DataResponse<Void>) -> Void
  ) -> Self {
    if state != .cancelled {
      configure(as: call) { $0.destination = .consumer(consumer, buffer: buffer, delivery: delivery) }
    }
    guard case .consumer(let taken, _, _) = requestDescription.destination, taken === consumer else {
      return response(delivery: delivery, responseSerializer: .void) { response in
        var response = response
        response.result = response.result.flatMap { .failure(NetworkError(.transfer(.alreadyStarted))) }
        completionHandler(response)
      }
    }
    return response(delivery: delivery, responseSerializer: .void, completionHandler: completionHandler)
  }
}

/// Hands pieces to a closure, which is ready for the next one as it returns.
private final class HandlerConsumer: BodyConsumer {
  private let handler: @Sendable (ResponseStreamEvent) -> Void

  init(_ handler: @escaping @Sendable (ResponseStreamEvent) -> Void) { self.handler = handler }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    handler(.head(head))
    next()
  }

  func take(_ piece: Data, next: @escaping @Sendable () -> Void) {
    handler(.piece(piece))
    next()
  }
}

/// Calls a consumer on a queue.
final class QueueConsumer: DecodingConsumer {
  private let base: any BodyConsumer
  private let queue: DispatchQueue

  init(_ base: any BodyConsumer, on queue: DispatchQueue) {
    self.base = base
    self.queue = queue
  }

  func prepare(for response: ReceivedResponse) {
    (base as? any DecodingConsumer)?.prepare(for: response)
  }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    queue.async { [base] in base.begin(head, next: next) }
  }

  func take(_ piece: Data, next: @escaping @Sendable () -> Void) {
    queue.async { [base] in base.take(piece, next: next) }
  }
}
