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
/// Disposables inserted after the composite has been disposed of are disposed of at once. Thread-safe.
public final class CompositeDisposable: Disposable {
  /// Identifies a disposable in the composite.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct State: Sendable {
    var held: [Int: any Disposable]? = [:]
    var nextNumber = 0
  }

  private let state = Lock(State())

  /// Creates an empty composite.
  public init() {}

  /// Creates a composite of the given disposables.
  public convenience init(disposables: [any Disposable]) {
    self.init()
    for disposable in disposables { insert(disposable) }
  }

  /// Whether it has been disposed of.
  public var isDisposed: Bool { state.withLock { $0.held == nil } }

  /// The number of disposables in the composite.
  public var count: Int { state.withLock { $0.held?.count ?? 0 } }

  /// Inserts a disposable.
  ///
  /// Returns nil if the composite has been disposed of; the disposable is then disposed of at once.
  @discardableResult
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    let key: DisposeKey? = state.withLock { state in
      guard state.held != nil else { return nil }
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
    for number in held.keys.sorted() { held[number]?.dispose() }
  }
}
