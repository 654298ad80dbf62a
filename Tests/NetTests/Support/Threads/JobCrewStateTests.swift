import Testing

@testable import Net

@Suite struct JobCrewStateTests {
  private var state = JobCrewState()

  @Test mutating func aThreadWithoutALeaderRunsTheJobs() {
    _ = state.add {}
    state.refused()
    let (first, second) = (state.takeWithoutLeader(), state.takeWithoutLeader())
    #expect(first != nil)
    #expect(second == nil)
  }

  @Test mutating func theNextJobTriesToStartALeaderAgain() {
    _ = state.add {}
    state.refused()
    _ = state.takeWithoutLeader()
    let begins = state.add {}.begins
    #expect(begins)
  }

  @Test mutating func aThreadWithoutALeaderLeavesTheJobsToALaterOne() {
    _ = state.add {}
    state.refused()
    _ = state.takeWithoutLeader()
    // While that job runs, another thread adds one and starts a leader.
    _ = state.add {}
    let taken = state.takeWithoutLeader()
    #expect(taken == nil)
    // No second leader is started in addition.
    let begins = state.add {}.begins
    #expect(!begins)
  }
}
