import Net
import NetTesting
import TestSupport
import Testing
import XCTest

/// An expectation that is not met fails a test, wherever the mock was created.
@Suite struct MockVerificationTests {
  private let failures = CollectedFailures()

  /// Runs the body where no test scope is known.
  private func outsideOfATest(_ body: () -> Void) {
    TestScope.$current.withValue(nil) { failures.collect(body) }
  }

  /// Runs the body as a test, and ends the test.
  private func test(_ body: () -> Void) {
    let scope = TestScope()
    TestScope.$current.withValue(scope) { failures.collect(body) }
    scope.end()
  }

  @Test func anUnverifiableExpectationFailsAtItsLine() {
    outsideOfATest { Mock().expect.save().toBeCalled(file: "/t/A.swift", line: 5) }
    expectEqual(failures.lines, [5])
  }

  @Test func anUnverifiableTypedExpectationFailsAtItsLine() {
    outsideOfATest { Mocked<Int, Int>("find").expect(3).to(.return(4), file: "/t/A.swift", line: 5) }
    expectEqual(failures.lines, [5])
  }

  @Test(arguments: [
    ("ping()", "toBeCalled() or to(…)"), ("find(3, in: anything)", "toBeCalled() or to(…)"),
    ("name", "toBeRead(), to(…) or toBeSet(to:)"),
  ])
  func anExpectationThatStatesNothingFailsTheTest(text: String, ending: String) {
    test {
      let mock = Mock(file: "/t/A.swift", line: 5)
      switch text {
      case "ping()": _ = mock.expect.ping()
      case "name": _ = mock.expect.name
      default: inOrder { _ = mock.expect.find(3, in: any()) }
      }
    }
    expectEqual(failures.messages, ["expect.\(text) was not finished and states nothing: add \(ending)."])
    expectEqual(failures.lines, [5])
  }

  @Test func aTypedExpectationThatStatesNothingFailsAtItsLine() {
    test { _ = Mocked<Int, Int>("find").expect(3, file: "/t/A.swift", line: 6) }
    expectEqual(failures.lines, [6])
  }

  @Test func anExpectationThatStatesNothingFailsOnceInTheTestThatBeganIt() {
    let shared = failures.collect { TestScope.$current.withValue(nil) { Mock(file: "/t/A.swift", line: 5) } }
    test { _ = shared.expect.save() }
    failures.collect { shared.verify() }
    expectEqual(failures.lines, [5])
  }

  @Test func anExpectationThatIsFinishedLaterDoesNotFail() {
    test {
      let mock = Mock()
      let call = mock.expect.save()
      call.toBeCalled(times: .never).and.toAlways(.return(()))
      let name = mock.expect.name
      name.toAlways(.return("a"))
      name.toBeSet(to: "b", times: .never)
      Mocked<Int, Int>("find", of: mock).expect(3).toAlways(.return(4))
    }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func anUnverifiableMockIsReportedOnce() {
    outsideOfATest {
      let mock = Mock()
      mock.expect.save().toBeCalled(file: "/t/A.swift", line: 5)
      mock.expect.load().toBeCalled(file: "/t/A.swift", line: 6)
    }
    expectEqual(failures.lines, [5])
  }

  @Test func optionalExpectationsAreAllowedOutsideATest() {
    outsideOfATest {
      let mock = Mock()
      mock.expect.save().toAlways(.return(()))
      mock.expect.load().toBeCalled(times: .never)
      mock.expect.log().toBeCalled(times: 0...3)
    }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aMockCreatedOutsideATestIsVerifiedInTheTestThatUsesIt() {
    let shared = failures.collect { TestScope.$current.withValue(nil) { Mock() } }
    test { shared.expect.save().toBeCalled(file: "/t/A.swift", line: 5) }
    expectEqual(failures.lines, [5])
    expectEqual(failures.messages.first?.hasPrefix("save() is expected once, and was not called."), true)
  }

  @Test func anExpectationBegunOutsideATestIsVerifiedInTheTestThatStatesIt() {
    let shared = failures.collect { TestScope.$current.withValue(nil) { Mock() } }
    let save = TestScope.$current.withValue(nil) { shared.expect.save() }
    test { save.toBeCalled(file: "/t/A.swift", line: 5) }
    expectEqual(failures.lines, [5])
    expectEqual(failures.messages.first?.hasPrefix("save() is expected once, and was not called."), true)
  }

  @Test func aMockSharedByTestsIsVerifiedInEachTest() {
    let shared = failures.collect { TestScope.$current.withValue(nil) { Mock() } }
    for line: UInt in 5...6 { test { shared.expect.save().toBeCalled(file: "/t/A.swift", line: line) } }
    expectEqual(failures.lines, [5, 6])
  }

  @Test func testsAtTheSameTimeFailForTheirOwnExpectationsOfASharedMock() {
    let shared = failures.collect { TestScope.$current.withValue(nil) { Mock() } }
    let scopes = [5, 7].map { (line: UInt) in
      let scope = TestScope()
      TestScope.$current.withValue(scope) {
        shared.expect.save().toBeCalled(file: "/t/A.swift", line: line)
        _ = Mocked<Int, Int>("find", of: shared).expect(3, file: "/t/A.swift", line: line + 1)
      }
      return scope
    }
    scopes[1].end()
    expectEqual(failures.lines.sorted(), [7, 8])
    scopes[0].end()
    expectEqual(failures.lines.sorted(), [5, 6, 7, 8])
  }

  @Test func anExpectationOnAMockOfAnEndedTestFails() {
    let scope = TestScope()
    let mock = failures.collect { TestScope.$current.withValue(nil) { Mock(afterEach: scope) } }
    scope.end()
    outsideOfATest { mock.expect.save().toBeCalled(file: "/t/A.swift", line: 5) }
    expectEqual(failures.lines, [5])
  }

  @Test func aMockInADetachedTaskCanBeTiedToTheTest() async {
    let scope = TestScope()
    let failures = failures
    await Task.detached {
      failures.collect {
        _ = Mock(afterEach: scope).expect.save().toBeCalled(file: "/t/A.swift", line: 5)
      }
    }.value
    expectTrue(failures.messages.isEmpty)
    scope.end()
    expectEqual(failures.lines, [5])
  }

  @Test func anExpectationOfAnotherThreadWhileTheTestEndsIsVerified() {
    let scope = TestScope()
    let mock = Locked<Mock?>(nil)
    // Another thread adds an expectation while the first one is being verified.
    let reporter = TestReporter { [failures] message, place in
      failures.reporter.fail(message, at: place)
      let other = mock.update { $0.take() }
      TestScope.$current.withValue(scope) {
        _ = other?.expect.load().toBeCalled(file: "/t/A.swift", line: 6)
      }
    }
    TestReporter.$override.withValue(reporter) {
      TestScope.$current.withValue(scope) { mock.update { $0 = Mock() } }
      TestScope.$current.withValue(scope) {
        _ = mock.value?.expect.save().toBeCalled(file: "/t/A.swift", line: 5)
      }
    }
    scope.end()
    expectEqual(failures.lines, [5, 6])
  }

  @Test func explicitlyVerifiedExpectationsAreNotReportedAgain() {
    test {
      let mock = Mock()
      mock.expect.save().toBeCalled()
      mock.verify()
    }
    expectEqual(failures.messages.count, 1)
  }

  @Test func aProhibitedCallFailsDespiteAFallback() {
    test {
      let mock = Mock()
      mock.expect.delete("a").toBeCalled(times: 0, file: "/t/A.swift", line: 5)
      mock.expect.delete(any()).toAlways(.return(()))
      mock.call.delete("a")
      mock.call.delete("b")
    }
    expectEqual(failures.lines, [5])
  }

  @Test func aCallBeyondAnExactCountFailsDespiteAFallback() {
    test {
      let mock = Mock()
      mock.expect.delete(any()).toAlways(.return(()))
      mock.expect.delete("a").toBeCalled(times: 2, file: "/t/A.swift", line: 5)
      for _ in 1...3 { mock.call.delete("a") }
      mock.call.delete("b")
    }
    expectEqual(failures.lines, [5])
  }

  @Test func aCallBeyondAnUpperLimitFailsDespiteAFallback() {
    test {
      let mock = Mock()
      mock.expect.delete("a").toBeCalled(times: 0...1, file: "/t/A.swift", line: 5)
      mock.expect.delete(any()).toAlways(.return(()))
      for _ in 1...2 { mock.call.delete("a") }
    }
    expectEqual(failures.lines, [5])
  }

  @Test func aFallbackChainedWithAndHandlesCallsBeyondAnExactCount() {
    test {
      let mock = Mock()
      mock.expect.size.to(.return(1), times: 2).and.toAlways(.return(2))
      let sizes: [Int] = [mock.get.size, mock.get.size, mock.get.size]
      expectEqual(sizes, [1, 1, 2])
    }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func afterTheExpectedCallTheFallbackHandlesFurtherCalls() {
    test {
      let mock = Mock()
      mock.expect.load(any()).toAlways(.return(0))
      mock.expect.load(3).to(.return(4))
      let loaded: [Int] = [mock.call.load(3), mock.call.load(3)]
      expectEqual(loaded, [4, 0])
    }
    expectTrue(failures.messages.isEmpty)
  }
}

/// The same in an `XCTestCase`, whose end is known only if the test passes itself.
final class MockVerificationXCTests: XCTestCase {
  private let failures = CollectedFailures()
  private lazy var ofTheTestCase = failures.collect { Mock() }
  private var ofSetUp: Mock?

  override func setUp() {
    super.setUp()
    ofSetUp = failures.collect { Mock() }
  }

  func testAnUnverifiableMockFromSetUpFailsTheTest() {
    ofSetUp?.expect.save().toBeCalled(file: "/t/A.swift", line: 5)
    XCTAssertEqual(failures.lines, [5])
  }

  func testAnUnverifiableMockInAPropertyFailsTheTest() {
    ofTheTestCase.expect.save().toBeCalled(file: "/t/A.swift", line: 5)
    XCTAssertEqual(failures.lines, [5])
  }

  func testAnUnverifiableMockInAnAsyncTestFailsTheTest() async {
    await Task.yield()
    failures.collect { _ = Mock().expect.save().toBeCalled(file: "/t/A.swift", line: 5) }
    XCTAssertEqual(failures.lines, [5])
  }

  func testAMockTiedToTheTestPasses() {
    let mock = failures.collect { Mock(afterEach: self) }
    mock.expect.save().toBeCalled()
    mock.call.save()
    XCTAssertEqual(failures.messages, [])
  }

  func testAMockInALeakCheckIsVerifiedAutomatically() {
    failures.collect {
      checkingLeaks { Mock().expect.save().toBeCalled(file: "/t/A.swift", line: 5) }
    }
    XCTAssertEqual(failures.lines, [5])
    XCTAssertEqual(failures.messages.first?.hasPrefix("save() is expected once, and was not called."), true)
  }
}
