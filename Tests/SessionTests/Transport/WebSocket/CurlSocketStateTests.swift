#if os(Linux)
  import Foundation
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
      #expect(state.add(.send(.text("early"), { _ in })) == false)
      #expect(state.resume() == true)
      #expect(state.ping { _ in } == false)
      state.attend()
      #expect(state.ping { _ in } == true)
      #expect(state.takePings().count == 2)
    }

    @Test func readingStopsAtTheLimitAndProceedsAtHalf() {
      var state = state { $0.maximumWaitingMessages = 4 }
      _ = state.resume()
      state.attend()
      for _ in 0..<4 {
        #expect(state.mayRead() == true)
        _ = state.add(.message(.text("a")))
      }
      #expect(state.mayRead() == false)
      #expect(deliveries(&state) == ["message", "message", "proceeds", "message", "message"])
      #expect(state.mayRead() == true)
    }

    @Test func pongsCountAgainstTheLimit() {
      var state = state { $0.maximumWaitingMessages = 2 }
      _ = state.resume()
      _ = state.add(.pong)
      _ = state.add(.pong)
      #expect(state.mayRead() == false)
    }

    @Test func bytesCountAgainstTheLimit() {
      var state = state { $0.maximumWaitingBytes = 10 }
      _ = state.resume()
      _ = state.add(.message(.data(Data(count: 9))))
      #expect(state.mayRead() == true)
      _ = state.add(.message(.data(Data(count: 1))))
      #expect(state.mayRead() == false)
    }

    @Test func aPausedTaskDeliversOnlyCompletions() {
      var state = state()
      _ = state.resume()
      state.attend()
      state.pause()
      #expect(state.add(.message(.text("a"))) == false)
      #expect(state.complete({ _ in }, nil) == true)
      #expect(deliveries(&state) == ["sent"])
      #expect(state.proceed() == true)
      #expect(state.begins() == true)
      #expect(deliveries(&state) == ["message"])
    }

    @Test func theEndFailsUnsentMessagesAndIsTheLastEvent() {
      var state = state()
      _ = state.resume()
      _ = state.add(.send(.text("a"), { _ in }))
      _ = state.add(.message(.text("b")))
      _ = state.end(.closed(WebSocketClosure(code: .normal)))
      #expect(deliveries(&state) == ["unsent", "message", "closed"])
      #expect(state.add(.send(.text("late"), { _ in })) == nil)
      #expect(state.receiver == nil)
    }

    @Test func afterACancellationOnlyTheEndIsDelivered() {
      var state = state()
      _ = state.resume()
      state.attend()
      state.pause()
      _ = state.add(.message(.text("a")))
      #expect(state.cancel()?.posts == true)
      #expect(state.cancel()?.posts == nil)
      #expect(state.add(.message(.text("b"))) == false)
      #expect(state.end(.closed(WebSocketClosure(code: .normal))) == true)
      #expect(deliveries(&state) == ["cancelled"])
    }

    @Test func aCancellationBeforeResumeIsNeverSent() {
      var state = state()
      #expect(state.cancel()?.posts == true)
      #expect(state.resume() == false)
    }
  }
#endif
