import Synchronization

/// The counters behind ``CacheStatistics``, without a lock that all requests would share.
final class CacheCounts: Sendable {
  /// What happened apart from the responses themselves.
  enum Step {
    case stored, refused, failures
  }

  private let hits = Atomic(0)
  private let staleHits = Atomic(0)
  private let revalidations = Atomic(0)
  private let misses = Atomic(0)
  private let bypasses = Atomic(0)
  private let coalesced = Atomic(0)
  private let stored = Atomic(0)
  private let refused = Atomic(0)
  private let failures = Atomic(0)

  /// The counts so far.
  var statistics: CacheStatistics {
    var statistics = CacheStatistics()
    statistics.hits = hits.load(ordering: .relaxed)
    statistics.staleHits = staleHits.load(ordering: .relaxed)
    statistics.revalidations = revalidations.load(ordering: .relaxed)
    statistics.misses = misses.load(ordering: .relaxed)
    statistics.bypasses = bypasses.load(ordering: .relaxed)
    statistics.coalesced = coalesced.load(ordering: .relaxed)
    statistics.stored = stored.load(ordering: .relaxed)
    statistics.refused = refused.load(ordering: .relaxed)
    statistics.failures = failures.load(ordering: .relaxed)
    return statistics
  }

  /// Adds responses to the counts, or removes them from the counts.
  func add(_ status: CacheStatus, _ count: Int = 1) {
    switch status {
    case .hit: hits.add(count, ordering: .relaxed)
    case .stale: staleHits.add(count, ordering: .relaxed)
    case .revalidated: revalidations.add(count, ordering: .relaxed)
    case .miss: misses.add(count, ordering: .relaxed)
    case .bypass: bypasses.add(count, ordering: .relaxed)
    case .coalesced: coalesced.add(count, ordering: .relaxed)
    }
  }

  func add(_ step: Step) {
    switch step {
    case .stored: stored.add(1, ordering: .relaxed)
    case .refused: refused.add(1, ordering: .relaxed)
    case .failures: failures.add(1, ordering: .relaxed)
    }
  }
}
