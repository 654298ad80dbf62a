public import Synchronization

/// Distinguishes a stream that ends while it is being started, on the thread that starts it, from one that ends later
/// or on another thread.
///
/// In the first case the loop that started the stream continues; in the second, the end itself does. So a chain of
/// streams that end at once is a loop, not recursion (law 7), and what follows runs on the thread of the end: events do
/// not change threads.
///
/// The order of the operations does not matter, because only the thread that has stored its own number acts on it.
@usableFromInline
struct Turn: ~Copyable, Sendable {
  /// The thread that starts a stream; with the lowest bit set, the stream has ended on it meanwhile; 0 for none.
  @usableFromInline let starter: Atomic<UInt>

  /// Begins the first turn.
  @inlinable
  init() { starter = Atomic(Turn.currentThread) }

  /// Called before a new stream is started.
  @inlinable
  borrowing func begin() { starter.store(Turn.currentThread, ordering: .relaxed) }

  /// Whether this thread is inside the call that starts a stream, which has not ended yet.
  @inlinable var isStarting: Bool { starter.load(ordering: .relaxed) == Turn.currentThread }

  /// Called when the call that started the stream has returned.
  ///
  /// Returns false if the stream has ended on this thread; the caller then continues.
  @inlinable
  borrowing func startReturned() -> Bool {
    let thread = Turn.currentThread
    let open = starter.compareExchange(expected: thread, desired: 0, ordering: .relaxed)
    // Otherwise the end came on another thread, which may already be starting the next stream.
    return open.exchanged || open.original != thread | 1
  }

  /// Called when the stream has ended.
  ///
  /// Returns false if the call that started it has not returned yet, on this thread; that call then continues.
  @inlinable
  borrowing func ended() -> Bool {
    let starting = starter.load(ordering: .relaxed)
    guard starting != 0 else { return true }
    let thread = Turn.currentThread
    guard starting == thread else { return true }
    starter.store(thread | 1, ordering: .relaxed)
    return false
  }
}
