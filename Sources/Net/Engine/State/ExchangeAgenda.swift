/// What a running exchange holds, as one value under one lock: its state, the actions that wait to be done,
/// and the handles of what is under way.
///
/// The actions are done by one thread at a time, in order: whoever brings an input while another thread is at
/// it leaves the actions for that thread. So callbacks are serial without a queue, and a callback that calls
/// back into its request does not recurse. Letting go of things (a task, timers) does not wait for that turn:
/// the thread that brought the input does it at once, so a cancelled connection closes even while a callback
/// blocks. So is giving back a place in the queue; whoever has it next is admitted when the thread's own turn is over.
struct ExchangeAgenda: Sendable {
  private(set) var state = ExchangeState()
  private var isBeingWorkedOff = false
  private var client: (any ExchangeClient)?
  private var task: HeldTask?
  private var timers: [HeldTimer] = []
  private var ticket: Int?

  /// A timer that runs.
  struct HeldTimer: Sendable {
    let timer: ExchangeState.Timer
    let handle: any Cancellation
  }

  /// A task of the transport, in a box: it is looked at with every input.
  final class HeldTask: Sendable {
    let handle: any TransportTask
    /// The step that it answers.
    let step: Int

    init(_ handle: any TransportTask, step: Int) {
      self.handle = handle
      self.step = step
    }
  }

  /// What the thread whose turn it is does next, and for whom.
  struct Turn: Sendable {
    let action: ExchangeState.Action
    let client: (any ExchangeClient)?
  }

  /// What the thread that brought an input does at once.
  struct Urgent: Sendable {
    /// The task to cancel.
    var task: HeldTask?
    /// The task that is to pause.
    var pausing: HeldTask?
    /// The task that is to go on.
    var proceeding: HeldTask?
    /// The task that has ended, to be released outside the lock.
    var ended: HeldTask?
    /// The ticket to the place to give back.
    var ticket: Int?
    /// The timers to stop.
    var timers: [HeldTimer] = []
    /// Whether this thread is the one to work off what waits.
    var worksOff = false
  }

  /// The exchange starts on behalf of this client.
  mutating func begin(_ client: any ExchangeClient) { self.client = client }

  /// Takes an input in.
  mutating func take(_ input: ExchangeState.Input, at now: Duration) -> Urgent {
    var urgent = Urgent()
    if case .transport(let event, let step) = input, event.isLast, task?.step == step {
      urgent.ended = task
      task = nil
    }
    // What the transport has to say waits while a closure of the request has its turn.
    if isBeingWorkedOff, case .fired(.idle, _) = input { state.lastEvent = now }
    state.handle(input, at: now)
    let release = state.release
    state.release = ExchangeState.Release()
    if release.cancelsTask {
      urgent.task = task
      task = nil
    }
    switch release.pausesTask {
    case true: urgent.pausing = task
    case false: urgent.proceeding = task
    case nil: break
    }
    if release.leaves {
      urgent.ticket = ticket
      ticket = nil
    }
    if !release.timers.isEmpty, !timers.isEmpty {
      urgent.timers = letGo(of: release.timers)
    }
    urgent.worksOff = !isBeingWorkedOff && !state.actions.isEmpty
    if urgent.worksOff { isBeingWorkedOff = true }
    return urgent
  }

  private mutating func letGo(of kinds: ExchangeState.TimerSet) -> [HeldTimer] {
    // Most often all that there are.
    if timers.allSatisfy({ kinds.has($0.timer) }) {
      defer { timers = [] }
      return timers
    }
    defer { timers.removeAll { kinds.has($0.timer) } }
    return timers.filter { kinds.has($0.timer) }
  }

  /// The next action for the thread whose turn it is; nil ends the turn.
  ///
  /// `heard` says when a closure returned just now, if one did: until then the transport was not listened to.
  mutating func next(heard: Duration? = nil) -> Turn? {
    if let heard { state.lastEvent = max(state.lastEvent, heard) }
    guard let action = state.actions.take() else {
      isBeingWorkedOff = false
      return nil
    }
    defer { if case .finish = action { client = nil } }
    return Turn(action: action, client: client)
  }

  /// Keeps the task of a step; false when it is wanted no more.
  mutating func keep(_ handle: any TransportTask, step: Int) -> Bool {
    guard state.expects(step) else { return false }
    task = HeldTask(handle, step: step)
    return true
  }

  /// Keeps the ticket to a place of a step; false when it is wanted no more.
  mutating func keep(ticket: Int, step: Int) -> Bool {
    guard state.expects(step) else { return false }
    self.ticket = ticket
    return true
  }

  /// Keeps a timer of a step; false when it is wanted no more.
  mutating func keep(_ handle: any Cancellation, timer: ExchangeState.Timer, step: Int) -> Bool {
    guard state.expects(step, timer: timer) else { return false }
    timers.append(HeldTimer(timer: timer, handle: handle))
    return true
  }
}
