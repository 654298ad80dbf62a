/// Everything that a running exchange holds, as one value under one lock: its state, the pending actions, and the
/// handles of its task, timers and slot.
///
/// One thread at a time performs the actions, in order: it has the turn. A thread that brings an input meanwhile leaves
/// its actions to that thread. So callbacks are serial without a queue, and a callback that calls its request does not
/// recurse. Releasing a task, timers or a slot does not wait for the turn: the thread that brought the input does it
/// immediately. So a cancelled connection closes even while a callback blocks. The request that gets the slot continues
/// after the thread's own turn.
struct ExchangeAgenda: Sendable {
  private(set) var state = ExchangeState()
  private var isPerformingActions = false
  /// Set before the first input, and released with the outcome.
  var client: (any ExchangeClient)?
  private var task: HeldTask?
  /// Whether the task must be paused.
  private var pausesTask = false
  private var pauses = PauseControl()
  private var timers: [HeldTimer] = []
  private var ticket: Int?
  private var hasSent = false
  /// The tasks after the first one that threads are resuming.
  var resumptions = TaskResumptions()
  private var calls: PolicyCalls?
  /// Whether only the outcome is delivered from now on.
  private(set) var hasEndedAtOnce = false

  /// A running timer.
  struct HeldTimer: Sendable {
    let timer: ExchangeState.Timer
    let handle: any Cancellation
  }

  /// A task of the transport, in a box because it is accessed with every input.
  final class HeldTask: Sendable {
    let handle: any TransportTask
    /// The step of the exchange at which the task was requested.
    let step: Int
    /// Whether the exchange had no task before.
    let isFirst: Bool

    init(_ handle: any TransportTask, step: Int, isFirst: Bool) {
      self.handle = handle
      self.step = step
      self.isFirst = isFirst
    }
  }

  /// The next action for the thread whose turn it is, and the client.
  struct Turn: Sendable, ~Copyable {
    let action: ExchangeState.Action
    let client: (any ExchangeClient)?
  }

  /// What to do with the task.
  enum TaskCommand: Sendable {
    case none
    case cancel(HeldTask)
    /// Pause or resume it, as ``ExchangeAgenda/beginCall(of:)`` says.
    case updatePause(HeldTask)
    /// The task has ended. It is released without the lock held.
    case release(HeldTask)
  }

  /// What the thread that delivered an input does immediately.
  ///
  /// It is not copyable, because every event of every request passes one on.
  struct Urgent: Sendable, ~Copyable {
    var task = TaskCommand.none
    /// Whether only the outcome is delivered from now on.
    var endsAtOnce = false
    /// The calls of policies to cancel.
    var calls: PolicyCalls?
    /// The ticket of the slot to return.
    var ticket: Int?
    /// The timers to stop.
    var timers: [HeldTimer] = []
    /// What must be released without the lock held.
    var former: [any Sendable] = []
    /// Whether this thread must perform the pending actions.
    var performsActions = false
  }

  /// Handles an input.
  mutating func handle(_ input: ExchangeState.Input, at now: Duration) -> Urgent {
    var urgent = Urgent()
    if case .transport(let event, let step) = input, event.isLast, task?.step == step {
      urgent.task = task.take().map(TaskCommand.release) ?? .none
    }
    // While a closure of the request runs, the transport waits, so the idle timeout does not count.
    if isPerformingActions, case .fired(.idle, _) = input { state.lastEvent = now }
    state.handle(input, at: now)
    let release = state.release
    state.release = ExchangeState.Release()
    urgent.former = release.former
    urgent.endsAtOnce = release.endsAtOnce
    if release.endsAtOnce {
      hasEndedAtOnce = true
      urgent.calls = calls
    }
    if let task, let pausesTask = release.pausesTask {
      self.pausesTask = pausesTask
      urgent.task = .updatePause(task)
    }
    if release.cancelsTask, let task = task.take() { urgent.task = .cancel(task) }
    if release.leaves { urgent.ticket = ticket.take() }
    if !release.timers.isEmpty, !timers.isEmpty {
      urgent.timers = takeTimers(of: release.timers)
    }
    urgent.performsActions = !isPerformingActions && !state.actions.isEmpty
    if urgent.performsActions { isPerformingActions = true }
    return urgent
  }

  /// The calls of the policies of the exchange, which run in this session.
  mutating func policyCalls(in session: any AnyObject & Sendable) -> PolicyCalls {
    if let calls { return calls }
    let new = PolicyCalls(in: session)
    calls = new
    return new
  }

  /// Returns whether the last step of a download may begin.
  mutating func beginCommit(_ step: Int) -> Bool { state.beginCommit(step) }

  /// Returns whether this task must be paused or resumed now.
  ///
  /// The caller does it, and then calls ``endCall(_:)`` and this method again.
  mutating func beginCall(of task: HeldTask) -> PauseControl.Call? {
    task === self.task ? pauses.begin(pausing: pausesTask) : nil
  }

  /// Called when the call has returned.
  mutating func endCall(_ call: PauseControl.Call) { pauses.end(call) }

  private mutating func takeTimers(of kinds: ExchangeState.TimerSet) -> [HeldTimer] {
    // Usually every timer is removed.
    if timers.allSatisfy({ kinds.has($0.timer) }) {
      defer { timers = [] }
      return timers
    }
    defer { timers.removeAll { kinds.has($0.timer) } }
    return timers.filter { kinds.has($0.timer) }
  }

  /// Returns the next action for the thread whose turn it is; nil ends the turn.
  ///
  /// `closureReturned` is the time at which a closure of the request returned, if one was called; the transport had to
  /// wait until then.
  mutating func next(closureReturned: Duration? = nil) -> Turn? {
    if let closureReturned { state.waited(until: closureReturned) }
    guard let action = state.actions.popFirst() else {
      isPerformingActions = false
      return nil
    }
    defer { if case .finish = action { client = nil } }
    return Turn(action: action, client: client)
  }

  /// Stores the task that was requested at this step of the exchange.
  ///
  /// Returns nil, and does not store it, if the task is no longer needed.
  mutating func keep(_ handle: any TransportTask, step: Int) -> HeldTask? {
    guard state.expects(step) else { return nil }
    let task = HeldTask(handle, step: step, isFirst: !hasSent)
    self.task = task
    pausesTask = false
    pauses.restart()
    hasSent = true
    return task
  }

  /// Stores the ticket of the slot that was requested at this step of the exchange.
  ///
  /// Returns false, and does not store it, if the slot is no longer needed.
  mutating func keep(ticket: Int, step: Int) -> Bool {
    guard state.expects(step) else { return false }
    self.ticket = ticket
    return true
  }

  /// Stores a timer that was started at this step of the exchange.
  ///
  /// Returns false, and does not store it, if the timer is no longer needed.
  mutating func keep(_ handle: any Cancellation, timer: ExchangeState.Timer, step: Int) -> Bool {
    guard state.expects(step, timer: timer) else { return false }
    timers.append(HeldTimer(timer: timer, handle: handle))
    return true
  }
}
