public import Foundation

/// A type that receives the body of a response in chunks, at its own pace.
///
/// ```swift
/// final class LineCounter: BodyConsumer {
///   let count = Mutex(0)
///
///   func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
///     count.withLock { $0 += chunk.count { $0 == 0x0A } }
///     next()
///   }
/// }
/// ```
///
/// Methods are called one at a time. The next call comes after the consumer has called `next`, during the method or
/// later, from any thread. A second call of `next` has no effect. Chunks that arrive in between are buffered as the
/// ``StreamBuffer`` says. To apply back-pressure, delay calling `next`. A consumer that never calls it keeps its
/// request open until it is cancelled or its total timeout expires.
///
/// Only the body of an acceptable response is delivered. The completion handlers report how the request ended, after
/// the last chunk was taken. After a cancellation or the total timeout no further method is called.
public protocol BodyConsumer: AnyObject, Sendable {
  /// Called when a response with an acceptable status begins. It is called once, unless an attempt is retried before
  /// its first chunk was delivered.
  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void)
  /// Called with the next chunk of the body, which is not empty, with content encodings undone.
  func take(_ chunk: Data, next: @escaping @Sendable () -> Void)
}

extension BodyConsumer {
  /// Calls `next`, so that the first chunk can be delivered.
  public func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) { next() }
}
