/// Keeps subscriptions for as long as their owner lives, and disposes of them when it is gone.
///
/// ```swift
/// final class Screen {
///   private let bag = DisposeBag()
///   func load(_ user: Single<String>) { user.subscribe(onSuccess: { print($0) }).disposed(by: bag) }
/// }
/// ```
///
/// Subscriptions that have ended are forgotten from time to time, so a bag that lives long does not grow. Once
/// the bag is disposed of, whatever it is given is disposed of at once. May be used from any thread.
public final class DisposeBag: Disposable {
  @usableFromInline struct State: Sendable {
    /// What the bag holds; nil once it is disposed of.
    @usableFromInline var held: HandleList? = HandleList()
    @usableFromInline var sweepAt = 16

    @inlinable
    init() {}
  }

  @usableFromInline let state = Lock(State())

  /// Makes an empty bag.
  @inlinable
  public init() {}

  /// Puts a disposable into the bag.
  @inlinable
  public func insert(_ disposable: any Disposable) { disposable.disposed(by: self) }

  @inlinable
  func insert(_ handle: consuming Handle) {
    // Handed on and taken out again, so that it changes hands without being retained.
    var incoming: Handle? = consume handle
    state.withLock { state in
      guard let count = state.held?.count else { return }
      if count >= state.sweepAt { DisposeBag.sweep(&state) }
      if let handle = incoming.take() { state.held?.append(handle) }
    }
    incoming?.dispose()
  }

  /// Disposes of all that the bag holds, and of all that it will be given.
  public func dispose() {
    let held = state.withLock { $0.held.take() }
    held?.consumeEach { $0.dispose() }
  }

  deinit { dispose() }

  /// Forgets what has ended.
  ///
  /// A slot that is closed holds nothing any more, so dropping it runs no code of anyone's; doing so whenever
  /// the bag has grown to four times its size costs each insert a constant share.
  @usableFromInline
  static func sweep(_ state: inout State) {
    state.held?.removeAll(where: hasEnded)
    state.sweepAt = max(16, 4 * (state.held?.count ?? 0))
  }

  /// Whether it is a subscription that has ended.
  private static func hasEnded(_ handle: Handle) -> Bool {
    // The types are compared, because a cast that fails costs more than all else that a bag does.
    let type = type(of: handle)
    guard type == Slot.self || type == NotifyingSlot.self else { return false }
    return unsafe unsafeDowncast(handle, to: Slot.self).isDisposed
  }
}

extension Disposable {
  /// Puts this into a bag.
  ///
  /// ```swift
  /// names.subscribe(onNext: { print($0) }).disposed(by: bag)
  /// ```
  @inlinable
  public consuming func disposed(by bag: DisposeBag) {
    if Self.self == EmptyDisposable.self { return }
    // Types are compared first, because a cast that fails costs more than all else that a bag does.
    if Self.self == Slot.self || Self.self == NotifyingSlot.self {
      if let handle = (consume self) as? Handle { bag.insert(handle) }
    } else {
      bag.insert(DisposableHandle(consume self))
    }
  }
}
