import TestSupport
import Testing

@testable import Net

@Suite struct BlockingThreadsStateTests {
  private var state = BlockingThreadsState(limit: 2)

  /// A thread arrives and takes its turn.
  private mutating func arrive() -> BlockingThreadsState.Turn {
    state.arrive()
    return state.next()
  }

  private func request(of turn: BlockingThreadsState.Turn) -> BlockingThreadsState.ThreadRequest? {
    guard case .run(_, let request) = turn else { return nil }
    return request
  }

  private func isRest(_ turn: BlockingThreadsState.Turn) -> Bool {
    if case .rest = turn { true } else { false }
  }

  private func isLeave(_ turn: BlockingThreadsState.Turn) -> Bool {
    if case .leave = turn { true } else { false }
  }

  @Test mutating func jobsThatArriveTogetherStartOneThread() {
    let first = state.add {}
    expectEqual(first, .start)
    for _ in 0..<1_000 {
      let other = state.add {}
      expectEqual(other, .none)
    }
    expectEqual(state.count, 1)
  }

  @Test mutating func aThreadThatTakesAJobSendsForAnotherIfOthersWait() {
    _ = state.add {}
    _ = state.add {}
    let first = arrive()
    expectEqual(request(of: first), .start)
    let second = arrive()
    expectEqual(request(of: second), BlockingThreadsState.ThreadRequest.none)
  }

  @Test mutating func thereAreNoMoreThreadsThanTheLimit() {
    for _ in 0..<3 { _ = state.add {} }
    _ = arrive()
    let second = arrive()
    expectEqual(request(of: second), BlockingThreadsState.ThreadRequest.none)
    expectEqual(state.count, 2)
    // The job runs when one of the others is done.
    let third = state.next()
    expectNotNil(request(of: third))
  }

  @Test mutating func aThreadWithoutAJobIsWoken() {
    _ = state.add {}
    _ = arrive()
    let rest = state.next()
    expectTrue(isRest(rest))
    let request = state.add {}
    expectEqual(request, .wake)
    expectEqual(state.count, 1)
  }

  @Test mutating func aThreadThatIsBeingWokenDoesNotLeave() {
    _ = state.add {}
    _ = arrive()
    _ = state.next()
    _ = state.add {}
    let leaves = state.leavesIdle()
    expectFalse(leaves)
    let turn = arrive()
    expectNotNil(request(of: turn))
  }

  @Test mutating func aThreadWithoutAJobForALongTimeLeaves() {
    _ = state.add {}
    _ = arrive()
    _ = state.next()
    let leaves = state.leavesIdle()
    expectTrue(leaves)
    expectEqual(state.count, 0)
    let request = state.add {}
    expectEqual(request, .start)
  }

  @Test mutating func afterARefusalTheJobsAreReturnedAndTheNextOneTriesAgain() {
    _ = state.add {}
    _ = state.add {}
    let jobs = state.refused()
    expectEqual(jobs.all.count, 2)
    let request = state.add {}
    expectEqual(request, .start)
  }

  @Test mutating func afterTheFinishThreadsLeaveWhenAllJobsAreDone() {
    _ = state.add {}
    _ = arrive()
    let idle = state.finish()
    expectEqual(idle, 0)
    _ = state.add {}
    let turn = state.next()
    expectNotNil(request(of: turn))
    let last = state.next()
    expectTrue(isLeave(last))
  }

  @Test mutating func theFinishWakesTheThreadsThatRest() {
    _ = state.add {}
    _ = arrive()
    _ = state.next()
    let idle = state.finish()
    expectEqual(idle, 1)
    let turn = arrive()
    expectTrue(isLeave(turn))
    expectEqual(state.count, 0)
  }
}
