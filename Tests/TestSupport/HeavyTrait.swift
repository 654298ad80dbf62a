#if canImport(Testing)
  import Foundation
  package import Testing

  /// Has a test that keeps processors busy for long wait for its turn, and runs it away from the threads that all tasks
  /// share.
  ///
  /// Those are as many as there are processors. Were they kept busy, every test that waits for something would have to
  /// wait for them, too, as every test begins at once. There are as many turns as processors.
  package struct HeavyTrait: TestTrait, SuiteTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      guard testCase != nil else { return try await function() }
      await HeavyTurns.shared.enter()
      defer { HeavyTurns.shared.leave() }
      try await withTaskExecutorPreference(HeavyExecutor.shared) { try await function() }
    }
  }

  extension Trait where Self == HeavyTrait {
    /// For a test that keeps a processor busy for more than half a second, in this process or in one that it starts.
    package static var heavy: HeavyTrait { HeavyTrait() }
  }

  /// Who may run, in the order in which they came.
  private final class HeavyTurns: @unchecked Sendable {
    static let shared = HeavyTurns()

    // The lock guards what follows.
    private let lock = NSLock()
    private var free = ProcessInfo.processInfo.activeProcessorCount
    private var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []

    func enter() async {
      await withCheckedContinuation { continuation in
        let runsNow = lock.withLock {
          guard free > 0 else {
            waiting.append(continuation)
            return false
          }
          free -= 1
          return true
        }
        if runsNow { continuation.resume() }
      }
    }

    func leave() {
      let next = lock.withLock {
        if waiting.isEmpty { free += 1 }
        return waiting.popFirst()
      }
      next?.resume()
    }
  }

  private final class HeavyExecutor: TaskExecutor {
    static let shared = HeavyExecutor()

    private let queue = OperationQueue()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // The executor, which lives as long as the process, outlives the reference to it.
      queue.addOperation { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
#endif
