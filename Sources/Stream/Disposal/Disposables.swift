import Synchronization

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

  /// A disposable that runs the action once, at the first `dispose()`, on its thread. Dropping it without
  /// disposing runs nothing.
  public static func create(with dispose: @escaping @Sendable () -> Void) -> any Disposable {
    ActionDisposable(dispose)
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

/// An action, run once.
private final class ActionDisposable: Handle, @unchecked Sendable {
  // Only the caller that wins the exchange touches the action.
  private var action: (@Sendable () -> Void)?
  private let isDisposed = Atomic(false)

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
    super.init()
  }

  override func dispose() {
    guard !isDisposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let action = action
    self.action = nil
    action?()
  }
}
