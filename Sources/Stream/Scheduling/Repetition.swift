/// An action that runs once in each period.
///
/// As a slot it holds the next run.
final class Repetition: Slot, @unchecked Sendable {
  /// The repeated closure.
  ///
  /// It is in a struct, because a bare closure in a generic box is wrapped again at each access.
  private struct Work: Sendable {
    let run: @Sendable () -> Void
  }

  // Constants, and a variable that only the current run uses: the next is scheduled when it is over. The
  // action is released at disposal, even if the disposable is kept (law 2).
  private let action: Lock<Work?>
  private let period: Duration
  private let scheduler: any Scheduler
  private let turn = Turn()
  private var due = Duration.zero

  init(
    _ action: @escaping @Sendable () -> Void, period: Duration, on scheduler: any Scheduler
  ) {
    self.action = Lock(Work(run: action))
    self.period = period
    self.scheduler = scheduler
    super.init()
  }

  override func dispose() {
    guard close() else { return }
    let released = action.withLock { action in
      defer { action = nil }
      return action
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
      hold(next)
      let scheduled = scheduler.schedule(after: delay) { self.run() }
      if let handle = DisposableHandle.of(scheduled) { next.hold(handle) }
      if turn.startReturned() { return }
      delay = untilNext()
    }
  }

  private func run() {
    guard !isDisposed, let action = action.withLock({ $0 }) else { return }
    action.run()
    if turn.ended() { schedule(after: untilNext()) }
  }

  /// Advances `due` to the next due time, or to the last one that was missed, and returns the delay until then.
  private func untilNext() -> Duration {
    let now = scheduler.now
    guard period > .zero else {
      due = now
      return .zero
    }
    // A scheduler whose time has an end runs everything later at its end. The sum would overflow.
    if due.subtractingClamped(now) > period { due = now }
    let behind = now.subtractingClamped(due)
    let periods = behind < period ? 1 : behind.attoseconds / period.attoseconds
    due = due.addingClamped(Duration(attoseconds: period.attoseconds * periods))
    return due.subtractingClamped(now)
  }
}
