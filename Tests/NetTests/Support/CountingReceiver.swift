import Foundation
import Net

/// Counts the ends of one task, and lets the first be awaited; keeps nothing of the body.
final class CountingReceiver: TransportReceiver {
  private struct State {
    var count = 0
    var isFinished = false
    var phase: TransportPhase?
    var waiting: CheckedContinuation<Void, Never>?
    var onEnd: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  private let onPiece: @Sendable (Data) -> Void

  /// - Parameter onPiece: Told of each piece of the body.
  init(onPiece: @escaping @Sendable (Data) -> Void = { _ in }) { self.onPiece = onPiece }

  /// How many ends there were.
  var count: Int { state.value.count }
  /// Whether the last end was a good one.
  var isFinished: Bool { state.value.isFinished }

  /// The phase in which it failed or was cancelled; nil if it did not.
  var failedPhase: TransportPhase? { state.value.phase }

  /// Calls this at the end, or now if that has been.
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
    case .body(let piece): return onPiece(piece)
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
