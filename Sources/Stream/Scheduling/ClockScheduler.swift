/// Runs actions by any clock whose durations are `Duration`, one at a time.
///
/// Use it with a test's clock, or with a clock that stops while the machine sleeps.
///
/// ```swift
/// let scheduler = ClockScheduler(clock: SuspendingClock())
/// scheduler.schedule(after: .seconds(1)) { print("a second later") }
/// ```
///
/// A delay may be longer than the clock can express; such an action never runs, but can be disposed of.
///
/// Actions run in the order of their due times, and among equal times in the order they were scheduled, on the
/// threads that tasks use. Disposing ends the clock's sleep.
public struct ClockScheduler<Time: Clock>: Scheduler where Time.Duration == Duration {
  private let agenda: Agenda<Time>

  /// Creates a scheduler that uses the clock; its time starts at zero now.
  public init(clock: Time) { agenda = Agenda(clock) }

  /// The time on the clock since this scheduler was created.
  public var now: Duration { agenda.now }

  /// Runs the action after those that are already due.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: .zero, action)
  }

  /// Runs the action once the delay has passed.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    agenda.add(ScheduledAction(action), after: delay)
  }
}

private final class Agenda<Time: Clock>: Sendable where Time.Duration == Duration {
  private struct Entry: Sendable {
    let due: Duration
    let number: Int
    let action: ScheduledAction
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    var nextNumber = 0
  }

  private let clock: Time
  private let origin: Time.Instant
  private let state = Lock(State())
  private let gate = Gate<Duration>()

  init(_ clock: Time) {
    self.clock = clock
    origin = clock.now
  }

  var now: Duration { origin.duration(to: clock.now) }

  func add(_ action: ScheduledAction, after delay: Duration) -> any Disposable {
    // A delay such as `.seconds(.max)`, which stands for never, may be added to any time.
    let due = now.addingClamped(min(max(delay, .zero), .seconds(Int64.max)))
    let number = state.withLock { state in
      state.nextNumber += 1
      let entry = Entry(due: due, number: state.nextNumber, action: action)
      let index = state.entries.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
      state.entries.insert(entry, at: index)
      return entry.number
    }
    // Detached, so that it inherits nothing from the caller's context.
    let task = Task.detached { [self] in
      if delay > .zero { try await sleep(until: due) }
      runDue(at: due)
    }
    action.onDispose { [weak self] in
      task.cancel()
      self?.remove(number)
    }
    return action
  }

  /// Sleeps until a time, in parts of at least 146 years, because clocks of the system cannot express every time.
  ///
  /// A test may advance its clock further than that. Each part is twice as long as the last one, so there are only few.
  private func sleep(until due: Duration) async throws {
    var longest = Duration.nanoseconds(Int64.max / 2)
    while true {
      let next = min(due, now + longest)
      try await clock.sleep(until: origin.advanced(by: next), tolerance: nil)
      if next == due { return }
      longest *= 2
    }
  }

  /// Runs what is due by now, and at least what is due by the given time.
  private func runDue(at due: Duration) {
    guard gate.enter() else {
      if gate.call(due) { drain() }
      return
    }
    runAll(dueBy: due)
    if !gate.leave() { drain() }
  }

  private func drain() {
    while let batch = gate.take() {
      for due in batch { runAll(dueBy: due) }
    }
  }

  private func runAll(dueBy due: Duration) {
    let limit = max(due, now)
    while let action = next(dueBy: limit) { action.run() }
  }

  private func next(dueBy limit: Duration) -> ScheduledAction? {
    state.withLock { state in
      guard let first = state.entries.first, first.due <= limit else { return nil }
      return state.entries.removeFirst().action
    }
  }

  private func remove(_ number: Int) {
    state.withLock { state in state.entries.removeAll { $0.number == number } }
  }
}
