import Foundation
import TestSupport

@testable import Net

/// What Foundation's WebSocket task does, as the test tells it.
final class ScriptedFoundationSocket: FoundationWebSocket {
  struct State: Sendable {
    var log: [String] = []
    var closure: WebSocketClosure?
    var hasCode = true
    /// Called in each ping.
    var onPing: @Sendable () -> Void = {}
    var receives: [@Sendable (Result<WebSocketMessage, any Error>) -> Void] = []
    var sends: [@Sendable ((any Error)?) -> Void] = []
    var pings: [@Sendable ((any Error)?) -> Void] = []
  }

  let state = Locked(State())

  var closure: WebSocketClosure? { state.value.closure }

  /// What was called.
  var log: [String] { state.value.log }

  func receive(completion: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void) {
    state.update { state in
      state.log.append("receive")
      state.receives.append(completion)
    }
  }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    state.update { state in
      state.log.append("send \(message.count)")
      state.sends.append(completion)
    }
  }

  func ping(completion: @escaping @Sendable ((any Error)?) -> Void) {
    let onPing = state.update { state in
      state.log.append("ping")
      state.pings.append(completion)
      return state.onPing
    }
    onPing()
  }

  func close(_ closure: WebSocketClosure) -> Bool {
    state.update { state in
      state.log.append("close \(closure.code) \(closure.reason)")
      return state.hasCode
    }
  }

  func cancel() { state.update { $0.log.append("cancel") } }

  /// Completes the oldest call.
  func receives(_ result: Result<WebSocketMessage, any Error>) {
    state.update { $0.receives.removeFirst() }(result)
  }

  func sends(_ error: (any Error)? = nil) { state.update { $0.sends.removeFirst() }(error) }
  func pongs(_ error: (any Error)? = nil) { state.update { $0.pings.removeFirst() }(error) }
}
