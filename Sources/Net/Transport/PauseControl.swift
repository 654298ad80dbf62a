/// Decides when a task is paused and resumed, so that the last wish wins.
///
/// A pure value. It belongs to the state that knows whether the task must be paused, under the same lock. The
/// calls themselves are made without the lock, and by then another thread may have changed the desired state:
///
/// ```text
/// while let call = state.withLock({ $0.pauses.begin(pausing: $0.isFull) }) {
///   if call.pauses { task.pause() } else { task.proceed() }
///   state.withLock { $0.pauses.end(call) }
/// }
/// ```
///
/// One call of the task runs at a time, because the effects of two could come in either order. Only a pause does not
/// wait for a `proceed` under way: a task may deliver what has arrived before its `proceed` returns, and would deliver
/// all of it. After such a pair, the current wish is passed on again.
package struct PauseControl: Sendable {
  /// A call that must be made now.
  package struct Call: Sendable {
    /// Whether to pause the task; otherwise it proceeds.
    package let pauses: Bool
    fileprivate let task: Int
  }

  /// The last call; nil if two calls overlapped, so that either may have come last.
  private var isPaused: Bool? = false
  /// How many calls have not returned.
  private var calls = 0
  private var hasOverlap = false
  /// The number of the task.
  private var task: Int

  package init() { task = 0 }

  private init(task: Int) { self.task = task }

  /// Continues with another task, which is not paused.
  package mutating func restart() { self = PauseControl(task: task + 1) }

  /// Returns the call to make now; nil if there is none.
  ///
  /// The caller calls ``end(_:)`` afterwards, and then this method again.
  package mutating func begin(pausing: Bool) -> Call? {
    guard isPaused != pausing else { return nil }
    guard calls == 0 || (calls == 1 && pausing && isPaused == false) else { return nil }
    isPaused = pausing
    calls += 1
    if calls > 1 { hasOverlap = true }
    return Call(pauses: pausing, task: task)
  }

  /// Returns the task and the call to make now; nil if there is none, or no task yet.
  package mutating func begin<Task>(_ task: Task?, pausing: Bool) -> (task: Task, call: Call)? {
    guard let task else { return nil }
    return begin(pausing: pausing).map { (task, $0) }
  }

  /// Called when the call has returned.
  package mutating func end(_ call: Call) {
    guard call.task == task else { return }
    calls -= 1
    guard calls == 0, hasOverlap else { return }
    hasOverlap = false
    isPaused = nil
  }
}
