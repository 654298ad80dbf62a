import Dispatch
import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct ThreadTurnsTests {
  private let turns = ThreadTurns()
  private let entered = Captured<Bool>()

  @Test func theSameThreadCanEnterAgain() {
    #expect(turns.enter(within: .zero))
    #expect(turns.enter(within: .zero))
    turns.leave()
    turns.leave()
  }

  @Test func anotherThreadCannotEnterUntilEveryEntryIsLeft() {
    let (turns, entered) = (turns, entered)
    _ = turns.enter()
    _ = turns.enter()
    onNewThread { entered.set(turns.enter(within: .zero)) }
    turns.leave()
    onNewThread { entered.set(turns.enter(within: .zero)) }
    turns.leave()
    onNewThread {
      entered.set(turns.enter(within: .zero))
      turns.leave()
    }
    expectEqual(entered.values, [false, false, true])
  }

  @Test func aThreadThatTimedOutIsSkipped() {
    let (turns, entered) = (turns, entered)
    _ = turns.enter()
    onNewThread { _ = turns.enter(within: .zero) }
    turns.leave()
    onNewThread { entered.set(turns.enter(within: .zero)) }
    expectEqual(entered.values, [true])
  }
}

/// Runs the body on a dedicated thread, and waits for it.
private func onNewThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  if done.wait(timeout: .patience) == .timedOut { Issue.record("the thread has not ended") }
}
