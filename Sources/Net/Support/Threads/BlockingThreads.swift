import Dispatch

/// Threads for code that may block for as long as it likes, such as the reader of a body.
///
/// They are not those of Dispatch. On Linux, all serial queues of a process share at most 255 threads. If code of a user
/// blocks all of them, nothing runs that Dispatch runs: no timeout passes, and no completion handler is called. Swift's
/// tasks have even fewer threads.
///
/// A thread starts when a job finds none, and ends after some seconds without jobs.
package final class BlockingThreads: Sendable {
  /// The threads on which bodies are opened and read.
  static let bodies = BlockingThreads("net-body", limit: 1024)

  private let name: StaticString
  private let state: Lock<BlockingThreadsState>
  private let wakeUps = SteadySemaphore()

  /// - Parameters:
  ///   - name: The name of the threads, of up to 15 characters.
  ///   - limit: The maximum number of threads. While all of them are blocked, further jobs wait.
  package init(_ name: StaticString, limit: Int = .max) {
    self.name = name
    state = Lock(BlockingThreadsState(limit: limit))
  }

  /// The number of threads.
  package var count: Int { state.withLock { $0.count } }

  /// Runs the job soon, on one of the threads.
  package func add(_ job: @escaping @Sendable () -> Void) { summon(state.withLock { $0.add(job) }) }

  /// Ends the threads when all added jobs are done.
  package func finish() {
    let idle = state.withLock { $0.finish() }
    for _ in 0..<idle { wakeUps.signal() }
  }

  private func summon(_ summons: BlockingThreadsState.Summons) {
    switch summons {
    case .none: return
    case .wake: wakeUps.signal()
    case .start:
      guard !PackageThread.start(name, { self.work() }) else { return }
      var jobs = state.withLock { $0.refused() }
      while let job = jobs.popFirst() { DispatchQueue.global().async(execute: job) }
    }
  }

  /// Runs jobs on this thread until it is no longer needed.
  private func work() {
    state.withLock { $0.arrive() }
    while true {
      switch state.withLock({ $0.next() }) {
      case .run(let job, let summons):
        summon(summons)
        job()
      case .rest:
        guard rests() else { return }
      case .leave: return
      }
    }
  }

  /// Waits until this thread is woken; returns false if it leaves.
  private func rests() -> Bool {
    while !wakeUps.wait(microseconds: Self.idleTime) {
      if state.withLock({ $0.leavesIdle() }) { return false }
    }
    state.withLock { $0.arrive() }
    return true
  }

  /// How long a thread without a job stays, in microseconds.
  private static let idleTime = 5_000_000
}
