/// An action that runs once or is cancelled, whichever comes first.
final class ScheduledAction: Cancellation {
  private let action: Lock<(@Sendable () -> Void)?>
  private let deadlines: DeadlineQueue

  init(_ action: @escaping @Sendable () -> Void, deadlines: DeadlineQueue) {
    self.action = Lock(action)
    self.deadlines = deadlines
  }

  /// Whether the action has run or was cancelled.
  var isOver: Bool { action.withLock { $0 == nil } }

  func run() { action.withLock { $0.take() }?() }

  func cancel() {
    guard action.withLock({ $0.take() }) != nil else { return }
    deadlines.noteCancellation()
  }
}
