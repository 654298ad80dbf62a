import Foundation
import TestSupport
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
    expectEqual(state.join(), 1)
    expectEqual(state.join(), 2)
    expectEqual(state.attach(1, Receiver()).starts, true)
    expectEqual(state.attach(2, Receiver()).starts, false)
  }

  @Test func aLateMemberReceivesAllEvents() {
    var state = SharedExchangeState()
    _ = state.join()
    _ = state.attach(1, Receiver())
    expectEqual(state.add(.head(ResponseHead(status: 200))), [1])
    expectEqual(kinds(&state, 1), ["head"])
    expectEqual(state.add(.body(Data("a".utf8))), [1])
    expectEqual(state.join(), 2)
    expectEqual(state.attach(2, Receiver()).delivers, true)
    expectEqual(kinds(&state, 2), ["head", "a"])
    expectEqual(kinds(&state, 1), ["a"])
    expectEqual(state.add(.finished(TransportTimings())), [1, 2])
    expectNil(state.join())
  }

  @Test func aPausedMemberDoesNotDelayTheOthers() {
    var state = SharedExchangeState()
    for number in 1...2 {
      _ = state.join()
      _ = state.attach(number, Receiver())
    }
    state.pause(1)
    _ = state.add(.head(ResponseHead(status: 200)))
    expectEqual(state.add(.body(Data("a".utf8))), [])
    expectEqual(kinds(&state, 1), ["head"])
    expectEqual(kinds(&state, 2), ["head", "a"])
    expectEqual(state.proceed(1), true)
    expectEqual(kinds(&state, 1), ["a"])
  }

  @Test func theLastMemberCancelsTheRequest() {
    var state = SharedExchangeState()
    _ = state.join()
    _ = state.join()
    _ = state.attach(1, Receiver())
    expectEqual(state.leave(1).isLast, false)
    expectEqual(state.leave(1).isLast, false)
    let last = state.leave(2)
    #expect(last.isLast && last.cancels)
    expectNil(state.join())
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
