/// Something that can be given up: a subscription, a scheduled action, a resource.
///
/// `dispose()` is idempotent and may be called from any thread. When it returns, a subscription delivers
/// nothing more on the calling thread (law 1).
///
/// ```swift
/// let disposable = Disposables.create { print("gone") }
/// disposable.dispose()
/// ```
public protocol Disposable: Sendable {
  /// Gives up what this stands for. Calls after the first do nothing.
  func dispose()
}
