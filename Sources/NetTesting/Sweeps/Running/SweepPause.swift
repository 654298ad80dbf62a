import Dispatch
import Foundation

/// Waits in real time for code outside of the executor of a run, before the virtual time advances.
///
/// Such code may be about to use the network: a completion handler on the main queue, a main actor, an unstructured
/// task. If the time advanced meanwhile, its requests would reach their timeouts although nothing was slow.
///
/// First comes one hop over the main queue, which runs its blocks in order, one over another queue, and one
/// over the pool of the tasks, by as many tasks as it has threads. If code outside is expected, it is also
/// given a moment to continue.
struct SweepPause {
  private let executor: SweepExecutor
  /// How long the pauses of a run may last together, apart from the hops.
  private var remaining: Duration
  /// How long one hop may last.
  private let limit: Duration
  /// Whether outside code is expected, although it has not taken part in this run.
  private let expectsCode: Bool
  /// Before an advance of at least this duration, the run also waits for code that has not taken part yet.
  private static let long = Duration.seconds(1)

  init(_ executor: SweepExecutor, upTo limit: Duration, expectsCode: Bool) {
    self.executor = executor
    remaining = limit
    self.limit = limit
    self.expectsCode = expectsCode
  }

  /// Returns whether to wait for code outside before the time advances this far.
  static func isNeeded(before advance: Duration, _ executor: SweepExecutor) -> Bool {
    advance >= long || advance > .zero && executor.foreign > 0
  }

  /// Waits before an advance of the virtual time; returns false if something happened meanwhile.
  ///
  /// - `version`: That of the changes of the executor when the run last did something.
  mutating func wait(before advance: Duration, after version: Int) async -> Bool {
    guard executor.changes.version == version else { return false }
    let start = ContinuousClock.now
    await hop()
    guard executor.changes.version == version else { return false }
    guard advance >= Self.long, expectsCode || executor.foreign > 0, remaining > .zero else { return true }
    // On a loaded machine both the hop and the code outside take long.
    let moment = min(remaining, max(.milliseconds(20), start.duration(to: .now) * 4))
    let paused = ContinuousClock.now
    await executor.changes.wait(after: version, upTo: moment)
    remaining -= paused.duration(to: .now)
    return executor.changes.version == version
  }

  private func hop() async {
    for queue in [DispatchQueue.main, DispatchQueue(label: "NetTesting.pause")] {
      let changes = Changes()
      queue.async { changes.notify() }
      await changes.wait(after: 0, upTo: limit)
    }
    let pool = Changes()
    let count = ProcessInfo.processInfo.activeProcessorCount
    for _ in 0..<count { Task.detached(priority: Task.currentPriority) { pool.notify() } }
    for version in 0..<count { await pool.wait(after: version, upTo: limit) }
  }
}
