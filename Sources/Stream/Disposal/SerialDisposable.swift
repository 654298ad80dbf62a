internal import Synchronization

/// Holds one disposable at a time, and disposes of it when another replaces it.
///
/// Use it for work that newer work replaces, such as a search for the latest text.
///
/// ```swift
/// let current = SerialDisposable()
/// current.disposable = search("a").subscribe(onSuccess: show)
/// current.disposable = search("ab").subscribe(onSuccess: show)  // disposes of the first
/// ```
///
/// Disposables set after disposal are disposed of at once. Thread-safe.
public final class SerialDisposable: EndingDisposable {
  private enum State: Sendable {
    case holding((any Disposable)?)
    case disposed
  }

  private let state = Lock(State.holding(nil))
  private let wasDisposed = Atomic(false)

  var isSpent: Bool { wasDisposed.load(ordering: .acquiring) }

  /// Creates an empty serial disposable.
  public init() {}

  /// Whether it has been disposed of.
  public var isDisposed: Bool {
    state.withLock { if case .disposed = $0 { true } else { false } }
  }

  /// The current disposable.
  ///
  /// Setting it disposes of the previous one.
  public var disposable: any Disposable {
    get {
      state.withLock { if case .holding(let held?) = $0 { held } else { EmptyDisposable() } }
    }
    set {
      let superfluous: (any Disposable)? = state.withLock { state in
        guard case .holding(let previous) = state else { return newValue }
        state = .holding(newValue)
        return previous
      }
      superfluous?.dispose()
    }
  }

  /// Disposes of the current disposable, and of all that are set later.
  public func dispose() {
    let held: (any Disposable)? = state.withLock { state in
      defer { state = .disposed }
      if case .holding(let held) = state { return held }
      return nil
    }
    wasDisposed.store(true, ordering: .releasing)
    held?.dispose()
  }
}
