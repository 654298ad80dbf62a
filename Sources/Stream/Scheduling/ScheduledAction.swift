/// An action that runs once, unless it is disposed of before it begins.
///
/// Disposing releases it at once, not when it is due.
final class ScheduledAction: Handle, @unchecked Sendable {  // A lock guards the action.
  private let action: Lock<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = Lock(action)
    super.init()
  }

  func run() { take()?() }

  override func dispose() { _ = take() }

  private func take() -> (@Sendable () -> Void)? {
    action.withLock { action in
      defer { action = nil }
      return action
    }
  }
}
