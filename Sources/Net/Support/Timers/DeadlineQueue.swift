import Dispatch

/// The scheduled actions of one timer, which share one Dispatch source.
///
/// Most actions are idle timeouts, which are soon cancelled. So cancelling only clears the action, and scheduling
/// changes the source only if the action is due before all others. The source exists as long as there are entries. It
/// does not retain this object, which is released with its timer and the actions that are not cancelled.
final class DeadlineQueue: Sendable {
  private struct State {
    var heap = DeadlineHeap()
    var cancelled = 0
    var source: TimerSource?
    /// When the source fires.
    var armed = UInt64.max
  }

  private let state = Lock(State())
  /// The queue on which the source fires.
  private let queue: DispatchQueue
  /// The threads on which actions run, or nil if they run on the queue.
  private let crew: JobCrew?

  /// - Parameter queue: The queue on which actions run, or nil for dedicated threads.
  init(_ queue: DispatchQueue?) {
    self.queue = queue ?? DispatchQueue(label: "Net.DispatchTimer")
    crew = queue == nil ? JobCrew("net-timer") : nil
  }

  deinit {
    state.withLock { $0.source?.source.cancel() }
    crew?.finish()
  }

  func schedule(at deadline: UInt64, _ action: ScheduledAction) {
    state.withLock { state in
      state.heap.insert(ScheduledDeadline(deadline: deadline, action: action))
      arm(&state)
    }
  }

  /// Called when an entry was cancelled.
  func noteCancellation() {
    state.withLock { state in
      state.cancelled += 1
      // Rare enough to cost nothing, and often enough that at most half of the heap is cancelled.
      guard state.cancelled > 32, state.cancelled > state.heap.count / 2 else { return }
      state.heap.compact()
      state.cancelled = 0
      arm(&state)
    }
  }

  /// Schedules the source for the earliest entry.
  private func arm(_ state: inout State) {
    guard let earliest = state.heap.first?.deadline else {
      state.source?.source.cancel()
      state.source = nil
      state.armed = .max
      return
    }
    guard earliest < state.armed else { return }
    state.armed = earliest
    let isNew = state.source == nil
    let source =
      state.source ?? TimerSource(source: DispatchSource.makeTimerSource(flags: .strict, queue: queue))
    if isNew { source.source.setEventHandler { [weak self] in self?.fire() } }
    source.source.schedule(deadline: DispatchTime(uptimeNanoseconds: earliest), leeway: .nanoseconds(0))
    state.source = source
    if isNew { source.source.activate() }
  }

  func run(_ action: ScheduledAction) {
    if let crew { crew.add { action.run() } } else { queue.async { action.run() } }
  }

  private func fire() {
    let due = state.withLock { state in
      var due: [ScheduledAction] = []
      let now = DispatchTime.now().uptimeNanoseconds
      while let entry = state.heap.popDue(at: now) { due.append(entry.action) }
      state.armed = .max
      arm(&state)
      return due
    }
    // Not run here, because the source does not fire again before this returns, so an action that blocks would delay
    // others.
    for action in due { run(action) }
  }
}

/// A timer source.
///
/// Dispatch sources are thread-safe.
private struct TimerSource: @unchecked Sendable {
  let source: any DispatchSourceTimer
}
