#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlSocketStateTests {
    private struct Nobody: WebSocketReceiver {
      func receive(_ event: WebSocketTransportEvent) {}
    }

    private func state(_ change: (inout WebSocketOptions) -> Void = { _ in }) -> CurlSocketState {
      var options = WebSocketOptions()
      change(&options)
      return CurlSocketState(receiver: Nobody(), options: options)
    }

    /// The remaining deliveries in short form.
    private func deliveries(_ state: inout CurlSocketState) -> [String] {
      var words: [String] = []
      while true {
        switch state.next() {
        case .nothing: return words
        case .proceeds: words.append("proceeds")
        case .completion(_, let error): words.append(error == nil ? "sent" : "unsent")
        case .event(.message): words.append("message")
        case .event(.closed): return words + ["closed"]
        case .event(.failed(let error, _)):
          return words + [error is CancellationError ? "cancelled" : "failed"]
        case .event: words.append("other")
        }
      }
    }

    @Test func aLetterIsPostedOnceUntilItArrives() {
      var state = state()
      expectEqual(state.add(.send(.text("early"), { _ in })), false)
      expectEqual(state.resume(), true)
      expectEqual(state.ping { _ in }, false)
      state.letterArrived()
      expectEqual(state.ping { _ in }, true)
      expectEqual(state.takePings().count, 2)
    }

    @Test func readingStopsAtTheLimitAndProceedsAtHalf() {
      var state = state { $0.maximumWaitingMessages = 4 }
      _ = state.resume()
      state.letterArrived()
      for _ in 0..<4 {
        expectEqual(state.mayRead(), true)
        _ = state.add(.message(.text("a")))
      }
      expectEqual(state.mayRead(), false)
      expectEqual(deliveries(&state), ["message", "message", "proceeds", "message", "message"])
      expectEqual(state.mayRead(), true)
    }

    @Test func pongsCountAgainstTheLimit() {
      var state = state { $0.maximumWaitingMessages = 2 }
      _ = state.resume()
      _ = state.add(.pong)
      _ = state.add(.pong)
      expectEqual(state.mayRead(), false)
    }

    @Test func bytesCountAgainstTheLimit() {
      var state = state { $0.maximumWaitingBytes = 10 }
      _ = state.resume()
      _ = state.add(.message(.data(Data(count: 9))))
      expectEqual(state.mayRead(), true)
      _ = state.add(.message(.data(Data(count: 1))))
      expectEqual(state.mayRead(), false)
    }

    @Test func aPausedTaskDeliversOnlyCompletions() {
      var state = state()
      _ = state.resume()
      state.letterArrived()
      state.pause()
      expectEqual(state.add(.message(.text("a"))), false)
      expectEqual(state.complete({ _ in }, nil), true)
      expectEqual(deliveries(&state), ["sent"])
      expectEqual(state.proceed(), true)
      expectEqual(state.begins(), true)
      expectEqual(deliveries(&state), ["message"])
    }

    @Test func theEndFailsUnsentMessagesAndIsTheLastEvent() {
      var state = state()
      _ = state.resume()
      _ = state.add(.send(.text("a"), { _ in }))
      _ = state.add(.message(.text("b")))
      _ = state.end(.closed(WebSocketClosure(code: .normal)))
      expectEqual(deliveries(&state), ["unsent", "message", "closed"])
      expectNil(state.add(.send(.text("late"), { _ in })))
      expectNil(state.receiver)
    }

    @Test func afterACancellationOnlyTheEndIsDelivered() {
      var state = state()
      _ = state.resume()
      state.letterArrived()
      state.pause()
      _ = state.add(.message(.text("a")))
      expectEqual(state.cancel()?.posts, true)
      expectNil(state.cancel()?.posts)
      expectEqual(state.add(.message(.text("b"))), false)
      expectEqual(state.end(.closed(WebSocketClosure(code: .normal))), true)
      expectEqual(deliveries(&state), ["cancelled"])
    }

    @Test func aCancellationBeforeResumeIsNeverSent() {
      var state = state()
      expectEqual(state.cancel()?.posts, true)
      expectEqual(state.resume(), false)
    }
  }
#endif
