import TestSupport
import Testing

@testable import Stream

@Suite struct DebounceStateTests {
  private typealias State = DebounceState<Int>

  private var state = State(dueTime: .seconds(10))

  @Test mutating func theFirstElementSetsTheTimer() {
    expectEqual(delay(state.received(1, at: .zero)), .seconds(10))
  }

  @Test mutating func anElementWhileATimerIsSetSetsNoSecondTimer() {
    _ = state.received(1, at: .zero)
    #expect(isNone(state.received(2, at: .seconds(4))))
  }

  @Test mutating func theElementIsSentWhenTheTimerFires() {
    _ = state.received(1, at: .zero)
    expectEqual(element(state.timerFired(at: .seconds(10))), 1)
  }

  @Test mutating func aTimerThatFiresTooEarlyIsSetForTheRemainingTime() {
    _ = state.received(1, at: .zero)
    _ = state.received(2, at: .seconds(4))
    expectEqual(delay(state.timerFired(at: .seconds(10))), .seconds(4))
    expectEqual(element(state.timerFired(at: .seconds(14))), 2)
  }

  @Test mutating func aLateTimerSendsTheElementThatIsDue() {
    _ = state.received(1, at: .zero)
    _ = state.received(2, at: .seconds(4))
    expectEqual(element(state.timerFired(at: .seconds(20))), 2)
  }

  @Test mutating func withoutAWaitingTimeATimerSendsOnlyTheElementThatSetIt() {
    var state = State(dueTime: .zero)
    _ = state.received(1, at: .zero)
    _ = state.received(2, at: .seconds(1))
    expectEqual(delay(state.timerFired(at: .seconds(1))), .zero)
    expectEqual(element(state.timerFired(at: .seconds(2))), 2)
  }

  @Test mutating func aTimerSendsItsElementEvenIfTheClockDoesNotAdvance() {
    _ = state.received(1, at: .zero)
    _ = state.received(2, at: .zero)
    expectEqual(delay(state.timerFired(at: .zero)), .seconds(10))
    expectEqual(element(state.timerFired(at: .zero)), 2)
  }

  @Test mutating func anElementAfterADeliverySetsTheTimerAgain() {
    _ = state.received(1, at: .zero)
    _ = state.timerFired(at: .seconds(10))
    expectEqual(delay(state.received(2, at: .seconds(11))), .seconds(10))
  }

  @Test mutating func completionSendsThePendingElement() {
    _ = state.received(1, at: .zero)
    expectEqual(end(state.ended(.completed)), End(element: 1, error: nil))
  }

  @Test mutating func completionWithoutAPendingElementOnlyEnds() {
    expectEqual(end(state.ended(.completed)), End(element: nil, error: nil))
  }

  @Test mutating func anErrorDropsThePendingElement() {
    _ = state.received(1, at: .zero)
    expectEqual(end(state.ended(.error(StreamError.timeout))), End(element: nil, error: .timeout))
  }

  @Test mutating func nothingHappensAfterTheEnd() {
    _ = state.received(1, at: .zero)
    _ = state.ended(.completed)
    #expect(isNone(state.timerFired(at: .seconds(10))))
    #expect(isNone(state.received(2, at: .seconds(11))))
    #expect(isNone(state.ended(.completed)))
  }

  private struct End: Equatable {
    var element: Int?
    var error: StreamError?
  }

  private func delay(_ action: State.Action) -> Duration? {
    if case .setTimer(let delay) = action { delay } else { nil }
  }

  private func element(_ action: State.Action) -> Int? {
    if case .send(let element) = action { element } else { nil }
  }

  private func end(_ action: State.Action) -> End? {
    guard case .end(let element, let ending) = action else { return nil }
    if case .error(let error) = ending { return End(element: element, error: error as? StreamError) }
    return End(element: element, error: nil)
  }

  private func isNone(_ action: State.Action) -> Bool {
    if case .none = action { true } else { false }
  }
}
