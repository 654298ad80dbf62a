/// Creates disposables.
///
/// ```swift
/// let timer = Disposables.create { print("stopped") }
/// timer.dispose()  // prints "stopped"
/// timer.dispose()  // does nothing
/// ```
public enum Disposables {
  /// Returns a disposable that does nothing.
  @inlinable
  public static func create() -> any Disposable { EmptyDisposable() }

  /// Returns a disposable that runs the action once, on the thread of the first `dispose()`.
  ///
  /// If it is released without being disposed of, the action does not run.
  @inlinable
  public static func create(with dispose: @escaping @Sendable () -> Void) -> some Disposable {
    // An empty slot, because closing a slot and running an action once is all that is needed.
    NotifyingSlot(dispose)
  }

  /// Returns a disposable that disposes of all the given ones.
  public static func create(_ disposables: any Disposable...) -> any Disposable { create(disposables) }
}

/// A disposable that does nothing.
@usableFromInline
struct EmptyDisposable: Disposable {
  @inlinable
  init() {}

  @usableFromInline
  func dispose() {}
}
