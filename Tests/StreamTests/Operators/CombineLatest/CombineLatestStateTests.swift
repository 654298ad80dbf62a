import Testing

@testable import Stream

@Suite struct CombineLatestStateTests {
  @Test func nothingIsSentBeforeEverySourceHasAnElement() {
    var state = CombineLatestState(sources: 3)
    #expect(state.received(from: 0) == .none)
    #expect(state.received(from: 0) == .none)
    #expect(state.received(from: 1) == .none)
    #expect(state.received(from: 2) == .send)
  }

  @Test func everyElementIsSentOnceEverySourceHasOne() {
    var state = CombineLatestState(sources: 2)
    _ = state.received(from: 0)
    #expect(state.received(from: 1) == .send)
    #expect(state.received(from: 1) == .send)
    #expect(state.received(from: 0) == .send)
  }

  @Test func theLastSourceToCompleteCompletes() {
    var state = CombineLatestState(sources: 2)
    #expect(state.completed(0) == .none)
    #expect(state.completed(1) == .complete)
  }

  @Test func aSourceThatCompletesAgainChangesNothing() {
    var state = CombineLatestState(sources: 2)
    #expect(state.completed(0) == .none)
    #expect(state.completed(0) == .none)
  }

  @Test func theElementOfACompletedSourceIsStillCombined() {
    var state = CombineLatestState(sources: 2)
    _ = state.received(from: 0)
    _ = state.completed(0)
    #expect(state.received(from: 1) == .send)
  }

  @Test func anElementThatCannotBeCombinedCompletes() {
    var state = CombineLatestState(sources: 2)
    _ = state.completed(0)
    #expect(state.received(from: 1) == .complete)
  }

  @Test func anotherRunningSourceKeepsAnIncompleteRowOpen() {
    var state = CombineLatestState(sources: 3)
    _ = state.completed(0)
    #expect(state.received(from: 1) == .none)
  }
}
