/// An action that runs once or is cancelled, whichever comes first.
///
/// Until then, it retains the queue that runs it. So a timer that nobody uses any more runs the actions that are left, and
/// is released with the last one.
final class ScheduledAction: Cancellation {
  private struct Pending: Sendable {
    var action: @Sendable () -> Void
    var deadlines: DeadlineQueue
  }

  private let pending: Lock<Pending?>

  init(_ action: @escaping @Sendable () -> Void, deadlines: DeadlineQueue) {
    pending = Lock(Pending(action: action, deadlines: deadlines))
  }

  /// Whether the action has run or was cancelled.
  var isOver: Bool { pending.withLock { $0 == nil } }

  func run() { pending.withLock { $0.take() }?.action() }

  func cancel() { pending.withLock { $0.take() }?.deadlines.noteCancellation() }
}
