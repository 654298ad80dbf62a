import Synchronization

/// A thread-safe counter.
final class LoadedCount: Sendable {
  private let count = Atomic(0)

  /// Adds one and returns the new count.
  func increment() -> Int { count.add(1, ordering: .relaxed).newValue }
}
