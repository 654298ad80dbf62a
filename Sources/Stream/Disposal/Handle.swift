/// The source's end of a subscription, which can be stopped.
///
/// A class and not a protocol, so that a ``Slot`` can keep one in a single atomic word.
@usableFromInline
class Handle: Disposable, @unchecked Sendable {  // Has no state; a subclass guards its own and says how.
  @inlinable
  init() {}

  @usableFromInline
  func dispose() {}
}

/// Wraps any disposable so that a ``Slot`` can hold it.
@usableFromInline
final class DisposableHandle: Handle, @unchecked Sendable {  // One constant, itself `Sendable`.
  @usableFromInline let disposable: any Disposable

  @inlinable
  init(_ disposable: any Disposable) {
    self.disposable = disposable
  }

  /// Returns the disposable itself if it is a handle, or else a wrapper; nil if there is nothing to dispose of.
  @usableFromInline
  static func of(_ disposable: any Disposable) -> Handle? {
    if type(of: disposable) == EmptyDisposable.self { return nil }
    return (disposable as? Handle) ?? DisposableHandle(disposable)
  }

  override func dispose() { disposable.dispose() }
}
