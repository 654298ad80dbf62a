import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct BlockingThreadsTests {
  @Test func jobsThatBlockDoNotDelayOthers() async {
    let threads = BlockingThreads("test")
    let gate = DispatchSemaphore(value: 0)
    for _ in 0..<40 { threads.add { gate.wait() } }
    // This would never return if the blocked jobs delayed it.
    await withCheckedContinuation { continuation in threads.add { continuation.resume() } }
    for _ in 0..<40 { gate.signal() }
    threads.finish()
  }

  @Test func threadsEndAfterFinish() async {
    var threads: BlockingThreads? = BlockingThreads("test")
    // Each thread retains them until it ends.
    weak let released = threads
    await withCheckedContinuation { continuation in threads?.add { continuation.resume() } }
    threads?.finish()
    threads = nil
    await waitPatiently { released == nil }
    expectNil(released)
  }

  @Test func aJobAddedAfterFinishRuns() async {
    let threads = BlockingThreads("test")
    threads.finish()
    await withCheckedContinuation { continuation in threads.add { continuation.resume() } }
  }

  @Test func blocksOfALaneRunInOrderOneAtATime() async {
    let threads = BlockingThreads("test")
    let lane = BlockingLane(on: threads)
    let log = Locked<[Int]>([])
    for number in 0..<1_000 { lane.add { log.update { $0.append(number) } } }
    await withCheckedContinuation { continuation in lane.add { continuation.resume() } }
    expectEqual(log.value, Array(0..<1_000))
    threads.finish()
  }

  @Test func aBlockKnowsItsLane() async {
    let threads = BlockingThreads("test")
    let (lane, other) = (BlockingLane(on: threads), BlockingLane(on: threads))
    expectFalse(lane.isCurrent)
    let (own, others) = await withCheckedContinuation { continuation in
      lane.add { continuation.resume(returning: (lane.isCurrent, other.isCurrent)) }
    }
    expectTrue(own)
    expectFalse(others)
    threads.finish()
  }

  @Test func aLaneThatBlocksDelaysNoOther() async {
    let threads = BlockingThreads("test")
    let gate = DispatchSemaphore(value: 0)
    BlockingLane(on: threads).add { gate.wait() }
    let lane = BlockingLane(on: threads)
    await withCheckedContinuation { continuation in lane.add { continuation.resume() } }
    gate.signal()
    threads.finish()
  }
}
