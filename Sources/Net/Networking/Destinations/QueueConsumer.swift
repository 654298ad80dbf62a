import Dispatch
import Foundation

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

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    queue.async { [base] in base.take(chunk, next: next) }
  }
}
