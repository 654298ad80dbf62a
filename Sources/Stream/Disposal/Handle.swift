/// The other end of a subscription: what can be told to stop.
///
/// A class and not a protocol, so that a ``Slot`` can keep one in a single atomic word.
@usableFromInline
class Handle: Disposable, @unchecked Sendable {  // Has no state; a subclass guards its own and says how.
  @inlinable
  init() {}

  @usableFromInline
  func dispose() {}
}

/// Lets any disposable stand in a ``Slot``.
@usableFromInline
final class DisposableHandle: Handle, @unchecked Sendable {  // One constant, itself `Sendable`.
  @usableFromInline let disposable: any Disposable

  @inlinable
  init(_ disposable: any Disposable) {
    self.disposable = disposable
  }

  /// The handle that the disposable is, or one made for it; nil when there is nothing to dispose.
  @usableFromInline
  static func of(_ disposable: any Disposable) -> Handle? {
    if type(of: disposable) == EmptyDisposable.self { return nil }
    return (disposable as? Handle) ?? DisposableHandle(disposable)
  }

  override func dispose() { disposable.dispose() }
}
