import Net

/// Runs the check of a law on its own thread, which is left behind if the subject blocks it forever.
enum LawRun {
  /// How long a check may take in real time.
  ///
  /// A check waits for `ContractPatience.limit` at most for what does not happen, so one that takes longer is blocked.
  @TaskLocal static var limit = Duration.seconds(60)

  /// The finding for a check that did not return.
  static var found: String {
    """
    it blocks the thread that calls it, or never returns, for \(limit) of real time. It may call other code, such as a \
    receiver, while it holds a lock. The check ends here, and its thread is left behind
    """
  }

  /// Returns the result of the check; nil if it does not return within the limit.
  static func result(
    of check: @escaping @concurrent @Sendable () async throws -> Void
  ) async -> Result<Void, any Error>? {
    let ending = Ending()
    let check = Task(executorPreference: SpareThreads()) {
      let result: Result<Void, any Error>
      do { result = .success(try await check()) } catch { result = .failure(error) }
      ending.set(result)
    }
    // A separate task, because a cancelled one does not wait.
    let waiting = Task { [limit] in await ending.wait(within: limit) }
    return await withTaskCancellationHandler {
      let result = await waiting.value
      // If the check suspends after all, it ends there.
      if result == nil { check.cancel() }
      return result
    } onCancel: {
      check.cancel()
    }
  }

  /// Returns the result of a synchronous check; nil if it does not return within the limit.
  ///
  /// Blocks the calling thread.
  static func value<Value: Sendable>(of check: @escaping @Sendable () -> Value) -> Value? {
    let value = SharedLock<Value?>(nil)
    let done = SteadySemaphore()
    Task(executorPreference: SpareThreads()) {
      let found = check()
      value.withLock { $0 = found }
      done.signal()
    }
    return done.wait(within: limit) ? value.withLock { $0 } : nil
  }

  /// How a check ended.
  private final class Ending: Sendable {
    private let result = Lock<Result<Void, any Error>?>(nil)
    private let changes = Changes()

    func set(_ result: Result<Void, any Error>) {
      self.result.withLock { $0 = result }
      changes.notify()
    }

    func wait(within limit: Duration) async -> Result<Void, any Error>? {
      let deadline = ContinuousClock.now + limit
      while true {
        let version = changes.version
        if let result = result.withLock({ $0 }) { return result }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return nil }
        await changes.wait(after: version, upTo: left)
      }
    }
  }
}
