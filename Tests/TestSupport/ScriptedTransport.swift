import Foundation
package import Net

/// A transport whose tasks do only what the test tells them to.
package final class ScriptedTransport: Transport {
  private let made = Locked<[ScriptedTask]>([])
  private let onResume: @Sendable (ScriptedTask) -> Void
  /// Called with each task before it is returned.
  package let onMake = Locked<(@Sendable (ScriptedTask) -> Void)?>(nil)

  /// Creates a transport that calls the closure inside each `resume()`.
  package init(onResume: @escaping @Sendable (ScriptedTask) -> Void = { _ in }) { self.onResume = onResume }

  /// The tasks created so far, in order.
  package var tasks: [ScriptedTask] { made.value }

  package func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    let task = ScriptedTask(request, receiver: receiver, onResume: onResume)
    made.update { $0.append(task) }
    onMake.value?(task)
    return task
  }
}

package final class ScriptedTask: TransportTask {
  private struct State: Sendable {
    var receiver: (any TransportReceiver)?
    var isResumed = false
    var hasStarted = false
    var isCancelled = false
    var isPaused = false
  }

  package let request: TransportRequest
  private let state: Locked<State>
  private let onResume: @Sendable (ScriptedTask) -> Void
  /// Called once at the beginning of `pause()`.
  package let onPause = Locked<(@Sendable () -> Void)?>(nil)
  /// Called once at the beginning of the first `cancel()`.
  package let onCancel = Locked<(@Sendable () -> Void)?>(nil)

  package init(
    _ request: TransportRequest, receiver: any TransportReceiver,
    onResume: @escaping @Sendable (ScriptedTask) -> Void
  ) {
    self.request = request
    state = Locked(State(receiver: receiver))
    self.onResume = onResume
  }

  package var isResumed: Bool { state.value.isResumed }
  /// Whether `resume()` has done everything, such as send the head.
  ///
  /// Another thread waits for this before it sends more.
  package var hasStarted: Bool { state.value.hasStarted }
  package var isCancelled: Bool { state.value.isCancelled }
  package var isPaused: Bool { state.value.isPaused }

  package func resume() {
    let isFirst = state.update { state in
      defer { state.isResumed = true }
      return !state.isResumed && !state.isCancelled
    }
    guard isFirst else { return }
    onResume(self)
    state.update { $0.hasStarted = true }
  }

  package func pause() {
    Self.call(onPause)
    state.update { $0.isPaused = true }
  }

  package func proceed() { state.update { $0.isPaused = false } }

  package func cancel() {
    Self.call(onCancel)
    let isFirst = state.update { state in
      defer { state.isCancelled = true }
      return !state.isCancelled
    }
    if isFirst { send(.failed(CancellationError(), phase: .head)) }
  }

  private static func call(_ action: Locked<(@Sendable () -> Void)?>) {
    let action = action.update { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  /// Sends an event to the receiver until the task has ended.
  package func send(_ event: TransportEvent) {
    let receiver = state.update { state in
      let receiver = state.receiver
      switch event {
      case .finished, .failed: state.receiver = nil
      default: break
      }
      return receiver
    }
    receiver?.receive(event)
  }

  /// Sends a complete response.
  package func respond(_ status: Int, headers: HTTPHeaders = [:], body: String = "") {
    send(.head(ResponseHead(status: status, headers: headers, url: request.url)))
    if !body.isEmpty { send(.body(Data(body.utf8))) }
    send(.finished(TransportTimings()))
  }
}
