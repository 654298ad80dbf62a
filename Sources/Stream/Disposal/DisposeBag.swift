/// Keeps subscriptions for as long as their owner lives, and disposes of them when it is gone.
///
/// ```swift
/// final class Screen {
///   private let bag = DisposeBag()
///   func load() { user.subscribe(onSuccess: { print($0) }).disposed(by: bag) }
/// }
/// ```
///
/// Subscriptions that have ended are forgotten from time to time, so a bag that lives long does not grow. Once
/// the bag is disposed of, whatever it is given is disposed of at once. May be used from any thread.
public final class DisposeBag: Disposable {
  private struct State: Sendable {
    var held: [any Disposable]? = []
    var sweepAt = 16
  }

  private let state = Lock(State())

  /// Makes an empty bag.
  public init() {}

  /// Puts a disposable into the bag.
  public func insert(_ disposable: any Disposable) {
    // A comparison of types, which costs a fraction of a cast.
    if type(of: disposable) == EmptyDisposable.self { return }
    let isDisposed = state.withLock { state in
      guard state.held != nil else { return true }
      state.held?.append(disposable)
      if let count = state.held?.count, count >= state.sweepAt { DisposeBag.sweep(&state) }
      return false
    }
    if isDisposed { disposable.dispose() }
  }

  /// Disposes of all that the bag holds, and of all that it will be given.
  public func dispose() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held ?? []
    }
    for disposable in held { disposable.dispose() }
  }

  deinit { dispose() }

  /// Forgets what has ended. A slot that is closed holds nothing any more, so dropping it runs no code of
  /// anyone's; doing so whenever the bag has doubled costs each insert a constant share.
  private static func sweep(_ state: inout State) {
    state.held?.removeAll(where: hasEnded)
    state.sweepAt = max(16, 2 * (state.held?.count ?? 0))
  }

  /// Whether it is a subscription that has ended.
  private static func hasEnded(_ disposable: any Disposable) -> Bool {
    // Types are compared first: a cast that fails costs more than all else that a bag does.
    let type = type(of: disposable)
    guard type == Slot.self || type == NotifyingSlot.self else { return false }
    return (disposable as? Slot)?.isDisposed ?? false
  }
}

extension Disposable {
  /// Puts this into a bag.
  ///
  /// ```swift
  /// names.subscribe(onNext: { print($0) }).disposed(by: bag)
  /// ```
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
