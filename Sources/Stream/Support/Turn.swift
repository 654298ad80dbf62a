public import Synchronization

/// Distinguishes a stream that ends while it is being started from one that ends later.
///
/// In the first case the loop that started the stream continues; in the second, the end itself does. So a
/// chain of streams that end at once is a loop, not recursion (law 7).
@usableFromInline
struct Turn: ~Copyable, Sendable {
  @usableFromInline let hasHappened = Atomic(false)

  @inlinable
  init() {}

  /// Called before a new stream is started.
  @inlinable
  borrowing func begin() { hasHappened.store(false, ordering: .releasing) }

  /// Called when the call that started the stream has returned.
  ///
  /// Returns false if the stream has already ended; the caller then continues.
  @inlinable
  borrowing func startReturned() -> Bool {
    !hasHappened.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Called when the stream has ended.
  ///
  /// Returns false if the call that started it has not returned yet; that call then continues.
  @inlinable
  borrowing func ended() -> Bool {
    hasHappened.exchange(true, ordering: .acquiringAndReleasing)
  }
}
