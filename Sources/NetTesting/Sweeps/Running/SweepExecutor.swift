import Dispatch
import Foundation
import Net

/// Runs the jobs of one run one after another, on the thread that drives the run.
final class SweepExecutor: TaskExecutor {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    /// The position of the next job in `jobs`.
    var next = 0
    var driver: ObjectIdentifier?
    var foreign = 0
    /// How often the driver looked for a job.
    var turns = 0
    var isRetired = false
    var abandonsJobs = false
  }

  private let state = Lock(State())
  /// Notified when something happens outside of the driving thread.
  let changes = Changes()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = ObjectIdentifier(Thread.current)
    let (isForeign, runsElsewhere) = state.withLock { state in
      if state.isRetired { return (false, !state.abandonsJobs) }
      state.jobs.append(job)
      let isForeign = state.driver != thread
      if isForeign { state.foreign += 1 }
      return (isForeign, false)
    }
    // What remains of a run that has ended runs elsewhere, so that it is not lost.
    if runsElsewhere {
      return DispatchQueue.global().async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
    if isForeign { changes.notify() }
  }

  /// Notes that the run did something; something that happens outside of the driving thread is counted.
  func noteActivity() {
    let thread = ObjectIdentifier(Thread.current)
    let isForeign = state.withLock { state in
      let isForeign = state.driver != thread
      if isForeign { state.foreign += 1 }
      return isForeign
    }
    if isForeign { changes.notify() }
  }

  /// How often something happened outside of the driving thread.
  var foreign: Int { state.withLock { $0.foreign } }

  /// Makes this thread the driving one.
  func beginDriving() {
    let thread = ObjectIdentifier(Thread.current)
    state.withLock { state in
      state.driver = thread
      state.turns += 1
    }
  }

  func endDriving() { state.withLock { $0.driver = nil } }

  /// A number that changes as long as the run continues; nil while its thread waits for something outside.
  var turn: Int? { state.withLock { $0.driver == nil ? nil : $0.turns } }

  /// Runs one job; returns false if there is none.
  func runNext() -> Bool {
    let job = state.withLock { state -> UnownedJob? in
      state.turns += 1
      guard state.next < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.next = 0
        return nil
      }
      state.next += 1
      return state.jobs[state.next - 1]
    }
    guard let job else { return false }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs jobs until there are none; returns false if there are still some after very many, as in a loop with
  /// `Task.yield()`.
  @discardableResult
  func runJobs() -> Bool {
    for _ in 0..<Self.jobLimit {
      if !runNext() { return true }
    }
    return false
  }

  /// How many jobs run before the time advances although there are more.
  private static let jobLimit = 1_000

  /// Runs jobs on a global queue from now on.
  ///
  /// - `abandonsJobs`: Whether they never run, because the body does not end and would use a processor forever.
  func retire(abandonsJobs: Bool) {
    state.withLock { state in
      state.isRetired = true
      state.abandonsJobs = abandonsJobs
    }
    if !abandonsJobs { runJobs() }
  }
}
