#if canImport(Testing)
  import Foundation
  package import Testing

  /// Makes a CPU-bound test wait for its turn, and runs it outside the threads that all tasks share.
  ///
  /// There are as many shared threads as processors. If CPU-bound tests occupied them, every test that waits for an
  /// event would be delayed as well, because all tests start together. There are as many turns as processors.
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
    /// Marks a test that keeps a processor busy for more than half a second, in this process or in one that it starts.
    package static var heavy: HeavyTrait { HeavyTrait() }
  }

  /// The queue of tests that wait to run, first come, first served.
  private final class HeavyTurns: @unchecked Sendable {
    static let shared = HeavyTurns()

    // The lock guards the following properties.
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
      // The executor lives as long as the process, so it outlives the reference.
      queue.addOperation { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
#endif
