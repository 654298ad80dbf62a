import Dispatch
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct TestScopeTests {
  private let done = SharedLock<[Int]>([])
  private let scope = TestScope()

  @Test func runsActionsInReverseOrder() {
    for number in 1...3 { atEnd(number) }
    expectEqual(result, [])
    scope.end()
    expectEqual(result, [3, 2, 1])
  }

  @Test func runsActionsOnce() {
    atEnd(1)
    scope.end()
    scope.end()
    expectEqual(result, [1])
  }

  @Test func runsAnActionAddedAfterTheEndImmediately() {
    scope.end()
    atEnd(1)
    expectEqual(result, [1])
  }

  @Test func runsActionsAddedByActions() {
    let (scope, done) = (scope, done)
    atEnd(1)
    scope.atEnd {
      scope.atEnd { done.withLock { $0.append(3) } }
      done.withLock { $0.append(2) }
    }
    scope.end()
    expectEqual(result, [2, 3, 1])
  }

  @Test func canBeEndedByAnAction() {
    let scope = scope
    atEnd(1)
    scope.atEnd { scope.end() }
    scope.end()
    expectEqual(result, [1])
  }

  @Test func runsEachActionOnceUnderConcurrency() {
    let (scope, done) = (scope, done)
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      if number % 100 == 50 { scope.end() } else { scope.atEnd { done.withLock { $0.append(number) } } }
    }
    expectEqual(result.sorted(), (0..<400).filter { $0 % 100 != 50 })
  }

  @Test func keepsFailuresOnlyIfAskedAndOnlyUntilTheEnd() {
    let failure = TestFailure(message: "lost", place: SourcePlace(file: #filePath, line: #line))
    let own = TestScope()
    #expect(!own.keep(failure))
    let traits = TestScope(keepsFailures: true)
    #expect(traits.keep(failure))
    expectEqual(traits.takeFailures(), [failure])
    traits.end()
    #expect(!traits.keep(failure))
  }

  private var result: [Int] { done.withLock { $0 } }

  private func atEnd(_ number: Int) {
    scope.atEnd { [done] in done.withLock { $0.append(number) } }
  }
}
