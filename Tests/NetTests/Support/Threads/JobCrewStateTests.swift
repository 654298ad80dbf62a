import TestSupport
import Testing

@testable import Net

@Suite struct JobCrewStateTests {
  private var state = JobCrewState()

  @Test mutating func aThreadWithoutALeaderRunsTheJobs() {
    _ = state.add {}
    state.refused()
    let (first, second) = (state.takeWithoutLeader(), state.takeWithoutLeader())
    expectNotNil(first)
    expectNil(second)
  }

  @Test mutating func theNextJobTriesToStartALeaderAgain() {
    _ = state.add {}
    state.refused()
    _ = state.takeWithoutLeader()
    let begins = state.add {}.begins
    expectTrue(begins)
  }

  @Test mutating func aThreadWithoutALeaderLeavesTheJobsToALaterOne() {
    _ = state.add {}
    state.refused()
    _ = state.takeWithoutLeader()
    // While that job runs, another thread adds one and starts a leader.
    _ = state.add {}
    let taken = state.takeWithoutLeader()
    expectNil(taken)
    // No second leader is started in addition.
    let begins = state.add {}.begins
    expectFalse(begins)
  }

  @Test mutating func aLeaderThatCannotCallOutTakesTheJobsThatDoNot() {
    var taken: [Int] = []
    let log = Locked<[Int]>([])
    for number in 1...4 {
      _ = state.add({ log.update { $0.append(number) } }, callsOut: number.isMultiple(of: 2))
    }
    while let job = state.takeInternal() { job() }
    expectEqual(log.value, [1, 3])
    while case .job(let job, let callsOut) = state.next() {
      job()
      taken.append(callsOut ? 1 : 0)
    }
    expectEqual(log.value, [1, 3, 2, 4])
    expectEqual(taken, [1, 1])
  }
}
