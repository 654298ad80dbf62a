/// Disposes of many together; single ones can be taken out before.
///
/// ```swift
/// let all = CompositeDisposable()
/// let key = all.insert(first)
/// all.insert(second)
/// if let key { all.remove(for: key) }  // disposes of the first
/// all.dispose()  // disposes of the second
/// ```
///
/// Once it is disposed of, whatever it is given is disposed of at once. May be used from any thread.
public final class CompositeDisposable: Disposable {
  /// Names one disposable in the composite.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct State: Sendable {
    var held: [Int: any Disposable]? = [:]
    var nextNumber = 0
  }

  private let state = Lock(State())

  /// Makes an empty one.
  public init() {}

  /// Makes one that holds these.
  public convenience init(disposables: [any Disposable]) {
    self.init()
    for disposable in disposables { insert(disposable) }
  }

  /// Whether it has been disposed of.
  public var isDisposed: Bool { state.withLock { $0.held == nil } }

  /// How many it holds.
  public var count: Int { state.withLock { $0.held?.count ?? 0 } }

  /// Takes one more.
  ///
  /// Nil when this has been disposed of already; the new one has then been too.
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

  /// Takes one out and disposes of it.
  public func remove(for key: DisposeKey) {
    state.withLock { $0.held?.removeValue(forKey: key.number) }?.dispose()
  }

  /// Disposes of all, in the order they were inserted.
  public func dispose() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held ?? [:]
    }
    for number in held.keys.sorted() { held[number]?.dispose() }
  }
}
