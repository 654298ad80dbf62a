public import Foundation

/// Takes the body of a response piece by piece, each when it is ready for it.
///
/// ```swift
/// final class LineCounter: BodyConsumer {
///   let count = Mutex(0)
///
///   func take(_ piece: Data, next: @escaping @Sendable () -> Void) {
///     count.withLock { $0 += piece.count { $0 == 0x0A } }
///     next()
///   }
/// }
/// ```
///
/// What it is called for comes one at a time: nothing more before it has called `next`, inside the call or later, from
/// any thread; a second call does nothing. What arrives meanwhile is kept as the ``StreamBuffer`` says. So not to call
/// `next` yet is how a consumer says that it has enough for now, and one that never calls it leaves its request open
/// until it is cancelled or its total timeout is over.
///
/// Only the body of an acceptable response comes here. How the request ended is told by its completion handlers, after
/// the last piece was taken. Once a request has been cancelled or is out of its total time nothing more comes.
public protocol BodyConsumer: AnyObject, Sendable {
  /// A response with an acceptable status begins; once, unless an attempt that has given no piece is retried.
  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void)
  /// The next piece of the body, not empty, content encodings undone.
  func take(_ piece: Data, next: @escaping @Sendable () -> Void)
}

extension BodyConsumer {
  /// Goes on.
  public func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) { next() }
}
