import TestSupport
import Testing

@testable import Stream

@Suite struct MergeStateTests {
  private typealias State = MergeState<String, Int>

  @Test func aStreamBelowTheLimitStarts() {
    var state = State(limit: 2)
    expectEqual(started(state.add("a")), "a")
    expectEqual(started(state.add("b")), "b")
  }

  @Test func aStreamAtTheLimitWaitsUntilAnotherHasEnded() {
    var state = State(limit: 1)
    _ = state.add("a")
    #expect(isNone(state.add("b")))
    #expect(isNone(state.add("c")))
    expectEqual(started(state.ended(at: nil)), "b")
    expectEqual(started(state.ended(at: nil)), "c")
  }

  @Test func theLastStreamToEndCompletes() {
    var state = State(limit: .max)
    _ = state.add("a")
    _ = state.add("b")
    #expect(isNone(state.sourceEnded()))
    #expect(isNone(state.ended(at: nil)))
    #expect(isComplete(state.ended(at: nil)))
  }

  @Test func theEndOfTheSourceCompletesWhenNothingRuns() {
    var state = State(limit: 1)
    _ = state.add("a")
    #expect(isNone(state.ended(at: nil)))
    #expect(isComplete(state.sourceEnded()))
  }

  @Test func aWaitingStreamDelaysCompletionAfterTheSource() {
    var state = State(limit: 1)
    _ = state.add("a")
    _ = state.add("b")
    #expect(isNone(state.sourceEnded()))
    expectEqual(started(state.ended(at: nil)), "b")
    #expect(isComplete(state.ended(at: nil)))
  }

  @Test func aReservationDelaysCompletionAfterTheSource() {
    var state = State(limit: .max)
    state.reserve()
    #expect(isNone(state.sourceEnded()))
    #expect(isComplete(state.ended(at: nil)))
  }

  @Test func aSourceThatEndsAgainChangesNothing() {
    var state = State(limit: 1)
    #expect(isComplete(state.sourceEnded()))
    #expect(isNone(state.sourceEnded()))
  }

  @Test func aReservedStreamStartsAfterTheEndOfTheSource() {
    var state = State(limit: .max)
    state.reserve()
    _ = state.sourceEnded()
    expectEqual(started(state.add("a")), "a")
    #expect(isNone(state.ended(at: nil)))
    #expect(isComplete(state.ended(at: nil)))
  }

  @Test func aPositionIsUsedAgainAfterItsStreamHasEnded() {
    var state = State(limit: .max)
    for stream in ["a", "b"] { _ = state.add(stream) }
    expectEqual(state.subscribe(1), 0)
    expectEqual(state.subscribe(2), 1)
    _ = state.ended(at: 0)
    _ = state.add("c")
    expectEqual(state.subscribe(3), 0)
  }

  @Test func stoppingReturnsRunningAndWaitingStreams() {
    var state = State(limit: 2)
    for stream in ["a", "b", "c"] { _ = state.add(stream) }
    _ = state.subscribe(1)
    _ = state.subscribe(2)
    let stopped = state.stop()
    expectEqual(stopped.subscriptions, [1, 2])
    expectEqual(stopped.waiting.count, 1)
  }

  @Test func nothingHappensAfterStopping() {
    var state = State(limit: 1)
    _ = state.add("a")
    _ = state.stop()
    #expect(isNone(state.add("b")))
    expectNil(state.subscribe(1))
    #expect(isNone(state.sourceEnded()))
    #expect(isNone(state.ended(at: nil)))
  }

  private func started(_ action: State.Action) -> String? {
    if case .start(let stream) = action { stream } else { nil }
  }

  private func isNone(_ action: State.Action) -> Bool {
    if case .none = action { true } else { false }
  }

  private func isComplete(_ action: State.Action) -> Bool {
    if case .complete = action { true } else { false }
  }
}
