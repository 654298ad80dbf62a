import Net

/// Ends a sweep as failed if one of its runs keeps its thread in real time: in a loop without `await`, or blocked.
///
/// Nothing can end such a run. So the sweep runs on a thread that it can leave behind, and a timer looks at it now and
/// then.
final class SweepWatch: Sendable {
  /// Tells the time; tests replace it.
  @TaskLocal static var timer: any NetworkTimer = DispatchTimer()

  /// A run that keeps its thread.
  struct Stuck: Sendable {
    var name: SweepRepeat?
    /// The number of the run, from 1.
    var run: Int
    /// Its last request; nil without one.
    var last: RecordedRequest?
    /// How many requests it sent.
    var requests: Int
    /// The virtual time.
    var time: Duration
  }

  private struct State: Sendable {
    var continuation: CheckedContinuation<SweepReport, any Error>?
    var task: Task<Void, Never>?
    var isCancelled = false
    var scheduled: (any Cancellation)?
    /// The number of the scheduled look.
    var look = 0
    // The run in progress.
    var control: SweepControl?
    var name: SweepRepeat?
    var runs = 0
    // What the last look saw.
    var seen: Sighting?
    var looks = 0
  }

  /// The state of a run at a look: the same at two looks if nothing happened in between.
  private struct Sighting: Sendable, Hashable {
    var run: Int
    var turn: Int
  }

  private let state = Lock(State())
  /// How many looks must see the same, so that a process that did not run for a while is not mistaken for a loop.
  private static let looks = 4

  /// Notes the beginning of a run.
  func begin(_ control: SweepControl, name: SweepRepeat?) {
    state.withLock { state in
      state.control = control
      state.name = name
      state.runs += 1
    }
  }

  /// Notes the end of a run.
  func end() {
    let ended = state.withLock { state in
      defer { state.control = nil }
      return state.control
    }
    withExtendedLifetime(ended) {}
  }

  /// Runs a sweep on its own thread, and returns its report, or another one if a run keeps that thread.
  ///
  /// - Parameters:
  ///   - limit: How long a run may keep the thread.
  ///   - search: The sweep.
  ///   - stuck: Returns the report on a run that keeps its thread.
  /// - Returns: The report.
  /// - Throws: What the sweep throws.
  func watching(
    upTo limit: Duration, _ search: @escaping @concurrent @Sendable () async throws -> SweepReport,
    stuck: @escaping @Sendable (Stuck) -> SweepReport
  ) async throws -> SweepReport {
    let timer = Self.timer
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.continuation = continuation }
        let task = Task(executorPreference: SpareThreads()) {
          let result: Result<SweepReport, any Error>
          do { result = .success(try await search()) } catch { result = .failure(error) }
          self.finish(result)
        }
        let isCancelled = state.withLock { state in
          if state.continuation != nil { state.task = task }
          return state.isCancelled
        }
        if isCancelled { task.cancel() }
        look(after: max(limit, .milliseconds(1)) / Self.looks, timer, stuck)
      }
    } onCancel: {
      let task = state.withLock { state in
        state.isCancelled = true
        return state.task
      }
      task?.cancel()
    }
  }

  private func finish(_ result: Result<SweepReport, any Error>) {
    let (continuation, scheduled) = state.withLock { state in
      defer { (state.continuation, state.scheduled, state.task) = (nil, nil, nil) }
      return (state.continuation, state.scheduled)
    }
    scheduled?.cancel()
    continuation?.resume(with: result)
  }

  // MARK: - Looking

  private func look(
    after delay: Duration, _ timer: any NetworkTimer, _ stuck: @escaping @Sendable (Stuck) -> SweepReport
  ) {
    let number = state.withLock { state in
      state.look += 1
      return state.look
    }
    let scheduled = timer.schedule(after: delay) { [weak self] in
      guard let self else { return }
      guard let found = self.look() else { return self.look(after: delay, timer, stuck) }
      let task = self.state.withLock { $0.task }
      self.finish(.success(stuck(found)))
      // If the run suspends after all, its sweep ends there.
      task?.cancel()
    }
    let isLate = state.withLock { state in
      // The time may be over on another thread, which has scheduled the next look.
      guard state.continuation != nil, state.look == number else { return true }
      state.scheduled = scheduled
      return false
    }
    if isLate { scheduled.cancel() }
  }

  /// Looks at the run in progress; returns it if nothing has happened in it for long.
  private func look() -> Stuck? {
    let (control, run, name) = state.withLock { ($0.control, $0.runs, $0.name) }
    let sighting = control?.executor.turn.map { Sighting(run: run, turn: $0) }
    let isStuck = state.withLock { state in
      state.looks = sighting != nil && sighting == state.seen ? state.looks + 1 : 0
      state.seen = sighting
      return state.looks >= Self.looks
    }
    guard isStuck, let control else { return nil }
    let requests = control.requests
    return Stuck(
      name: name, run: run, last: requests.last?.request, requests: requests.count, time: control.timer.now)
  }
}

extension SweepWatch.Stuck {
  /// What happened, as text.
  func message(limit: Duration) -> String {
    let sent =
      last.map { "It sent \(requests.counted("request")), the last one \($0)" }
      ?? "It sent no request"
    return """
      The run kept its thread for \(limit) of real time without suspending: it is in a loop without an await, or blocks \
      the thread, as a semaphore does. \(sent), and the virtual time is \(time). Nothing can end such a run, so the sweep \
      ends here, and its thread is left behind. To find the line, pause the process in a debugger. If the run only takes \
      long, raise limits.blocking.
      """
  }
}
