/// An action that runs once, unless it is disposed of before it begins.
///
/// Disposing releases it at once, not when it is due.
final class ScheduledAction: Handle, @unchecked Sendable {  // A lock guards the action.
  private struct State: Sendable {
    var action: (@Sendable () -> Void)?
    /// What the scheduler does if the action is disposed of.
    var cancel: (@Sendable () -> Void)?
  }

  private let state: Lock<State>

  init(_ action: @escaping @Sendable () -> Void) {
    state = Lock(State(action: action))
    super.init()
  }

  /// Sets what a disposal before the action begins also does.
  func onDispose(_ cancel: @escaping @Sendable () -> Void) {
    state.withLock { if $0.action != nil { $0.cancel = cancel } }
  }

  func run() { take().action?() }

  override func dispose() { take().cancel?() }

  override var isSpent: Bool { state.withLock { $0.action == nil } }

  private func take() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
