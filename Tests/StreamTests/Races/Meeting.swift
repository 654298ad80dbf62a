import Synchronization

/// Where threads meet, so that what they do next happens at the same time.
final class Meeting: Sendable {
  private let count: Int
  private let arrived = Atomic(0)

  init(of count: Int) { self.count = count }

  /// Waits for the other threads, but not for long, in case one is suspended.
  func arrive() {
    arrived.add(1, ordering: .relaxed)
    var looks = 0
    while arrived.load(ordering: .relaxed) < count, looks < 10_000 { looks += 1 }
  }

  /// Lets a little time pass, by looking around this often.
  func linger(_ looks: Int) {
    for _ in 0..<looks { _ = arrived.load(ordering: .relaxed) }
  }
}
