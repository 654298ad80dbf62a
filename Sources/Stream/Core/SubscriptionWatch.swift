public import Synchronization

/// Watches the subscriptions that are made inside a closure, so that a test can find those that are live at its end.
///
/// Only subscriptions that a caller makes with `subscribe` or by awaiting are watched, not those of operators to their
/// sources. What the closures of a watched subscription subscribe to is watched, too, on whatever thread they run.
@usableFromInline
package enum SubscriptionWatch {
  /// Receives the type of the elements and a closure that disposes of the subscription.
  ///
  /// Returns a token that is retained as long as the subscription is live.
  package typealias Watcher =
    @Sendable (_ elements: Any.Type, _ dispose: @escaping @Sendable () -> Void) -> any AnyObject & Sendable

  private struct Current: Sendable {
    let watcher: Watcher
  }

  // A dedicated type: with a closure, optimized code crashes in `swift_task_localValuePush` (Swift 6.3.1).
  @TaskLocal private static var current: Current?

  /// Whether there has ever been a watcher; until then a subscription need not read the task-local value.
  @usableFromInline static let isUsed = Atomic(false)

  /// ``isUsed``, read with relaxed ordering, because a watcher applies only to code that runs after the store.
  @inlinable static var mayWatch: Bool { isUsed.load(ordering: .relaxed) }

  /// Calls a closure, and passes the subscriptions made inside it to a watcher.
  ///
  /// It applies to tasks that are created there, too. The inner watcher replaces the outer one.
  package static func with<Result>(_ watcher: Watcher?, operation: () throws -> Result) rethrows -> Result {
    isUsed.store(true, ordering: .relaxed)
    return try $current.withValue(watcher.map(Current.init), operation: operation)
  }

  /// Calls an asynchronous closure, and passes the subscriptions made inside it to a watcher.
  package static func with<Result>(
    _ watcher: Watcher?, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async rethrows -> Result {
    isUsed.store(true, ordering: .relaxed)
    return try await $current.withValue(
      watcher.map(Current.init), operation: operation, isolation: isolation)
  }

  /// Returns a closure of a subscription that calls this one inside the watcher of its subscriber.
  @usableFromInline
  static func inherited<Value>(
    by closure: @escaping @Sendable (Value) -> Void
  ) -> @Sendable (Value) -> Void {
    guard let current else { return closure }
    return { value in $current.withValue(current) { closure(value) } }
  }

  /// Returns the token of the watcher, for a task that retains it as long as it awaits; nil without a watcher.
  @usableFromInline
  static func token(
    _ elements: Any.Type, _ dispose: @escaping @Sendable () -> Void
  ) -> (any AnyObject & Sendable)? {
    current?.watcher(elements, dispose)
  }

  /// Returns a slot that retains the token of the watcher until it is closed or deallocated; nil without a watcher.
  @usableFromInline
  static func slot(_ elements: Any.Type, _ onDisposed: (@Sendable () -> Void)?) -> Slot? {
    guard let watcher = current?.watcher else { return nil }
    // The watcher may dispose of the slot on another thread before the token is known.
    let held = HeldToken()
    let slot = WatchedSlot {
      onDisposed?()
      held.release()
    }
    held.hold(watcher(elements) { [weak slot] in slot?.dispose() })
    return slot
  }
}

/// A slot that a watcher can close, although the watcher's reference to it is weak.
///
/// It is not a ``NotifyingSlot``, because a bag releases one that nothing else retains, and keeps only its action.
private final class WatchedSlot: Slot, @unchecked Sendable {
  // Only the caller that closes the slot touches the action.
  @safe @exclusivity(unchecked) private var onClose: (@Sendable () -> Void)?

  init(_ onClose: @escaping @Sendable () -> Void) {
    self.onClose = onClose
    super.init()
  }

  override func dispose() {
    if close() { onClose.take()?() }
  }
}

/// The token of a live subscription; none once the subscription has ended.
private final class HeldToken: Sendable {
  private enum State: Sendable {
    case awaited
    case held(any AnyObject & Sendable)
    case released
  }

  private let state = Lock(State.awaited)

  func hold(_ token: any AnyObject & Sendable) {
    state.withLock { if case .awaited = $0 { $0 = .held(token) } }
  }

  func release() {
    // The token is released outside the lock.
    _ = state.withLock { state in
      defer { state = .released }
      return state
    }
  }
}

extension Slot {
  /// Creates the slot of a subscription that a caller makes.
  @inlinable
  static func subscription(to elements: Any.Type, _ onDisposed: (@Sendable () -> Void)? = nil) -> Slot {
    // Relaxed, because a watcher applies only to code that runs after the store.
    if SubscriptionWatch.isUsed.load(ordering: .relaxed),
      let slot = SubscriptionWatch.slot(elements, onDisposed)
    {
      return slot
    }
    return onDisposed.map { NotifyingSlot($0) } ?? Slot()
  }
}
