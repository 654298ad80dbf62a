/// The source's end of a subscription, which can be stopped.
///
/// A class and not a protocol, so that a ``Slot`` can keep one in a single atomic word.
@usableFromInline
class Handle: EndingDisposable, @unchecked Sendable {  // Has no state; subclasses guard their own.
  @inlinable
  init() {}

  @usableFromInline
  func dispose() {}

  var isSpent: Bool { false }
}

/// A disposable that knows whether anything is left to dispose of, so that collections of disposables can drop it.
protocol EndingDisposable: Disposable {
  /// Whether it holds nothing any more, and never will.
  ///
  /// It is read with a lock held, so it takes no lock that is held while other code is called.
  var isSpent: Bool { get }
}

extension Disposable {
  /// Whether the disposable reports that nothing is left to dispose of.
  var isKnownToBeSpent: Bool { (self as? any EndingDisposable)?.isSpent ?? false }
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

  override var isSpent: Bool { disposable.isKnownToBeSpent }
}
