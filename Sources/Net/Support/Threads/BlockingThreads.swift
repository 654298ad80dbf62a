import Dispatch
import Foundation

/// Threads for code that may block for as long as it likes, such as the reader of a body.
///
/// They are not those of Dispatch. On Linux, all serial queues of a process share at most 255 threads. If code of a user
/// blocks all of them, nothing runs that Dispatch runs: no timeout passes, and no completion handler is called. Swift's
/// tasks have even fewer threads.
///
/// A thread starts when a job finds none, and ends after some seconds without jobs. A forked child has none of its
/// parent's threads: its first job starts one.
package final class BlockingThreads: Sendable {
  /// The threads of one process.
  private struct Crew: Sendable {
    let process: Int32
    let wakeUps = SteadySemaphore()
    var state: BlockingThreadsState
  }

  /// The threads on which bodies are opened and read.
  static let bodies = BlockingThreads("net-body", limit: 1024)

  private let name: StaticString
  private let limit: Int
  private let crew: Lock<Crew>

  /// - Parameters:
  ///   - name: The name of the threads, of up to 15 characters.
  ///   - limit: The maximum number of threads. While all of them are blocked, further jobs wait.
  package init(_ name: StaticString, limit: Int = .max) {
    self.name = name
    self.limit = limit
    crew = Lock(Crew(process: Self.process, state: BlockingThreadsState(limit: limit)))
  }

  private static var process: Int32 { ProcessInfo.processInfo.processIdentifier }

  /// Runs the job soon, on one of the threads.
  package func add(_ job: @escaping @Sendable () -> Void) {
    let process = Self.process
    let (request, wakeUps, _) = crew.withLock { crew in
      // What the parent's jobs hold is released outside of the lock.
      let parent = crew.process == process ? nil : crew
      if parent != nil { crew = Crew(process: process, state: BlockingThreadsState(limit: limit)) }
      return (crew.state.add(job), crew.wakeUps, parent)
    }
    requestThread(request, wakeUps)
  }

  /// Ends the threads when all added jobs are done.
  package func finish() {
    let (idle, wakeUps) = crew.withLock { ($0.state.finish(), $0.wakeUps) }
    for _ in 0..<idle { wakeUps.signal() }
  }

  private func requestThread(_ request: BlockingThreadsState.ThreadRequest, _ wakeUps: SteadySemaphore) {
    switch request {
    case .none: return
    case .wake: wakeUps.signal()
    case .start:
      guard !PackageThread.start(name, { self.work(wakeUps) }) else { return }
      var jobs = crew.withLock { $0.state.refused() }
      while let job = jobs.popFirst() { DispatchQueue.global().async(execute: job) }
    }
  }

  /// Runs jobs on this thread until it is no longer needed.
  private func work(_ wakeUps: SteadySemaphore) {
    crew.withLock { $0.state.arrive() }
    while true {
      switch crew.withLock({ $0.state.next() }) {
      case .run(let job, let request):
        requestThread(request, wakeUps)
        job()
      case .rest:
        guard rests(wakeUps) else { return }
      case .leave: return
      }
    }
  }

  /// Waits until this thread is woken; returns false if it leaves.
  private func rests(_ wakeUps: SteadySemaphore) -> Bool {
    while !wakeUps.wait(microseconds: Self.idleTime) {
      if crew.withLock({ $0.state.leavesIdle() }) { return false }
    }
    crew.withLock { $0.state.arrive() }
    return true
  }

  /// How long a thread without a job stays, in microseconds.
  private static let idleTime = 5_000_000
}
