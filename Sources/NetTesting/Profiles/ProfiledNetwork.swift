import Net

/// Performs the actions of a ``NetworkModel``, and wakes it on a timer.
final class ProfiledNetwork: Sendable {
  private struct Entry: Sendable {
    let task: ProfiledTask
    var isStarted = false
    var isCancelled = false
  }

  private struct State: Sendable {
    var model: NetworkModel
    /// The tasks whose end has not been delivered.
    var tasks: [Int: Entry] = [:]
    var lastTask = 0
    /// The actions that have not been performed yet, in order.
    var queue: [(id: Int, action: NetworkModel.Action)] = []
    /// The tasks for which an action is being performed.
    var busy: Set<Int> = []
    /// The paused tasks.
    var paused: Set<Int> = []
    /// When the timer wakes the model, and the number of that wake.
    var wakeTime: Duration?
    var wakeNumber = 0
    var wake: (any Cancellation)?
    /// The removed tasks and actions, which are released without the lock held.
    var removed: [any Sendable] = []

    mutating func takeRemoved() -> [any Sendable] {
      defer { (removed, model.ended) = ([], []) }
      return removed + model.ended
    }

    /// Removes and returns the first action of a task for which no other action is being performed.
    ///
    /// The body and the end of a paused task are held back, and the actions after them.
    mutating func takeAction() -> (id: Int, task: ProfiledTask, action: NetworkModel.Action)? {
      var blocked = busy
      for (index, entry) in queue.enumerated() where !blocked.contains(entry.id) {
        guard let task = tasks[entry.id]?.task else { continue }
        if case .deliver(let event) = entry.action, event.waitsForPause, paused.contains(entry.id) {
          blocked.insert(entry.id)
          continue
        }
        queue.remove(at: index)
        busy.insert(entry.id)
        if case .deliver(let event) = entry.action, event.isLast { forget(entry.id) }
        return (entry.id, task, entry.action)
      }
      return nil
    }

    private mutating func forget(_ id: Int) {
      if let entry = tasks.removeValue(forKey: id) { removed.append(entry) }
      paused.remove(id)
      removeActions(of: id)
    }

    private mutating func removeActions(of id: Int) {
      for entry in queue where entry.id == id { removed.append(entry.action) }
      queue.removeAll { $0.id == id }
    }

    /// Ends a task whose end has not been delivered.
    ///
    /// Only its failure is delivered.
    mutating func cancel(_ id: Int, at now: Duration) {
      guard let entry = tasks[id], !entry.isCancelled else { return }
      tasks[id]?.isCancelled = true
      let phase = model.exchanges[id]?.phase ?? (entry.isStarted ? .body : .connect)
      model.cancel(id, at: now)
      queue += model.takeActions()
      removeActions(of: id)
      paused.remove(id)
      queue.append((id, .deliver(.failed(CancellationError(), phase: phase))))
    }
  }

  private let state: Lock<State>
  private let timer: any NetworkTimer

  init(_ profile: NetworkProfile, timer: any NetworkTimer) {
    state = Lock(State(model: NetworkModel(profile)))
    self.timer = timer
  }

  /// Adds a task; returns its number.
  func add(_ task: ProfiledTask) -> Int {
    state.withLock { state in
      state.lastTask += 1
      state.tasks[state.lastTask] = Entry(task: task)
      return state.lastTask
    }
  }

  /// Starts a task, unless another thread has cancelled it since it was added.
  func start(_ id: Int, to origin: NetworkOrigin, bodySize: Int64?) {
    perform { state, now in
      guard let entry = state.tasks[id], !entry.isCancelled else { return }
      state.tasks[id]?.isStarted = true
      state.model.start(id, to: origin, bodySize: bodySize, at: now)
      state.queue += state.model.takeActions()
    }
  }

  /// Changes the model, and performs the resulting actions.
  func change(_ body: @Sendable (inout NetworkModel, Duration) -> Void) {
    perform { state, now in
      body(&state.model, now)
      state.queue += state.model.takeActions()
    }
  }

  /// Holds back the body and the end of a task.
  func pause(_ id: Int) {
    perform { state, _ in
      state.paused.insert(id)
      state.model.pause(id)
    }
  }

  /// Resumes the delivery of the body and the end of a task.
  func proceed(_ id: Int) {
    perform { state, now in
      state.paused.remove(id)
      state.model.proceed(id, at: now)
      state.queue += state.model.takeActions()
    }
  }

  /// Cancels a task: the next event is its end.
  func cancel(_ id: Int) { perform { state, now in state.cancel(id, at: now) } }

  private func perform(_ body: (inout State, Duration) -> Void) {
    let now = timer.now
    _ = state.withLock { state in
      // Another thread may have read a later time before.
      body(&state, max(now, state.model.now))
      return state.takeRemoved()
    }
    schedule()
    while let next = state.withLock({ $0.takeAction() }) {
      next.task.perform(next.action)
      _ = state.withLock { state in
        state.busy.remove(next.id)
        return state.takeRemoved()
      }
    }
  }

  /// Wakes the model when its next event is due.
  private func schedule() {
    let plan = state.withLock { state -> (old: (any Cancellation)?, wake: (Duration, Int)?) in
      let next = state.model.next
      guard next != state.wakeTime else { return (nil, nil) }
      defer { state.wake = nil }
      state.wakeTime = next
      state.wakeNumber += 1
      return (state.wake, next.map { ($0, state.wakeNumber) })
    }
    plan.old?.cancel()
    guard let (time, number) = plan.wake else { return }
    let wakes: @Sendable () -> Void = { [self] in
      let isCurrent = state.withLock { state in
        guard state.wakeNumber == number else { return false }
        state.wakeTime = nil
        state.wake = nil
        return true
      }
      if isCurrent { change { model, now in model.advance(to: now) } }
    }
    guard let wake = timer.schedule(at: time, wakes) else { return wakes() }
    let isOutdated = state.withLock { state in
      guard state.wakeNumber == number, state.wakeTime != nil else { return true }
      state.wake = wake
      return false
    }
    if isOutdated { wake.cancel() }
  }
}
