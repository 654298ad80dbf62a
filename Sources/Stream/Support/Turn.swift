public import Synchronization

/// Tells a stream that ends while it is being started from one that ends later.
///
/// The first hands back to the loop that started it, the second carries on from where it is: so a chain of
/// streams that end at once is a loop and not a recursion (law 7).
@usableFromInline
struct Turn: ~Copyable, Sendable {
  @usableFromInline let hasHappened = Atomic(false)

  @inlinable
  init() {}

  /// A new stream is about to be started.
  @inlinable
  borrowing func begin() { hasHappened.store(false, ordering: .releasing) }

  /// The call that started the stream has returned.
  ///
  /// False when the stream has ended already: go on.
  @inlinable
  borrowing func startReturned() -> Bool {
    !hasHappened.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// The stream has ended.
  ///
  /// False when the call that started it is still under way, and will go on.
  @inlinable
  borrowing func ended() -> Bool {
    hasHappened.exchange(true, ordering: .acquiringAndReleasing)
  }
}
