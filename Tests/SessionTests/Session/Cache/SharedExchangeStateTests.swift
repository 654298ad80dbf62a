import Foundation
import Testing

@testable import Net

/// The members of a shared exchange, as a value.
@Suite struct SharedExchangeStateTests {
  private struct Receiver: TransportReceiver {
    func receive(_ event: TransportEvent) {}
  }

  private func kinds(_ state: inout SharedExchangeState, _ number: Int) -> [String] {
    var kinds: [String] = []
    while let (event, _) = state.next(number) {
      switch event {
      case .head: kinds.append("head")
      case .body(let chunk): kinds.append(String(decoding: chunk, as: UTF8.self))
      case .finished: kinds.append("finished")
      default: kinds.append("other")
      }
    }
    return kinds
  }

  @Test func theFirstMemberStartsTheRequest() {
    var state = SharedExchangeState()
    #expect(state.join() == 1)
    #expect(state.join() == 2)
    #expect(state.attach(1, Receiver()).starts == true)
    #expect(state.attach(2, Receiver()).starts == false)
  }

  @Test func aLateMemberReceivesAllEvents() {
    var state = SharedExchangeState()
    _ = state.join()
    _ = state.attach(1, Receiver())
    #expect(state.add(.head(ResponseHead(status: 200))) == [1])
    #expect(kinds(&state, 1) == ["head"])
    #expect(state.add(.body(Data("a".utf8))) == [1])
    #expect(state.join() == 2)
    #expect(state.attach(2, Receiver()).delivers == true)
    #expect(kinds(&state, 2) == ["head", "a"])
    #expect(kinds(&state, 1) == ["a"])
    #expect(state.add(.finished(TransportTimings())) == [1, 2])
    #expect(state.join() == nil)
  }

  @Test func aPausedMemberDoesNotDelayTheOthers() {
    var state = SharedExchangeState()
    for number in 1...2 {
      _ = state.join()
      _ = state.attach(number, Receiver())
    }
    state.pause(1)
    _ = state.add(.head(ResponseHead(status: 200)))
    #expect(state.add(.body(Data("a".utf8))) == [])
    #expect(kinds(&state, 1) == ["head"])
    #expect(kinds(&state, 2) == ["head", "a"])
    #expect(state.proceed(1) == true)
    #expect(kinds(&state, 1) == ["a"])
  }

  @Test func theLastMemberCancelsTheRequest() {
    var state = SharedExchangeState()
    _ = state.join()
    _ = state.join()
    _ = state.attach(1, Receiver())
    #expect(state.leave(1).isLast == false)
    #expect(state.leave(1).isLast == false)
    let last = state.leave(2)
    #expect(last.isLast && last.cancels)
    #expect(state.join() == nil)
  }

  @Test func aSharedRequestThatWasNotStartedIsNotCancelled() {
    var state = SharedExchangeState()
    _ = state.join()
    let last = state.leave(1)
    #expect(last.isLast && !last.cancels)
  }

  @Test func leavingAfterTheEndCancelsNothing() {
    var state = SharedExchangeState()
    _ = state.join()
    _ = state.attach(1, Receiver())
    _ = state.add(.finished(TransportTimings()))
    let last = state.leave(1)
    #expect(!last.isLast && !last.cancels)
  }
}
