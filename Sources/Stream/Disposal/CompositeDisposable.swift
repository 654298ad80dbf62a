internal import Synchronization

/// Disposes of many disposables together; each can be removed earlier.
///
/// ```swift
/// let all = CompositeDisposable()
/// let key = all.insert(first)
/// all.insert(second)
/// if let key { all.remove(for: key) }  // disposes of the first
/// all.dispose()  // disposes of the second
/// ```
///
/// Subscriptions, scheduled actions and other disposables of this module that have ended are removed from time to time.
/// Disposables inserted after the composite has been disposed of are disposed of at once. Thread-safe.
public final class CompositeDisposable: EndingDisposable {
  /// Identifies a disposable in the composite.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct State: Sendable {
    var held: [Int: any Disposable]? = [:]
    var nextNumber = 0
    var sweepAt = 16

    /// Removes what has ended, which holds nothing, so that releasing it runs no user code.
    mutating func sweep() {
      held = held?.filter { !$0.value.isKnownToBeSpent }
      sweepAt = max(16, 4 * (held?.count ?? 0))
    }
  }

  private let state = Lock(State())
  private let wasDisposed = Atomic(false)

  var isSpent: Bool { wasDisposed.load(ordering: .acquiring) }

  /// Creates an empty composite.
  public init() {}

  /// Creates a composite of the given disposables.
  public convenience init(disposables: [any Disposable]) {
    self.init()
    for disposable in disposables { insert(disposable) }
  }

  /// Whether it has been disposed of.
  public var isDisposed: Bool { state.withLock { $0.held == nil } }

  /// The number of disposables in the composite, including those that have ended and have not been removed yet.
  public var count: Int { state.withLock { $0.held?.count ?? 0 } }

  /// Inserts a disposable.
  ///
  /// Returns nil if the composite has been disposed of; the disposable is then disposed of at once.
  @discardableResult
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key: DisposeKey? = state.withLock { state in
      guard let count = state.held?.count else { return nil }
      if count >= state.sweepAt { state.sweep() }
      let number = state.nextNumber
      state.nextNumber += 1
      state.held?[number] = disposable
      return DisposeKey(number: number)
    }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Removes a disposable and disposes of it.
  public func remove(for key: DisposeKey) {
    state.withLock { $0.held?.removeValue(forKey: key.number) }?.dispose()
  }

  /// Disposes of all disposables, in the order in which they were inserted.
  public func dispose() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held ?? [:]
    }
    wasDisposed.store(true, ordering: .releasing)
    for number in held.keys.sorted() { held[number]?.dispose() }
  }
}
