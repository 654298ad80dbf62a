import Foundation

/// Two crews that share jobs, for jobs that compute more than they wait.
///
/// A job runs on the crew of the thread that adds it, where its data is in the cache of the processor. It runs on the
/// other one if jobs wait on both, or on the first alone, and the other has fewer. So a chain of jobs of which each
/// adds the next stays on one thread, and a burst of jobs uses two processors. Jobs of different crews run in any
/// order.
final class JobCrewPair: Sendable {
  private let first: JobCrew
  /// Nil on a machine with one processor.
  private let second: JobCrew?

  init(_ name: StaticString, processors: Int = ProcessInfo.processInfo.activeProcessorCount) {
    first = JobCrew(name)
    second = processors > 1 ? JobCrew(name) : nil
  }

  func add(_ job: @escaping JobCrew.Job) { nextCrew.add(job) }

  /// Ends the threads when all added jobs are done.
  func finish() {
    first.finish()
    second?.finish()
  }

  private var nextCrew: JobCrew {
    guard let second else { return first }
    let (own, other) = CrewThread.current === second ? (second, first) : (first, second)
    // Another thread may change the numbers meanwhile, which only makes the shares less even.
    let waiting = own.waitingCount
    return waiting > 0 && other.waitingCount < waiting ? other : own
  }
}
