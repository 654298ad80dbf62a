import Dispatch
import Foundation

/// Calls a consumer on a queue.
final class QueueConsumer: DecodingConsumer {
  private let base: any BodyConsumer
  private let queue: DispatchQueue
  private let endedAtOnce: @Sendable () -> Bool

  /// Creates a consumer that calls another one on the queue, unless the request has been ended at once before
  /// that.
  init(_ base: any BodyConsumer, on queue: DispatchQueue, unless endedAtOnce: @escaping @Sendable () -> Bool)
  {
    self.base = base
    self.queue = queue
    self.endedAtOnce = endedAtOnce
  }

  func prepare(for response: ReceivedResponse) {
    (base as? any DecodingConsumer)?.prepare(for: response)
  }

  var failure: NetworkError? { (base as? any DecodingConsumer)?.failure }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    queue.async { [base, endedAtOnce] in if !endedAtOnce() { base.begin(head, next: next) } }
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    queue.async { [base, endedAtOnce] in if !endedAtOnce() { base.take(chunk, next: next) } }
  }

  func finish(next: @escaping @Sendable () -> Void) {
    guard let base = base as? any DecodingConsumer else { return next() }
    queue.async { [endedAtOnce] in if !endedAtOnce() { base.finish(next: next) } }
  }
}
