import Synchronization

/// Counts what has been loaded, from any thread.
final class LoadedCount: Sendable {
  private let count = Atomic(0)

  /// Counts one more, and says how many there are now.
  func increment() -> Int { count.add(1, ordering: .relaxed).newValue }
}
