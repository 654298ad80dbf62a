public import Synchronization

/// Lets one thread at a time deliver, without a lock held while it does.
///
/// Whoever enters delivers at once, for the price of a compare-and-swap. Whoever finds the gate taken, another
/// thread or the same one deeper in its own stack, leaves the event in the backlog, which the one inside
/// delivers before it goes. So events stay in order and recursion becomes a loop (laws 1, 5 and 6).
@usableFromInline
struct Gate<Item: Sendable>: ~Copyable, Sendable {
  @usableFromInline enum State {
    @usableFromInline static var idle: UInt8 { 0 }
    @usableFromInline static var busy: UInt8 { 1 }
    /// Busy, and somebody has left something in the backlog.
    @usableFromInline static var called: UInt8 { 2 }
    @usableFromInline static var shut: UInt8 { 3 }
  }

  @usableFromInline let state = Atomic<UInt8>(0)
  // How many waits are left out, and how many were the last time. Two threads that write at once lose a count.
  private let skips = Atomic<UInt8>(0)
  private let penalty = Atomic<UInt8>(0)
  // The backlog is behind a reference of a type that does not mention `Item`: destroying an inline array would
  // ask the runtime for its metadata, once for each subscription, for a queue that is hardly ever used.
  @usableFromInline let backlog = Lock<Backlog?>(nil)

  @inlinable
  init() {}

  /// Takes the gate if nobody is inside.
  @inlinable
  borrowing func enter() -> Bool {
    state.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged
  }

  /// Takes the gate, after a wait of at most a few microseconds if somebody is inside.
  ///
  /// Two threads that send all the time meet with most elements, and an element in the backlog costs both of them many
  /// times what its delivery does. So the second one waits. It looks rarely, since each look takes the word away from
  /// the one inside, who delivers several elements meanwhile. The one inside may be slow, or be this same thread: so
  /// the wait is bounded, and after one in vain the next ones are left out.
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
  /// False when there is a backlog: then the caller is still inside, and takes it.
  @inlinable
  borrowing func leave() -> Bool {
    state.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  /// Leaves an event for the one inside.
  ///
  /// True when there was no one any more: then the caller is inside, and takes the backlog.
  @usableFromInline
  borrowing func call(_ event: Item?) -> Bool {
    backlog.withLock { backlog in
      while true {
        let (moved, original) = state.compareExchange(
          expected: State.busy, desired: State.called, ordering: .acquiringAndReleasing)
        if original == State.shut { return false }
        let alone = !moved && original == State.idle
        if alone, !enter() { continue }
        if let event { append(event, to: &backlog) }
        if alone { state.store(State.called, ordering: .releasing) }
        return alone
      }
    }
  }

  /// What was left, in order; nil when nothing was, and then the gate has been left.
  @usableFromInline
  borrowing func take() -> [Item]? {
    backlog.withLock { backlog in
      if let queue = backlog {
        backlog = nil
        state.store(State.busy, ordering: .releasing)
        return items(of: queue).elements
      }
      let (_, original) = state.compareExchange(
        expected: State.called, desired: State.busy, ordering: .acquiringAndReleasing)
      if original == State.called { return [] }
      state.store(State.idle, ordering: .releasing)
      return nil
    }
  }

  /// Closes the gate for good; called by the one inside.
  ///
  /// What was left is dropped.
  @usableFromInline
  borrowing func shut() {
    // Taken out first and released outside, because releasing an element may run code of the user's.
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
    // Only `append` makes backlogs, and it makes no other kind.
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
/// It is read to pass the time: a loop that does nothing would be left out.
private let never = Atomic(false)
