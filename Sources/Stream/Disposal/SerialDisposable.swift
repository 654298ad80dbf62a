/// Holds one disposable at a time and disposes of it when another takes its place.
///
/// Use it for the work that a newer one replaces: the search for the latest text.
///
/// ```swift
/// let current = SerialDisposable()
/// current.disposable = search("a").subscribe(onSuccess: show)
/// current.disposable = search("ab").subscribe(onSuccess: show)  // the first is given up
/// ```
///
/// Once it is disposed of, whatever it is given is disposed of at once. May be used from any thread.
public final class SerialDisposable: Disposable {
  private enum State: Sendable {
    case holding((any Disposable)?)
    case disposed
  }

  private let state = Lock(State.holding(nil))

  /// Makes an empty one.
  public init() {}

  /// Whether it has been disposed of.
  public var isDisposed: Bool {
    state.withLock { if case .disposed = $0 { true } else { false } }
  }

  /// What it holds.
  ///
  /// Setting it disposes of what it held before.
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

  /// Disposes of what it holds and of all that it will be given.
  public func dispose() {
    let held: (any Disposable)? = state.withLock { state in
      defer { state = .disposed }
      if case .holding(let held) = state { return held }
      return nil
    }
    held?.dispose()
  }
}
