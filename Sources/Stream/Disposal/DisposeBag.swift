public import Synchronization

/// Keeps subscriptions while their owner lives, and disposes of them when the bag is deallocated.
///
/// ```swift
/// final class Screen {
///   private let bag = DisposeBag()
///   func load(_ user: Single<String>) { user.subscribe(onSuccess: { print($0) }).disposed(by: bag) }
/// }
/// ```
///
/// Subscriptions, scheduled actions and other disposables of this module that have ended are removed from time to time,
/// so a long-lived bag does not grow.
/// Disposables added after the bag has been disposed of are disposed of at once. Thread-safe.
public final class DisposeBag: EndingDisposable {
  @usableFromInline struct State: Sendable {
    /// What the bag holds; nil once it is disposed of.
    @usableFromInline var held: HeldDisposables? = HeldDisposables()
    @usableFromInline var sweepAt = 16

    @inlinable
    init() {}
  }

  @usableFromInline let state = Lock(State())
  @usableFromInline let wasDisposed = Atomic(false)

  var isSpent: Bool { wasDisposed.load(ordering: .acquiring) }

  /// Creates an empty bag.
  @inlinable
  public init() {}

  /// Adds a disposable to the bag.
  @inlinable
  public func insert(_ disposable: any Disposable) { disposable.disposed(by: self) }

  @inlinable
  func insert(_ disposable: consuming HeldDisposable) {
    // Moved into an optional and taken out, so that it is transferred without a retain.
    var incoming: HeldDisposable? = consume disposable
    state.withLock { state in
      guard let count = state.held?.count else { return }
      if count >= state.sweepAt { DisposeBag.sweep(&state) }
      if let disposable = incoming.take() { state.held?.append(disposable) }
    }
    incoming.take()?.dispose()
  }

  /// Disposes of all disposables in the bag, and of all that are added later.
  public func dispose() {
    let held = state.withLock { $0.held.take() }
    wasDisposed.store(true, ordering: .releasing)
    held?.consumeEach { $0.dispose() }
  }

  deinit { dispose() }

  /// Removes what has ended.
  ///
  /// It holds nothing, so releasing it runs no user code. Sweeping only when the bag has grown to
  /// four times its size makes the cost per insert constant on average.
  @usableFromInline
  static func sweep(_ state: inout State) {
    state.held?.removeSpent()
    state.sweepAt = max(16, 4 * (state.held?.count ?? 0))
  }
}

extension Disposable {
  /// Adds this disposable to a bag.
  ///
  /// ```swift
  /// names.subscribe(onNext: { print($0) }).disposed(by: bag)
  /// ```
  @inlinable
  public consuming func disposed(by bag: DisposeBag) {
    if Self.self == EmptyDisposable.self { return }
    // Types are compared first, because a failing cast costs more than everything else that a bag does.
    if Self.self == NotifyingSlot.self {
      guard var slot = (consume self) as? NotifyingSlot else { return }
      // If nobody else can dispose of it, the bag needs only its action, and not an object that knows whether that has
      // run. The object is released while its memory is still in the cache, which costs a third of releasing it later.
      if isKnownUniquelyReferenced(&slot), let action = slot.takeAction() {
        bag.insert(.action(consume action))
      } else {
        bag.insert(.handle(consume slot))
      }
    } else if Self.self == Slot.self {
      if let handle = (consume self) as? Handle { bag.insert(.handle(consume handle)) }
    } else {
      bag.insert(.handle(DisposableHandle(consume self)))
    }
  }
}
