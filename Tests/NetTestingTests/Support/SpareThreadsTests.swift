import Foundation
import TestSupport
import Testing

@testable import NetTesting

@Suite struct SpareThreadsTests {
  private final class Token: Sendable {
    /// Makes the current thread keep it alive.
    func attach() { Thread.current.threadDictionary["token"] = self }
  }

  // Dispatch adds at most one thread per second for those that are blocked.

  @Test func tasksThatBlockUntilAllHaveBegunHaveAThreadEach() async {
    let threads = SpareThreads()
    let count = 32
    let (all, begun) = (DispatchSemaphore(value: 0), Locked(0))
    let tasks = (0..<count).map { _ in
      Task(executorPreference: threads) {
        begun.update { $0 += 1 }
        if begun.value == count { for _ in 0..<count { all.signal() } }
        return all.waits()
      }
    }
    for task in tasks { #expect(await task.value) }
  }

  @Test func aThreadEndsWithTheObject() async {
    weak var weakToken: Token?
    do {
      let threads = SpareThreads()
      let token = Token()
      weakToken = token
      await Task(executorPreference: threads) { token.attach() }.value
    }
    await waitPatiently { weakToken == nil }
    expectNil(weakToken)
  }

  @Test func checksOfLawsThatBlockUntilAllHaveBegunHaveAThreadEach() async {
    let count = 32
    let (all, begun) = (DispatchSemaphore(value: 0), Locked(0))
    await LawRun.$limit.withValue(.patience) {
      await withTaskGroup { group in
        for _ in 0..<count {
          group.addTask {
            await LawRun.result {
              begun.update { $0 += 1 }
              if begun.value == count { for _ in 0..<count { all.signal() } }
              expectTrue(all.waits())
            }
          }
        }
        for await result in group { expectNotNil(result) }
      }
    }
  }
}

extension DispatchSemaphore {
  /// Waits; returns false after a timeout.
  fileprivate func waits() -> Bool { wait(timeout: .patience) == .success }
}
