import Dispatch
import Foundation

/// Calls a consumer on a queue.
final class QueueConsumer: DecodingConsumer {
  private let base: any BodyConsumer
  private let queue: DispatchQueue
  private let isCancelled: @Sendable () -> Bool

  /// Creates a consumer that calls another one on the queue, unless the request has been cancelled by then.
  init(_ base: any BodyConsumer, on queue: DispatchQueue, isCancelled: @escaping @Sendable () -> Bool) {
    self.base = base
    self.queue = queue
    self.isCancelled = isCancelled
  }

  func prepare(for response: ReceivedResponse) {
    (base as? any DecodingConsumer)?.prepare(for: response)
  }

  var failure: NetworkError? { (base as? any DecodingConsumer)?.failure }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    queue.async { [base, isCancelled] in if !isCancelled() { base.begin(head, next: next) } }
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    queue.async { [base, isCancelled] in if !isCancelled() { base.take(chunk, next: next) } }
  }

  func finish(next: @escaping @Sendable () -> Void) {
    guard let base = base as? any DecodingConsumer else { return next() }
    queue.async { [isCancelled] in if !isCancelled() { base.finish(next: next) } }
  }
}
