/// Runs jobs in the order they are added, on one thread at a time, but a job that blocks does not delay others.
///
/// The first job starts a thread, which ends after some seconds without jobs.
final class JobCrew: CrewDuty {
  typealias Job = @Sendable () -> Void

  fileprivate struct State: Sendable {
    var jobs = FIFO<Job>()
    var isLed = false
    var isAsleep = false
    var isOver = false
  }

  fileprivate enum Turn: Sendable {
    case job(Job)
    case sleep
    case end
  }

  private let crew: ThreadCrew
  private let state = Lock(State())
  private let arrival = SteadySemaphore()

  init(_ name: StaticString, limit: Int = ThreadCrew.limit) { crew = ThreadCrew(name, limit: limit) }

  /// The number of threads.
  var threadCount: Int { crew.count }

  func add(_ job: @escaping Job) {
    let (begins, wakes) = state.withLock { state in
      state.jobs.append(job)
      defer { (state.isLed, state.isAsleep) = (true, false) }
      return (!state.isLed, state.isAsleep)
    }
    if wakes { arrival.signal() }
    if begins, !crew.begin(self) {
      // Without another thread, this one runs the jobs.
      while let job = state.withLock({ $0.nextOrEnd() }) { job() }
    }
  }

  /// Ends the threads when all added jobs are done.
  func finish() {
    let (isLed, wakes) = state.withLock { state in
      state.isOver = true
      defer { state.isAsleep = false }
      return (state.isLed, state.isAsleep)
    }
    if wakes { arrival.signal() }
    if !isLed { crew.finish() }
  }

  func lead() {
    while true {
      switch state.withLock({ $0.next() }) {
      case .job(let job):
        while !crew.mayCallOut(self) { _ = arrival.wait(microseconds: Self.retryTime) }
        guard crew.callOut(self, job) else { return }
      case .sleep:
        if !arrival.wait(microseconds: Self.idleTime), state.withLock({ $0.endsIdle() }) { return }
      case .end:
        return crew.finish()
      }
    }
  }

  /// How long the thread waits for a job, in microseconds.
  private static let idleTime = 5_000_000
  /// How long to wait for a free thread if all of them are blocked, in microseconds.
  private static let retryTime = 10_000
}

extension JobCrew.State {
  fileprivate mutating func next() -> JobCrew.Turn {
    if let job = jobs.popFirst() { return .job(job) }
    isAsleep = !isOver
    isLed = !isOver
    return isOver ? .end : .sleep
  }

  /// Returns the next job for a thread that does not belong to the crew; nil ends its turn.
  fileprivate mutating func nextOrEnd() -> JobCrew.Job? {
    defer { isLed = !jobs.isEmpty }
    return jobs.popFirst()
  }

  /// Returns whether the leader ends, because no job arrived.
  ///
  /// If false, a signal for it is on its way.
  fileprivate mutating func endsIdle() -> Bool {
    guard isAsleep else { return false }
    (isAsleep, isLed) = (false, false)
    return true
  }
}
