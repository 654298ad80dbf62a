import Foundation
import NetMeasuring
import Synchronization

/// Keeps a number of requests in flight until all have completed, for clients with callbacks.
final class Flight: Sendable {
  typealias Answer = Result<(status: Int, body: Data), any Error>
  typealias Send = @Sendable (_ done: @escaping @Sendable (Answer) -> Void) -> Void

  private struct State {
    var unsent: Int
    var inFlight = 0
    var failure: (any Error)?
    var ended: CheckedContinuation<Void, any Error>?
  }

  private let subject: NetSubject
  private let send: Send
  private let state: Mutex<State>

  private init(_ subject: NetSubject, count: Int, send: @escaping Send) {
    self.subject = subject
    self.send = send
    state = Mutex(State(unsent: count))
  }

  /// Sends the requests, and throws if a response is wrong.
  static func run(_ subject: NetSubject, count: Int, inFlight: Int, send: @escaping Send) async throws {
    let flight = Flight(subject, count: count, send: send)
    try await withCheckedThrowingContinuation { continuation in
      flight.state.withLock { $0.ended = continuation }
      for _ in 0..<min(inFlight, count) { flight.sendOne() }
    }
  }

  private func sendOne() {
    let isLeft = state.withLock { state in
      guard state.unsent > 0 else { return false }
      state.unsent -= 1
      state.inFlight += 1
      return true
    }
    if isLeft { send { self.received($0) } }
  }

  private func received(_ answer: Answer) {
    let failure = Self.failure(subject, answer)
    let ended = state.withLock { state -> (CheckedContinuation<Void, any Error>, (any Error)?)? in
      state.inFlight -= 1
      if let failure {
        state.failure = state.failure ?? failure
        state.unsent = 0
      }
      guard state.unsent == 0, state.inFlight == 0, let continuation = state.ended else { return nil }
      state.ended = nil
      return (continuation, state.failure)
    }
    if let (continuation, failure) = ended {
      continuation.resume(with: failure.map { .failure($0) } ?? .success(()))
    } else {
      sendOne()
    }
  }

  /// Sends all requests at once, and returns the number of correct responses.
  static func answered(_ subject: NetSubject, count: Int, send: Send) async -> Int {
    let state = Mutex((right: 0, left: count))
    return await withCheckedContinuation { continuation in
      for _ in 0..<count {
        send { answer in
          let right = state.withLock { state -> Int? in
            if failure(subject, answer) == nil { state.right += 1 }
            state.left -= 1
            return state.left == 0 ? state.right : nil
          }
          if let right { continuation.resume(returning: right) }
        }
      }
    }
  }

  /// Returns what is wrong with a response, or nil.
  static func failure(_ subject: NetSubject, _ answer: Answer) -> (any Error)? {
    switch answer {
    case .success((200, ServedBody.data)), .success((200, ServedBody.catalog)): nil
    case .success(let (status, body)):
      WrongResult(subject: subject, what: "status \(status) with \(body.count) bytes")
    case .failure(let error): error
    }
  }
}
