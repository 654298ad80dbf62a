/// An action that runs once in each period.
///
/// A run schedules the next one before it calls the action. So at equal times the next run comes before what the action
/// has scheduled, as with a timer that repeats.
///
/// Its ``Slot`` holds the next run.
final class Repetition: Slot, @unchecked Sendable {
  /// The repeated closure.
  ///
  /// It is in a struct, because a bare closure in a generic box is wrapped again at each access.
  private struct Work: Sendable {
    let run: @Sendable () -> Void
  }

  private struct State: Sendable {
    /// Released at disposal, even if the disposable is kept (law 2).
    var work: Work?
    var isRunning = false
    /// Whether another run has become due while the action was running.
    var hasMissedARun = false
  }

  // Constants, a lock, and two variables that only the current run uses, or, once it has missed one, nobody else.
  private let state: Lock<State>
  private let period: Duration
  private let scheduler: any Scheduler
  private let turn = Turn()
  private var due = Duration.zero
  /// The slot of the run that is scheduled.
  private var scheduled: Slot?

  init(
    _ action: @escaping @Sendable () -> Void, period: Duration, on scheduler: any Scheduler
  ) {
    state = Lock(State(work: Work(run: action)))
    self.period = period
    self.scheduler = scheduler
    super.init()
  }

  override func dispose() {
    guard close() else { return }
    let released = state.withLock { state in
      defer { state.work = nil }
      return state.work
    }
    _ = released  // Released here, outside the lock.
  }

  func start(after delay: Duration) {
    due = scheduler.now.addingClamped(max(delay, .zero))
    schedule(after: delay)
  }

  /// Schedules the next run.
  ///
  /// It is a loop, because a scheduler may run a due action before `schedule` returns.
  private func schedule(after first: Duration) {
    var delay = first
    while !isDisposed {
      turn.begin()
      // A separate slot, because the handle may be known only after the run.
      let next = Slot()
      scheduled = next
      hold(next)
      let handle = scheduler.schedule(after: delay) { self.run() }
      if let handle = DisposableHandle.of(handle) { next.hold(handle) }
      if turn.startReturned() { return }
      delay = untilNext()
    }
  }

  private func run() {
    guard !isDisposed, let work = begin() else { return }
    // What has begun is not disposed of: some schedulers would cancel the task that is running now.
    if let scheduled { forget(scheduled) }
    scheduled = nil
    // Without a period the next run is due now, and inside `schedule` it might begin now.
    guard period > .zero, !turn.isStarting else {
      work.run()
      _ = end()
      if turn.ended() { schedule(after: untilNext()) }
      return
    }
    schedule(after: advance(to: .next))
    work.run()
    if end() { schedule(after: advance(to: .latest)) }
  }

  /// Returns the work, unless the previous run has not ended yet.
  ///
  /// That one then makes up for this one.
  private func begin() -> Work? {
    state.withLock { state in
      state.hasMissedARun = state.isRunning
      guard !state.isRunning else { return nil }
      state.isRunning = true
      return state.work
    }
  }

  /// Returns whether a run has been missed.
  private func end() -> Bool {
    state.withLock { state in
      state.isRunning = false
      return state.hasMissedARun
    }
  }

  /// Returns the delay between a run that is over and the next one, which is due at once if it has been missed.
  private func untilNext() -> Duration {
    guard period > .zero else { return .zero }
    return advance(to: scheduler.now.subtractingClamped(due) < period ? .next : .latest)
  }

  private enum Step { case latest, next }

  /// Advances `due` by whole periods, to the latest due time that has passed or to the next one.
  ///
  /// Returns the delay until then.
  private func advance(to step: Step) -> Duration {
    let now = scheduler.now
    let behind = max(.zero, now.subtractingClamped(due))
    let periods = behind.attoseconds / period.attoseconds
    due = due.addingClamped(Duration(attoseconds: period.attoseconds * periods))
    if step == .next { due = due.addingClamped(period) }
    return due.subtractingClamped(now)
  }
}
