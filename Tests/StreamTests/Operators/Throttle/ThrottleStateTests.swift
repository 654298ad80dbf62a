import TestSupport
import Testing

@testable import Stream

@Suite struct ThrottleStateTests {
  private typealias State = ThrottleState<Int>

  private var state = State(dueTime: .seconds(10), latest: true)

  @Test mutating func theFirstElementIsSentAtOnce() {
    expectEqual(element(state.received(1, at: .zero)), 1)
  }

  @Test mutating func theFirstElementInsideAnIntervalSetsTheTimerForItsEnd() {
    send(1, at: .zero)
    expectEqual(delay(state.received(2, at: .seconds(4))), .seconds(6))
  }

  @Test mutating func furtherElementsInsideAnIntervalSetNoTimer() {
    send(1, at: .zero)
    _ = state.received(2, at: .seconds(4))
    #expect(isNone(state.received(3, at: .seconds(5))))
  }

  @Test mutating func theLatestElementIsSentWhenTheTimerFires() {
    send(1, at: .zero)
    _ = state.received(2, at: .seconds(4))
    _ = state.received(3, at: .seconds(5))
    expectEqual(element(state.timerFired()), 3)
  }

  @Test mutating func anElementAfterTheIntervalReplacesThePendingOne() {
    send(1, at: .zero)
    _ = state.received(2, at: .seconds(4))
    expectEqual(element(state.received(3, at: .seconds(10))), 3)
    #expect(isNone(state.timerFired()))
  }

  @Test mutating func withoutLatestAnElementInsideAnIntervalIsDropped() {
    state = State(dueTime: .seconds(10), latest: false)
    send(1, at: .zero)
    #expect(isNone(state.received(2, at: .seconds(4))))
    expectEqual(element(state.received(3, at: .seconds(10))), 3)
  }

  @Test mutating func completionWithoutAPendingElementIsImmediate() {
    send(1, at: .zero)
    expectEqual(completion(state.ended(.completed)), .some(nil))
  }

  @Test mutating func completionFollowsThePendingElement() {
    send(1, at: .zero)
    _ = state.received(2, at: .seconds(4))
    #expect(isNone(state.ended(.completed)))
    expectEqual(completion(state.timerFired()), .some(2))
  }

  @Test mutating func anErrorIsImmediate() {
    send(1, at: .zero)
    _ = state.received(2, at: .seconds(4))
    guard case .fail = state.ended(.error(StreamError.timeout)) else {
      Issue.record("the error is delayed")
      return
    }
  }

  private mutating func send(_ element: Int, at now: Duration) {
    _ = state.received(element, at: now)
    state.sent(at: now)
  }

  private func element(_ action: State.Action) -> Int? {
    if case .send(let element) = action { element } else { nil }
  }

  private func delay(_ action: State.Action) -> Duration? {
    if case .setTimer(let delay) = action { delay } else { nil }
  }

  private func completion(_ action: State.Action) -> Int?? {
    if case .complete(let element) = action { .some(element) } else { .none }
  }

  private func isNone(_ action: State.Action) -> Bool {
    if case .none = action { true } else { false }
  }
}
