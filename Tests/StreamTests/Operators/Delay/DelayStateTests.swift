import TestSupport
import Testing

@testable import Stream

@Suite struct DelayStateTests {
  private var state = DelayState<Int>()

  @Test mutating func theFirstEventSetsTheTimer() {
    expectEqual(due(state.received(.next(1), due: .seconds(3))), .seconds(3))
  }

  @Test mutating func anEventWhileATimerIsSetSetsNoSecondTimer() {
    _ = state.received(.next(1), due: .seconds(3))
    expectNil(due(state.received(.next(2), due: .seconds(4))))
  }

  @Test mutating func eventsAreTakenInOrderWhenTheyAreDue() {
    _ = state.received(.next(1), due: .seconds(3))
    _ = state.received(.next(2), due: .seconds(3))
    _ = state.received(.completed, due: .seconds(4))
    expectEqual(state.takeDue(at: .seconds(3))?.element, 1)
    expectEqual(state.takeDue(at: .seconds(3))?.element, 2)
    expectNil(state.takeDue(at: .seconds(3)))
    expectEqual(state.takeDue(at: .seconds(4))?.isCompleted, true)
  }

  @Test mutating func theTimerIsSetForTheNextEvent() {
    _ = state.received(.next(1), due: .seconds(3))
    _ = state.received(.next(2), due: .seconds(5))
    _ = state.takeDue(at: .seconds(3))
    expectEqual(due(state.nextTimer()), .seconds(5))
  }

  @Test mutating func anEventAfterTheLastOneSetsTheTimerAgain() {
    _ = state.received(.next(1), due: .seconds(3))
    _ = state.takeDue(at: .seconds(3))
    expectNil(due(state.nextTimer()))
    expectEqual(due(state.received(.next(2), due: .seconds(9))), .seconds(9))
  }

  @Test mutating func anErrorIsNotDelayed() {
    _ = state.received(.next(1), due: .seconds(3))
    guard case .fail = state.received(.error(StreamError.timeout), due: .seconds(4)) else {
      Issue.record("the error is delayed")
      return
    }
  }

  private func due(_ action: DelayState<Int>.Action) -> Duration? {
    if case .setTimer(let due) = action { due } else { nil }
  }
}
