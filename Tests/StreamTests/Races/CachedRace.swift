import Stream

/// A cached single whose work succeeds while another subscriber joins.
final class CachedRace: Race, @unchecked Sendable {  // Constants, each of which is thread-safe.
  private let cached: Single<Int>
  private let source: TrackedSingle<Int>
  private let keepsResult: Bool
  private let joined = Probe<Int>()
  private let bag = DisposeBag()

  /// Creates a race for a single that keeps its result by the scheduler, or for one that does not.
  init(keepingBy scheduler: (any Scheduler)?) {
    source = TrackedSingle<Int>()
    keepsResult = scheduler != nil
    if let scheduler {
      cached = source.single.cached(for: .seconds(60), scheduler: scheduler)
    } else {
      cached = source.single.cached()
    }
    super.init()
    cached.subscribe().disposed(by: bag)
  }

  override func first() { source.succeed(1) }

  override func second() { cached.subscribe(joined.onResult).disposed(by: bag) }

  override func verdict() -> String? {
    let runs = source.subscribed.value
    // Without the kept result, a subscriber that comes too late starts the work again.
    if joined.events == [.next(1)], runs == 1 { return nil }
    if !keepsResult, joined.events.isEmpty, runs == 2 { return nil }
    return "\(joined.events) after \(runs) runs"
  }
}
