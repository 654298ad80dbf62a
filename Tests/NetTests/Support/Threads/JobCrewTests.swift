import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct JobCrewTests {
  @Test func jobsRunInOrderOnOneThread() async {
    // With more threads, another one would take over while a busy machine keeps this one waiting.
    let crew = JobCrew("test", limit: 1)
    let done = Locked<[Int]>([])
    await withCheckedContinuation { continuation in
      for number in 0..<100 { crew.add { done.update { $0.append(number) } } }
      crew.add { continuation.resume() }
    }
    expectEqual(done.value, Array(0..<100))
    crew.finish()
  }

  @Test(arguments: [1, 8, 64]) func blockedJobsDoNotDelayOthers(blocked: Int) async {
    let crew = JobCrew("test")
    let gate = DispatchSemaphore(value: 0)
    let ended = DispatchGroup()
    for _ in 0..<blocked {
      ended.enter()
      crew.add {
        gate.wait()
        ended.leave()
      }
    }
    // This would never return if the blocked jobs delayed it.
    await withCheckedContinuation { continuation in crew.add { continuation.resume() } }
    for _ in 0..<blocked { gate.signal() }
    await withCheckedContinuation { continuation in ended.notify(queue: .global()) { continuation.resume() } }
    crew.finish()
  }

  @Test func withAllThreadsBlockedAJobWaits() async {
    let crew = JobCrew("test", limit: 3)
    let gate = DispatchSemaphore(value: 0)
    let (started, done) = (Locked(0), Locked(0))
    for _ in 0..<4 {
      crew.add {
        started.update { $0 += 1 }
        gate.wait()
        done.update { $0 += 1 }
      }
    }
    await waitPatiently { started.value == 2 }
    expectEqual(started.value, 2)
    for _ in 0..<4 { gate.signal() }
    await withCheckedContinuation { continuation in crew.add { continuation.resume() } }
    await waitPatiently { done.value == 4 }
    expectEqual(done.value, 4)
    crew.finish()
  }

  @Test func threadsEndAfterFinish() async {
    weak var weakCrew: JobCrew?
    do {
      let crew = JobCrew("test")
      weakCrew = crew
      let gate = DispatchSemaphore(value: 0)
      for _ in 0..<4 { crew.add { gate.wait() } }
      await withCheckedContinuation { continuation in crew.add { continuation.resume() } }
      for _ in 0..<4 { gate.signal() }
      crew.finish()
    }
    // Each thread holds it.
    await waitPatiently { weakCrew == nil }
    expectNil(weakCrew)
  }

  @Test func withoutAThreadTheThreadThatAddsAJobRunsIt() {
    let crew = JobCrew("test", limit: 0)
    let thread = Locked<ObjectIdentifier?>(nil)
    crew.add { thread.update { $0 = ObjectIdentifier(Thread.current) } }
    expectEqual(thread.value, ObjectIdentifier(Thread.current))
  }

  @Test func withoutAThreadADeputyRunsTheJobs() async {
    let deputy = DispatchQueue(label: "test")
    let crew = JobCrew("test", limit: 0, fallbackQueue: deputy)
    deputy.suspend()
    let done = Locked(0)
    for _ in 0..<3 { crew.add { done.update { $0 += 1 } } }
    expectEqual(done.value, 0)
    deputy.resume()
    await withCheckedContinuation { continuation in crew.add { continuation.resume() } }
    expectEqual(done.value, 3)
  }

  @Test func aJobAddedAfterFinishRuns() async {
    let crew = JobCrew("test")
    crew.finish()
    await withCheckedContinuation { continuation in crew.add { continuation.resume() } }
  }

  @Test func aJobCanAddJobsThroughItsThread() async {
    let crew = JobCrew("test")
    await withCheckedContinuation { continuation in
      crew.add { CrewThread.current?.add { continuation.resume() } }
    }
    crew.finish()
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
