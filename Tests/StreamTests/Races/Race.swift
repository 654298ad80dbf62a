import Stream
import Synchronization

/// Two things that two threads do to the same stream at the same moment.
class Race: @unchecked Sendable {  // Has no state; a subclass guards its own and says how.
  /// What the first thread does.
  func first() {}

  /// What the second thread does.
  func second() {}

  /// What is wrong once both are done, in words; nil when nothing is.
  func verdict() -> String? { nil }
}

/// Counts objects that are in memory.
final class Population: Sendable {
  private let alive = Atomic(0)

  var count: Int { alive.load(ordering: .acquiring) }

  /// Something to be captured, which counts for as long as it lives.
  final class Member: Sendable {
    private let population: Population

    init(_ population: Population) {
      self.population = population
      population.alive.add(1, ordering: .acquiringAndReleasing)
    }

    deinit { population.alive.subtract(1, ordering: .acquiringAndReleasing) }
  }
}

/// Something that is to be given up once.
final class Resource: Sendable {
  private let disposals = Atomic(0)

  var disposed: Int { disposals.load(ordering: .acquiring) }

  func disposable(holding member: Population.Member) -> any Disposable {
    Disposables.create { [self] in
      withExtendedLifetime(member) { _ = disposals.add(1, ordering: .acquiringAndReleasing) }
    }
  }
}

/// What came to an observer.
final class Arrivals: Sendable {
  private let ends = Atomic(0)
  private let inside = Atomic(false)
  private let overlaps = Atomic(0)

  /// An observer's closure that writes down what comes.
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

  /// What is wrong with it, in words.
  var fault: String? {
    if overlaps.load(ordering: .acquiring) > 0 { return "two events were delivered at once" }
    let ends = ends.load(ordering: .acquiring)
    return ends > 1 ? "\(ends) ends were delivered" : nil
  }
}
