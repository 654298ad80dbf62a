import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct CrewLaneTests {
  private let log = Locked<[Int]>([])
  /// The number of blocks that run, and the highest number so far.
  private let running = Locked((now: 0, most: 0))

  private func work(_ number: Int) {
    running.update { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    log.update { $0.append(number) }
    running.update { $0.now -= 1 }
  }

  private func end(of lane: CrewLane) async {
    await withCheckedContinuation { continuation in lane.async { continuation.resume() } }
  }

  @Test(arguments: [0, 1, 2, ThreadCrew.limit]) func blocksRunInTheOrderTheyWereAdded(threads: Int) async {
    let lane = CrewLane(JobCrew("test", limit: threads, fallbackQueue: .global()))
    for number in 0..<1_000 { lane.async { work(number) } }
    await end(of: lane)
    expectEqual(log.value, Array(0..<1_000))
    lane.crew.finish()
  }

  @Test(arguments: [0, 1, 2, ThreadCrew.limit]) func blocksOfSeveralThreadsRunOneAtATime(threads: Int) async {
    let lane = CrewLane(JobCrew("test", limit: threads, fallbackQueue: .global()))
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          await onThread {
            for number in 0..<500 { lane.async { work(1_000 * thread + number) } }
          }
        }
      }
    }
    await end(of: lane)
    expectEqual(running.value.most, 1)
    for thread in 0..<4 {
      let own = log.value.filter { $0 / 1_000 == thread }
      expectEqual(own, (0..<500).map { 1_000 * thread + $0 })
    }
    lane.crew.finish()
  }

  @Test func aBlockAddedByABlockFollowsThoseThatWait() async {
    let lane = CrewLane(JobCrew("test"))
    await withCheckedContinuation { continuation in
      lane.async {
        lane.async { work(2) }
        lane.async {
          lane.async { continuation.resume() }
          work(3)
        }
        work(1)
      }
    }
    expectEqual(log.value, [1, 2, 3])
    lane.crew.finish()
  }

  @Test func aBlockThatTakesLongDelaysNoJobAndAllBlocksBehindIt() async {
    let lane = CrewLane(JobCrew("test"))
    let gate = DispatchSemaphore(value: 0)
    lane.async {
      gate.wait()
      work(1)
    }
    lane.async { work(2) }
    // This would never return if the block delayed it.
    await withCheckedContinuation { continuation in lane.crew.add { continuation.resume() } }
    lane.async { work(3) }
    await withCheckedContinuation { continuation in lane.crew.add { continuation.resume() } }
    expectTrue(log.value.isEmpty)
    gate.signal()
    await end(of: lane)
    expectEqual(log.value, [1, 2, 3])
    lane.crew.finish()
  }

  @Test func aJobThatBlocksDelaysNoBlock() async {
    let lane = CrewLane(JobCrew("test"))
    let gate = DispatchSemaphore(value: 0)
    await withCheckedContinuation { continuation in
      lane.async {
        lane.crew.add { gate.wait() }
        lane.async { continuation.resume() }
      }
    }
    gate.signal()
    lane.crew.finish()
  }

  @Test func blocksRunWhileJobsBlockAllThreads() async {
    let lane = CrewLane(JobCrew("test", limit: 3))
    let gate = DispatchSemaphore(value: 0)
    let started = Locked(0)
    for _ in 0..<4 {
      lane.crew.add {
        started.update { $0 += 1 }
        gate.wait()
      }
    }
    await waitPatiently { started.value == 2 }
    for number in 0..<100 { lane.async { work(number) } }
    // This would never return if the blocks waited for a job.
    await end(of: lane)
    expectEqual(log.value, Array(0..<100))
    expectEqual(started.value, 2)
    for _ in 0..<4 { gate.signal() }
    lane.crew.finish()
  }

  @Test(arguments: [0, 1]) func blocksThatAddBlocksDelayNoJobWithoutEnd(threads: Int) async {
    let lane = CrewLane(JobCrew("test", limit: threads, fallbackQueue: DispatchQueue(label: "test")))
    let hasEnded = Locked(false)
    await withCheckedContinuation { continuation in
      lane.async {
        goOn(lane) { hasEnded.value }
        lane.crew.add {
          hasEnded.update { $0 = true }
          continuation.resume()
        }
      }
    }
    await end(of: lane)
    lane.crew.finish()
  }

  private func goOn(_ lane: CrewLane, until hasEnded: @escaping @Sendable () -> Bool) {
    lane.async { if !hasEnded() { goOn(lane, until: hasEnded) } }
  }

  /// The thread that adds a block may be Foundation's, which must not run it.
  @Test func withoutAThreadOfTheCrewNoBlockRunsOnTheThreadThatAddsIt() async {
    let lane = CrewLane(JobCrew("test", limit: 0, fallbackQueue: .global()))
    let other = Locked<[Bool]>([])
    await onThread {
      let adding = ObjectIdentifier(Thread.current)
      let ended = DispatchSemaphore(value: 0)
      for _ in 0..<3 {
        lane.async {
          other.update { $0.append(ObjectIdentifier(Thread.current) != adding) }
          lane.crew.add {
            other.update { $0.append(ObjectIdentifier(Thread.current) != adding) }
            ended.signal()
          }
        }
      }
      for _ in 0..<3 { ended.wait() }
    }
    expectEqual(other.value, Array(repeating: true, count: 6))
  }

  @Test func blocksThatAreAddedAfterTheEndOfTheCrewStillRun() async {
    weak var weakCrew: JobCrew?
    do {
      let lane = CrewLane(JobCrew("test"))
      weakCrew = lane.crew
      lane.async { work(1) }
      lane.async { [crew = lane.crew] in crew.finish() }
      lane.async { work(2) }
      await end(of: lane)
      // The first threads may have ended, or not yet.
      for number in 3..<100 {
        lane.async { work(number) }
        await end(of: lane)
      }
    }
    expectEqual(log.value, Array(1..<100))
    // Each thread holds it.
    await waitPatiently { weakCrew == nil }
    expectNil(weakCrew)
  }

  @Test func whatABlockRefersToIsReleasedBeforeTheNextRuns() async {
    let lane = CrewLane(JobCrew("test"))
    let gate = DispatchSemaphore(value: 0)
    lane.async { gate.wait() }
    lane.async { [held = Held { work(1) }] in withExtendedLifetime(held) {} }
    lane.async { work(2) }
    gate.signal()
    await end(of: lane)
    expectEqual(log.value, [1, 2])
    lane.crew.finish()
  }

  private final class Held: Sendable {
    private let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { onRelease() }
  }

  private func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        body()
        continuation.resume()
      }
    }
  }
}
