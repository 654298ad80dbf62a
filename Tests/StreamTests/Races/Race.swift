import Stream
import Synchronization

/// Two actions that two threads run on the same stream at the same time.
class Race: @unchecked Sendable {  // Has no state; a subclass guards its own and says how.
  /// What the first thread does.
  func first() {}

  /// What the second thread does.
  func second() {}

  /// The fault once both are done, or nil if there is none.
  func verdict() -> String? { nil }
}

/// Counts the objects that are in memory.
final class Population: Sendable {
  private let alive = Atomic(0)

  var count: Int { alive.load(ordering: .acquiring) }

  /// An object to capture, which is counted while it lives.
  final class Member: Sendable {
    private let population: Population

    init(_ population: Population) {
      self.population = population
      population.alive.add(1, ordering: .acquiringAndReleasing)
    }

    deinit { population.alive.subtract(1, ordering: .acquiringAndReleasing) }
  }
}

/// A resource that must be disposed of once.
final class Resource: Sendable {
  private let disposals = Atomic(0)

  var disposed: Int { disposals.load(ordering: .acquiring) }

  func disposable(holding member: Population.Member) -> any Disposable {
    Disposables.create { [self] in
      withExtendedLifetime(member) { _ = disposals.add(1, ordering: .acquiringAndReleasing) }
    }
  }
}

/// Records the events that an observer receives.
final class Arrivals: Sendable {
  private let ends = Atomic(0)
  private let inside = Atomic(false)
  private let overlaps = Atomic(0)

  /// Returns an observer's closure that records the events.
  func handler<Element>(holding member: Population.Member) -> @Sendable (Event<Element>) -> Void {
    { [self] event in
      withExtendedLifetime(member) {
        if inside.exchange(true, ordering: .acquiringAndReleasing) {
          overlaps.add(1, ordering: .relaxed)
        }
        if event.isStopEvent { ends.add(1, ordering: .acquiringAndReleasing) }
        inside.store(false, ordering: .releasing)
      }
    }
  }

  /// The fault, or nil if there is none.
  var fault: String? {
    if overlaps.load(ordering: .acquiring) > 0 { return "two events were delivered at once" }
    let ends = ends.load(ordering: .acquiring)
    return ends > 1 ? "\(ends) ends were delivered" : nil
  }
}
