import Dispatch

/// The actions that one timer has to run, behind one source of Dispatch.
///
/// Most of what is scheduled is an idle timeout that is cancelled a moment later. So cancelling only empties the
/// action, and scheduling touches the source only where the action is due before all others. The source lives as long
/// as there are entries, and keeps the queue alive meanwhile.
final class DeadlineQueue: Sendable {
  private struct State {
    var heap = DeadlineHeap()
    var calledOff = 0
    var source: TimerSource?
    /// When the source is to fire.
    var armed = UInt64.max
  }

  private let state = Lock(State())
  /// Where the source fires.
  private let queue: DispatchQueue
  /// Where actions run; nil runs them on the queue.
  private let crew: JobCrew?

  /// - Parameter queue: Where actions run; nil runs them on threads of their own.
  init(_ queue: DispatchQueue?) {
    self.queue = queue ?? DispatchQueue(label: "Net.DispatchTimer")
    crew = queue == nil ? JobCrew("net-timer") : nil
  }

  deinit { crew?.finish() }

  func schedule(at deadline: UInt64, _ action: ScheduledAction) {
    state.withLock { state in
      state.heap.insert(DeadlineHeap.Entry(deadline: deadline, action: action))
      arm(&state)
    }
  }

  /// One of the entries was cancelled.
  func noteCalledOff() {
    state.withLock { state in
      state.calledOff += 1
      // So rarely that it costs nothing, and so often that no more than half of the heap is dead.
      guard state.calledOff > 32, state.calledOff > state.heap.count / 2 else { return }
      state.heap.compact()
      state.calledOff = 0
      arm(&state)
    }
  }

  /// Sees to it that the source fires in time for the earliest entry.
  private func arm(_ state: inout State) {
    guard let earliest = state.heap.earliest else {
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
    if isNew { source.source.setEventHandler { self.fire() } }
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
    // Not here, since the source does not fire again before this returns: one that blocks would hold up the others.
    for action in due { run(action) }
  }
}

/// A timer source.
///
/// Dispatch guards its sources itself: they may be used from any thread.
private struct TimerSource: @unchecked Sendable {
  let source: any DispatchSourceTimer
}
