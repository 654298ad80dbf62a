public import Synchronization

/// Lets one thread at a time deliver, without holding a lock meanwhile.
///
/// A caller that enters delivers at once, at the cost of an atomic addition. A caller that finds the gate taken, by
/// another thread or deeper in its own stack, leaves its event in the backlog, which the caller inside delivers before
/// it leaves. So events stay in order, and recursion becomes a loop (laws 1, 5 and 6).
@usableFromInline
struct Gate<Item: Sendable>: ~Copyable, Sendable {
  /// The values of the atomic word, to which entering adds one, and from which leaving subtracts one.
  ///
  /// An addition whose result is compared with zero is a single instruction on x86-64, and leaves the flags that the
  /// next one needs. Two of these take an eighth less than two compare-and-swaps, which are most of the cost of an
  /// element.
  @usableFromInline enum State {
    @usableFromInline static var idle: Int32 { -1 }
    @usableFromInline static var busy: Int32 { 0 }
    /// Busy, and another caller has called meanwhile.
    ///
    /// Two, because it must still be above `busy` when the caller inside has subtracted one. Callers that enter at the
    /// same moment add some more, after which the caller inside only looks for a backlog in vain.
    @usableFromInline static var called: Int32 { 2 }
    /// Far above what callers that enter at the same moment can add.
    @usableFromInline static var shut: Int32 { 1 << 30 }
  }

  @usableFromInline let state = Atomic(State.idle)
  // The backlog is a reference of a type that does not mention `Item`: destroying an inline array would request its
  // metadata from the runtime, once for each subscription, for a queue that is rarely used.
  @usableFromInline let backlog = Lock<Backlog?>(nil)
  // How many waits to skip, and how many were skipped last time. Two threads that write at the same time may lose a
  // count.
  private let skips = Atomic<UInt8>(0)
  private let penalty = Atomic<UInt8>(0)

  @inlinable
  init() {}

  /// Takes the gate if no caller is inside.
  @inlinable
  borrowing func enter() -> Bool {
    // Looked at first, so that a caller adds nothing to a gate that has been taken or shut for a while.
    state.load(ordering: .relaxed) == State.idle
      && state.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == State.busy
  }

  /// Takes the gate, after a wait of at most a few microseconds if another caller is inside.
  ///
  /// Two threads that send continuously collide at most elements, and an element in the backlog costs both of them many
  /// times what its delivery does. So the second one spins. It checks rarely, because each check takes the atomic word
  /// away from the thread inside, which delivers several elements meanwhile. The caller inside may be slow, or on this
  /// same thread, so the wait is limited, and after a failed wait the next ones are skipped.
  @inlinable @inline(__always)
  borrowing func enterSoon() -> Bool { enter() || enterLater() }

  @usableFromInline
  borrowing func enterLater() -> Bool {
    let skipped = skips.load(ordering: .relaxed)
    guard skipped == 0 else {
      skips.store(skipped - 1, ordering: .relaxed)
      return false
    }
    var pause = 128
    for _ in 0..<6 {
      for _ in 0..<pause { _ = never.load(ordering: .relaxed) }
      if enter() {
        penalty.store(0, ordering: .relaxed)
        return true
      }
      pause += pause
    }
    let next = min(2 * penalty.load(ordering: .relaxed) + 1, 63)
    penalty.store(next, ordering: .relaxed)
    skips.store(next, ordering: .relaxed)
    return false
  }

  /// Leaves the gate.
  ///
  /// Returns false if there is a backlog. The caller is then still inside, and must take it.
  @inlinable
  borrowing func leave() -> Bool {
    // An addition, because the compiler generates more instructions for a subtraction whose result is compared.
    state.wrappingAdd(-1, ordering: .acquiringAndReleasing).newValue < State.busy
  }

  /// Leaves an event for the caller inside.
  ///
  /// Returns true if no caller is inside any more. This caller is then inside, and must take the backlog.
  @usableFromInline
  borrowing func call(_ event: Item?) -> Bool {
    backlog.withLock { backlog in
      while true {
        let current = state.load(ordering: .acquiring)
        if current == State.idle {
          guard enter() else { continue }
          if let event { append(event, to: &backlog) }
          state.store(State.called, ordering: .releasing)
          return true
        }
        if current >= State.shut { return false }
        // Fails if the caller inside has left, or if another one adds one to enter.
        let (isCalled, _) = state.compareExchange(
          expected: current, desired: State.called, ordering: .acquiringAndReleasing)
        guard isCalled else { continue }
        if let event { append(event, to: &backlog) }
        return false
      }
    }
  }

  /// Takes the backlog, in order; if it is empty, leaves the gate and returns nil.
  @usableFromInline
  borrowing func take() -> [Item]? {
    backlog.withLock { backlog in
      if let queue = backlog {
        backlog = nil
        state.store(State.busy, ordering: .releasing)
        return items(of: queue).elements
      }
      // Whoever calls holds the lock. A caller that adds one to enter calls next, and then finds what is stored here.
      let isCalled = state.load(ordering: .acquiring) != State.busy
      state.store(isCalled ? State.busy : State.idle, ordering: .releasing)
      return isCalled ? [] : nil
    }
  }

  /// Closes the gate for good; called by the caller inside.
  ///
  /// The backlog is dropped.
  @usableFromInline
  borrowing func shut() {
    // Taken out first and released outside the lock, because releasing an element may run user code.
    let dropped: Backlog? = backlog.withLock { backlog in
      defer { backlog = nil }
      state.store(State.shut, ordering: .releasing)
      return backlog
    }
    _ = dropped
  }

  private borrowing func append(_ event: Item, to backlog: inout Backlog?) {
    if let queue = backlog {
      items(of: queue).elements.append(event)
    } else {
      let queue = Items<Item>()
      queue.elements.append(event)
      backlog = queue
    }
  }

  private borrowing func items(of backlog: Backlog) -> Items<Item> {
    // Only `append` creates backlogs, and all are of this class.
    unsafe unsafeDowncast(backlog, to: Items<Item>.self)
  }
}

@usableFromInline
class Backlog: @unchecked Sendable {}  // Has no state; its subclass is guarded by the gate's lock.

private final class Items<Item: Sendable>: Backlog, @unchecked Sendable {  // Guarded by the gate's lock.
  var elements: [Item] = []
}

/// Always false.
///
/// It is read while spinning, because the compiler would remove an empty loop.
private let never = Atomic(false)
