/// Makes disposables.
///
/// ```swift
/// let timer = Disposables.create { print("stopped") }
/// timer.dispose()  // prints "stopped"
/// timer.dispose()  // does nothing
/// ```
public enum Disposables {
  /// A disposable with nothing to dispose of.
  @inlinable
  public static func create() -> any Disposable { EmptyDisposable() }

  /// A disposable that runs the action once, at the first `dispose()`, on its thread.
  ///
  /// Dropping it without disposing runs nothing.
  @inlinable
  public static func create(with dispose: @escaping @Sendable () -> Void) -> some Disposable {
    // A slot that holds nothing, because closing one and running an action once is all that this is about.
    NotifyingSlot(dispose)
  }

  /// A disposable that disposes of all of these.
  public static func create(_ disposables: any Disposable...) -> any Disposable {
    CompositeDisposable(disposables: disposables)
  }
}

/// Nothing to dispose of.
@usableFromInline
struct EmptyDisposable: Disposable {
  @inlinable
  init() {}

  @usableFromInline
  func dispose() {}
}
