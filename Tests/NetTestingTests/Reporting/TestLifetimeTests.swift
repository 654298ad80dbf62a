import Net
import TestSupport
import Testing
import XCTest

@testable import NetTesting

@Suite struct TestLifetimeTests {
  @Test(.netTesting) func theTestLifetimeIsTheScopeOfTheTrait() throws {
    let scope = try #require(TestScope.current)
    let done = Lock(0)
    atEnd(of: .test) { done.withLock { $0 += 1 } }
    expectEqual(done.withLock { $0 }, 0)
    scope.end()
    expectEqual(done.withLock { $0 }, 1)
  }

  @Test(.netTesting, arguments: 0..<50)
  func everyTestCaseHasItsOwnScope(number: Int) async throws {
    let scope = try #require(TestScope.current)
    let owner = Lock<[Int]>([])
    atEnd(of: .test) { owner.withLock { $0.append(number) } }
    await Task.yield()
    let inside = await Task { TestScope.current }.value
    #expect(inside === scope)
    #expect(TestScope.current === scope)
    scope.end()
    expectEqual(owner.withLock { $0 }, [number])
  }

  @Test func theTraitEndsTheScopeAfterTheTest() async throws {
    let test = try #require(Test.current)
    let order = Lock<[String]>([])
    try await NetTestingTrait().provideScope(for: test, testCase: Test.Case.current) {
      TestLifetimeTests.atEnd(of: .test) { order.withLock { $0.append("end") } }
      order.withLock { $0.append("test") }
    }
    expectEqual(order.withLock { $0 }, ["test", "end"])
  }

  @Test func theTraitEndsTheScopeWhenTheTestThrows() async throws {
    let test = try #require(Test.current)
    let ended = Lock(false)
    await #expect(throws: CancellationError.self) {
      try await NetTestingTrait().provideScope(for: test, testCase: Test.Case.current) {
        TestLifetimeTests.atEnd(of: .test) { ended.withLock { $0 = true } }
        throw CancellationError()
      }
    }
    #expect(ended.withLock { $0 })
  }

  @Test func theTraitGivesTheSuiteItselfNoScope() async throws {
    let test = try #require(Test.current)
    try await NetTestingTrait().provideScope(for: test, testCase: nil) { expectNil(TestScope.current) }
  }

  @Test func withoutTheTraitTheTestFailsAndTheMessageNamesTheTrait() {
    let line: UInt = #line + 2
    withKnownIssue {
      atEnd(of: .test) { Issue.record("an end action ran without a scope") }
    } matching: { issue in
      issue.sourceLocation?.line == Int(line)
        && issue.comments.map(\.rawValue) == [
          """
          `.test` does not know when this test ends. Add the trait: @Test(.netTesting), or @Suite(.netTesting) \
          for all tests of a suite. A detached task does not inherit it. The action for the end of the test does \
          not run.
          """
        ]
    }
  }

  @Test func inXCTestTheMessageSaysToPassTheTestCase() {
    expectEqual(
      CurrentTest.explanation(for: .xcTest),
      """
      `.test` is for Swift Testing. In an XCTestCase pass the test case: `afterEach: self`. \
      The action for the end of the test does not run.
      """)
  }

  private func atEnd(
    of test: some TestLifetime, line: UInt = #line, _ action: @escaping @Sendable () -> Void
  ) {
    test.atEnd(file: #filePath, line: line, action)
  }

  private static func atEnd(of test: some TestLifetime, _ action: @escaping @Sendable () -> Void) {
    test.atEnd(action)
  }
}

@Suite(.netTesting) struct TestLifetimeSuiteTests {
  @Suite struct Nested {
    @Test func nestedSuitesInheritTheTrait() { expectNotNil(TestScope.current) }
  }
}

final class TestLifetimeXCTests: XCTestCase {
  private let done = SharedLock<[Int]>([])

  func testEndActionsRunInReverseOrderBeforeTearDown() {
    for number in 1...3 { atEnd { [done] in done.withLock { $0.append(number) } } }
    XCTAssertEqual(done.withLock { $0 }, [])
  }

  func testAnEndActionAddedByAnotherRunsNext() {
    let ending = EndingCase(test: self)
    atEnd { [done] in done.withLock { $0.append(1) } }
    atEnd { [done] in
      ending.test.atEnd { done.withLock { $0.append(2) } }
      done.withLock { $0.append(3) }
    }
  }

  // The test case is only used on the thread of its test, which also runs its end actions.
  private struct EndingCase: @unchecked Sendable { var test: TestLifetimeXCTests }

  func testEndActionsRunInReverseOrderInAnAsyncMethod() async {
    for number in 1...3 { atEnd { [done] in done.withLock { $0.append(number) } } }
    await Task.yield()
  }

  override func tearDown() {
    XCTAssertEqual(done.withLock { $0 }, [3, 2, 1])
  }
}
