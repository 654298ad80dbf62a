import Dispatch
import Foundation
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
  private let fallbackQueue: DispatchQueue?
  private let yields: Int

  /// - Parameters:
  ///   - name: The name of the threads.
  ///   - limit: The maximum number of threads.
  ///   - fallbackQueue: The queue on which jobs run while the system refuses a thread, or nil for the thread that adds
  ///     them.
  ///   - yields: How many times the thread gives up the processor before it sleeps. Some are cheaper than sleeping, if
  ///     jobs follow each other quickly.
  init(
    _ name: StaticString, limit: Int = ThreadCrew.limit, fallbackQueue: DispatchQueue? = nil, yields: Int = 0
  ) {
    crew = ThreadCrew(name, limit: limit)
    self.fallbackQueue = fallbackQueue
    self.yields = yields
  }

  /// The number of jobs that no thread has taken yet.
  var waitingCount: Int { waiting.load(ordering: .relaxed) }

  func add(_ job: @escaping Job) { add(callsOut: true, job) }

  /// Adds a job; one that does not call code of the user runs even while all threads are blocked.
  @inline(never)
  func add(callsOut: Bool, _ job: @escaping Job) {
    waiting.add(1, ordering: .relaxed)
    let (begins, wakes) = state.withLock { $0.add(job, callsOut: callsOut) }
    if wakes { arrival.signal() }
    guard begins, !crew.begin(self) else { return }
    state.withLock { $0.refused() }
    if let fallbackQueue { fallbackQueue.async { self.runWithoutLeader() } } else { runWithoutLeader() }
  }

  /// Runs the jobs without a thread of the crew, until one leads.
  private func runWithoutLeader() {
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
      linger()
      switch state.withLock({ $0.next() }) {
      case .job(let job, let callsOut):
        waiting.subtract(1, ordering: .relaxed)
        if !crew.mayCallOut(self) {
          guard callsOut else {
            job()
            continue
          }
          waitForThread()
        }
        guard crew.callOut(self, job) else { return }
      case .sleep:
        if !arrival.wait(microseconds: Self.idleTime), state.withLock({ $0.endsIdle() }) { return }
      case .end:
        return crew.finish()
      }
    }
  }

  /// Waits a moment for a job, so that the thread that adds it need not wake this one.
  private func linger() {
    for _ in 0..<yields {
      guard waitingCount == 0 else { return }
      sched_yield()
    }
  }

  /// Waits while all other threads are blocked, and meanwhile runs jobs that do not call code of the user.
  private func waitForThread() {
    while !crew.mayCallOut(self) {
      if let job = state.withLock({ $0.takeInternal() }) {
        waiting.subtract(1, ordering: .relaxed)
        job()
      } else {
        _ = arrival.wait(microseconds: Self.retryTime)
      }
    }
  }

  /// How long the thread waits for a job, in microseconds.
  private static let idleTime = 5_000_000
  /// How long to wait for a free thread if all of them are blocked, in microseconds.
  private static let retryTime = 10_000
}
