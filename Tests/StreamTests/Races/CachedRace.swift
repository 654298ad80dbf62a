import Stream

/// A single that keeps its result, whose work succeeds while another subscriber joins.
final class CachedRace: Race, @unchecked Sendable {  // Constants, each of which is thread-safe.
  private let cached: Single<Int>
  private let source = TrackedSingle<Int>()
  private let joined = Probe<Int>()
  private let bag = DisposeBag()
  private let delay: Int
  private let meeting = Meeting(of: 2)

  /// Creates a race in which the second thread looks around this often before it joins.
  init(keepingBy scheduler: some Scheduler, delay: Int) {
    cached = source.single.cached(for: .seconds(60), scheduler: scheduler)
    self.delay = delay
    super.init()
    cached.subscribe().disposed(by: bag)
  }

  override func first() {
    meeting.arrive()
    source.succeed(1)
  }

  override func second() {
    meeting.arrive()
    meeting.linger(delay)
    cached.subscribe(joined.onResult).disposed(by: bag)
  }

  override func verdict() -> String? {
    let runs = source.subscribed.value
    return joined.events == [.next(1)] && runs == 1 ? nil : "\(joined.events) after \(runs) runs"
  }
}
