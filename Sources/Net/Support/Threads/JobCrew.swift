import Synchronization

/// Runs jobs in the order they are added, on one thread at a time, but a job that blocks does not delay others.
///
/// The first job starts a thread, which ends after some seconds without jobs.
final class JobCrew: CrewDuty {
  typealias Job = @Sendable () -> Void

  private let crew: ThreadCrew
  private let state = Lock(JobCrewState())
  private let arrival = SteadySemaphore()
  /// The number of jobs that wait, which other threads read without the lock.
  private let waiting = Atomic(0)

  init(_ name: StaticString, limit: Int = ThreadCrew.limit) { crew = ThreadCrew(name, limit: limit) }

  /// The number of threads.
  var threadCount: Int { crew.count }

  /// The number of jobs that no thread has taken yet.
  var waitingCount: Int { waiting.load(ordering: .relaxed) }

  @inline(never)
  func add(_ job: @escaping Job) {
    waiting.add(1, ordering: .relaxed)
    let (begins, wakes) = state.withLock { $0.add(job) }
    if wakes { arrival.signal() }
    guard begins, !crew.begin(self) else { return }
    // Without another thread, this one runs the jobs, until one of the crew leads.
    state.withLock { $0.refused() }
    while let job = state.withLock({ $0.takeWithoutLeader() }) {
      waiting.subtract(1, ordering: .relaxed)
      job()
    }
  }

  /// Ends the threads when all added jobs are done.
  func finish() {
    let (isLed, wakes) = state.withLock { $0.finish() }
    if wakes { arrival.signal() }
    if !isLed { crew.finish() }
  }

  func lead() {
    while true {
      switch state.withLock({ $0.next() }) {
      case .job(let job):
        waiting.subtract(1, ordering: .relaxed)
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
