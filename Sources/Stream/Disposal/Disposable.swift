/// Something that can be disposed of: a subscription, a scheduled action, or a resource.
///
/// `dispose()` is idempotent and may be called from any thread. When it returns, a subscription delivers
/// nothing more on the calling thread (law 1).
///
/// ```swift
/// let disposable = Disposables.create { print("gone") }
/// disposable.dispose()
/// ```
public protocol Disposable: Sendable {
  /// Ends the subscription, cancels the action or releases the resource. Further calls do nothing.
  func dispose()
}
