import Dispatch
import Net

import class Foundation.Thread

/// Threads for code that may block them for ever, without harm to other tasks.
///
/// They are not those of Dispatch, which Swift's tasks use, too: on Linux, if a few of those are blocked, all other tasks
/// of the process share one thread, and Dispatch starts at most one more per second. A thread ends with this object. If it
/// is blocked then, it is left behind.
final class SpareThreads: TaskExecutor {
  private let jobs = Jobs()

  deinit { jobs.close() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.add { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs the job on one of the threads.
  func run(_ job: @escaping @Sendable () -> Void) { jobs.add(job) }

  /// The jobs that wait for a thread, and the threads that wait for a job.
  private final class Jobs: Sendable {
    private struct State: Sendable {
      var waiting = FIFO<@Sendable () -> Void>()
      /// How many threads wait and have not been woken.
      var idle = 0
      var isClosed = false
    }

    private enum Turn: Sendable {
      case run(@Sendable () -> Void)
      case wait, end
    }

    private let state = Lock(State())
    private let wakeUps = DispatchSemaphore(value: 0)

    func add(_ job: @escaping @Sendable () -> Void) {
      let wakes = state.withLock { state in
        state.waiting.append(job)
        guard state.idle > 0 else { return false }
        state.idle -= 1
        return true
      }
      if wakes { wakeUps.signal() } else { Thread.detachNewThread { while self.runsOn() {} } }
    }

    func close() {
      let idle = state.withLock { state in
        defer { (state.idle, state.isClosed) = (0, true) }
        return state.idle
      }
      for _ in 0..<idle { wakeUps.signal() }
    }

    /// Runs the next job or waits for one; returns false when there will be none.
    private func runsOn() -> Bool {
      let turn = state.withLock { state -> Turn in
        if let job = state.waiting.popFirst() { return .run(job) }
        if state.isClosed { return .end }
        state.idle += 1
        return .wait
      }
      switch turn {
      case .run(let job): job()
      case .wait: wakeUps.wait()
      case .end: return false
      }
      return true
    }
  }
}
