import Foundation
import Net
import TestSupport

/// A receiver that counts the ends of one task, lets a test await the first, and discards the body.
final class CountingReceiver: TransportReceiver {
  private struct State {
    var count = 0
    var isFinished = false
    var phase: TransportPhase?
    var waiting: CheckedContinuation<Void, Never>?
    var onEnd: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  private let onChunk: @Sendable (Data) -> Void

  /// - Parameter onChunk: Called with each chunk of the body.
  init(onChunk: @escaping @Sendable (Data) -> Void = { _ in }) { self.onChunk = onChunk }

  /// The number of ends.
  var count: Int { state.value.count }
  /// Whether the task finished, and did not fail.
  var isFinished: Bool { state.value.isFinished }

  /// The phase in which the task failed or was cancelled, or nil.
  var failedPhase: TransportPhase? { state.value.phase }

  /// Calls the closure at the end, or at once if the task has ended.
  func onEnd(_ action: @escaping @Sendable () -> Void) {
    let hasEnded = state.update { state in
      if state.count == 0 { state.onEnd = action }
      return state.count > 0
    }
    if hasEnded { action() }
  }

  func receive(_ event: TransportEvent) {
    var failedPhase: TransportPhase?
    switch event {
    case .body(let chunk): return onChunk(chunk)
    case .finished: break
    case .failed(_, let phase): failedPhase = phase
    default: return
    }
    let (waiting, onEnd) = state.update { [failedPhase] state in
      defer {
        state.waiting = nil
        state.onEnd = nil
      }
      state.count += 1
      state.isFinished = failedPhase == nil
      state.phase = failedPhase
      return (state.waiting, state.onEnd)
    }
    waiting?.resume()
    onEnd?()
  }

  /// Waits for the end.
  func end() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.update { state in
        if state.count == 0 { state.waiting = continuation }
        return state.count > 0
      }
      if hasEnded { continuation.resume() }
    }
  }
}
