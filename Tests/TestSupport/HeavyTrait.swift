#if canImport(Testing)
  import Foundation
  package import Testing

  /// Runs a test that keeps a processor busy for long away from the threads that all tasks share.
  ///
  /// Those are as many as there are processors. Two such tests would stop every test that waits for something, until its
  /// patience ends, on a machine with two. Half of the processors are for them, so that the others go on meanwhile.
  package struct HeavyTrait: TestTrait, SuiteTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      guard testCase != nil else { return try await function() }
      try await withTaskExecutorPreference(HeavyExecutor.shared) { try await function() }
    }
  }

  extension Trait where Self == HeavyTrait {
    /// For a test that keeps a processor busy for more than a second.
    package static var heavy: HeavyTrait { HeavyTrait() }
  }

  private final class HeavyExecutor: TaskExecutor {
    static let shared = HeavyExecutor()

    private let queue: OperationQueue

    private init() {
      queue = OperationQueue()
      queue.name = "heavy tests"
      queue.maxConcurrentOperationCount = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // The executor, which lives as long as the process, outlives the reference to it.
      queue.addOperation { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
#endif
