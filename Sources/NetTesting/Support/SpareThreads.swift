import Net

/// Threads for code that may block them forever, without harm to other tasks.
///
/// They are not those of Dispatch, which Swift's tasks use, too: on Linux, if a few of those are blocked, all other tasks
/// of the process share one thread, and Dispatch starts at most one more per second. The threads end with this object. One
/// that is blocked then is left behind.
final class SpareThreads: TaskExecutor {
  private let threads = BlockingThreads("net-testing")

  deinit { threads.finish() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.add { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs the job on one of the threads.
  func run(_ job: @escaping @Sendable () -> Void) { threads.add(job) }

  /// Returns a lane on these threads.
  func makeLane() -> BlockingLane { BlockingLane(on: threads) }
}
