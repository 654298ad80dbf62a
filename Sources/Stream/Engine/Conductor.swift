/// Serializes the actions of an operator that has several inputs, such as sources and timers.
///
/// One action runs at a time, without a lock; others wait in the gate's backlog. Its ``Slot`` holds the handle of
/// the source, and it closes the slots of the other inputs when it is closed.
final class Conductor<Result: Sendable>: Slot, @unchecked Sendable {
  // Constants, each of which is thread-safe.
  let sink: Sink<Result>
  /// The slots of the inputs besides the source.
  let others: [Slot]
  private let gate = Gate<@Sendable () -> Void>()

  /// Stores itself in the sink's slot.
  init(_ sink: Sink<Result>, others: Int) {
    self.sink = sink
    self.others = (0..<others).map { _ in Slot() }
    super.init()
    sink.slot.hold(self)
  }

  override func dispose() {
    guard close() else { return }
    for slot in others { slot.dispose() }
  }

  /// Runs the action when no other is running, or not at all once this is closed.
  func perform(_ action: @escaping @Sendable () -> Void) {
    guard gate.enter() else {
      if gate.call(action) { drain() }
      return
    }
    if !isDisposed { action() }
    if !gate.leave() { drain() }
  }

  /// Sends an element; called inside an action.
  func send(_ element: Result) {
    if !isDisposed, !sink.next(element) { dispose() }
  }

  /// Sends the end; called inside an action.
  func finish(_ ending: Ending) {
    guard !isDisposed else { return }
    sink.end(ending)
    dispose()
  }

  /// Returns the sink of an input besides the source: its error ends the operator, its completion only releases it.
  func sinkOfOther<Element>(in slot: Slot, next: @escaping Inlet<Element>.Step) -> Sink<Element> {
    Sink(
      slot: slot, next: next,
      end: { ending in
        if case .error = ending { self.perform { self.finish(ending) } }
        slot.dispose()
      })
  }

  /// Runs an action after a delay, unless the slot receives another one first.
  func schedule(
    after delay: Duration, on scheduler: any Scheduler, in slot: Slot,
    _ action: @escaping @Sendable () -> Void
  ) {
    let deadline = Deadline()
    slot.hold(deadline)
    deadline.hold(
      scheduler.schedule(after: delay) {
        // Checked inside: the action that is running now may dispose of the deadline.
        self.perform { if !deadline.isDisposed { action() } }
      })
  }

  private func drain() {
    while let batch = gate.take() {
      for action in batch where !isDisposed { action() }
    }
  }
}
