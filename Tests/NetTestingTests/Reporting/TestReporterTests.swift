import Dispatch
import Net
import TestSupport
import Testing
import XCTest

@testable import NetTesting

@Suite struct TestReporterTests {
  @Test func failsTheTestAtTheGivenLine() {
    let place = SourcePlace(file: #filePath, line: #line)
    withKnownIssue {
      TestReporter.current.fail("no stub", at: place)
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["no stub"] && issue.sourceLocation?.line == Int(place.line)
        && issue.sourceLocation?.filePath == place.file
        && issue.sourceLocation?.fileID == "NetTestingTests/TestReporterTests.swift"
    }
  }

  @Test func keepsFailuresOfOtherThreadsForTheScope() async {
    let scope = TestScope(keepsFailures: true)
    let reporter = TestReporter(runner: .swiftTesting, scope: scope)
    let place = SourcePlace(file: #filePath, line: #line)
    await onAnotherThread { reporter.fail("late", at: place) }
    expectEqual(scope.takeFailures(), [TestFailure(message: "late", place: place)])
    expectTrue(scope.takeFailures().isEmpty)
  }

  @Test func recordsImmediatelyOnTheTestsTask() {
    let scope = TestScope(keepsFailures: true)
    withKnownIssue {
      TestReporter(runner: .swiftTesting, scope: scope).fail(
        "now", at: SourcePlace(file: #filePath, line: #line))
    }
    expectTrue(scope.takeFailures().isEmpty)
  }

  @Test func theTraitRecordsFailuresOfOtherThreads() async throws {
    let test = try #require(Test.current)
    let line: UInt = #line
    try await withKnownIssue {
      try await NetTestingTrait().provideScope(for: test, testCase: Test.Case.current) {
        let reporter = TestReporter.current
        await onAnotherThread { reporter.fail("late", at: SourcePlace(file: #filePath, line: line)) }
      }
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["late"] && issue.sourceLocation?.line == Int(line)
    }
  }

  @Test func aFailureAfterTheEndOfTheTestNamesTheTest() async {
    let scope = TestScope(keepsFailures: true)
    scope.end()
    #expect(
      await messagesFromAnotherThread(scope) == [
        """
        No stub answers GET https://h/a
        This comes after the end of the test syncs() at SyncTests.swift:7. Let the test wait for its requests, or cancel \
        them.
        """
      ])
  }

  @Test func aFailureOnAnotherThreadOfATestWithoutTheTraitNamesTheTest() async {
    #expect(
      await messagesFromAnotherThread(nil) == [
        """
        No stub answers GET https://h/a
        This comes from the test syncs() at SyncTests.swift:7, on another thread. With the trait `.netTesting`, it would \
        fail that test.
        """
      ])
  }

  @Test func theNameOfATestIsItsFunctionAndItsLine() throws {
    let place = SourcePlace(try #require(Test.current).sourceLocation)
    expectEqual(TestName.current?.text, "theNameOfATestIsItsFunctionAndItsLine() at \(place)")
  }

  /// The messages of a failure on another thread, in the test `syncs()` with this scope.
  private func messagesFromAnotherThread(_ scope: TestScope?) async -> [String] {
    let recorded = SharedLock<[String]>([])
    let reporter = TestReporter(
      runner: .swiftTesting, scope: scope, test: TestName(text: "syncs() at SyncTests.swift:7"),
      record: { failure in recorded.withLock { $0.append(failure.message) } })
    await onAnotherThread {
      reporter.fail("No stub answers GET https://h/a", at: SourcePlace(file: "/t/SyncTests.swift", line: 9))
    }
    return recorded.withLock { $0 }
  }

  @Test func anOverrideReplacesTheFramework() {
    let failures = Lock<[String]>([])
    let collecting = TestReporter { message, place in failures.withLock { $0.append("\(place): \(message)") }
    }
    TestReporter.$override.withValue(collecting) {
      TestReporter.current.fail("seen", at: SourcePlace(file: "/a/B.swift", line: 3))
    }
    expectEqual(failures.withLock { $0 }, ["B.swift:3: seen"])
  }

  @Test func detectsSwiftTestingOnItsTasks() { expectEqual(TestRunner.current, .swiftTesting) }

  @Test func usesTheCommandLineArgumentsOutsideOfATask() {
    let other = ["a.xctest", "--testing-library", "xctest"]
    expectEqual(TestRunner.choose(isOnTestTask: true, arguments: other), .swiftTesting)
    expectEqual(TestRunner.choose(isOnTestTask: false, arguments: other), .xcTest)
    expectEqual(TestRunner.choose(isOnTestTask: false, arguments: []), .xcTest)
    let two = ["a.xctest", "--testing-library", "swift-testing"]
    expectEqual(TestRunner.choose(isOnTestTask: false, arguments: two), .swiftTesting)
    let one = ["a.xctest", "--testing-library=swift-testing"]
    expectEqual(TestRunner.choose(isOnTestTask: false, arguments: one), .swiftTesting)
  }

  @Test func aBundleOfTestsOrItsHostIsATestProcess() {
    let bundle = ["/build/debug/AppPackageTests.xctest", "-s", "AppTests"]
    #expect(TestRunner.isTestProcess(arguments: bundle, environment: [:]))
    #expect(TestRunner.isTestProcess(arguments: ["/usr/bin/xctest"], environment: [:]))
    let host = ["XCTestConfigurationFilePath": ""]
    #expect(TestRunner.isTestProcess(arguments: ["/App.app/App"], environment: host))
  }

  @Test func aProgramIsNotATestProcess() {
    #expect(!TestRunner.isTestProcess(arguments: ["/usr/bin/app", "xctest"], environment: ["HOME": "/"]))
    #expect(!TestRunner.isTestProcess(arguments: [], environment: [:]))
  }

  @Test(arguments: [
    ("/p/Tests/AppTests/Login/LoginTests.swift", "AppTests/LoginTests.swift"),
    ("/p/Tests/LoginTests.swift", "Tests/LoginTests.swift"),
    ("/p/Sources/App.swift", "Sources/App.swift"),
    ("App.swift", "Unknown/App.swift"),
  ])
  func derivesTheModuleFromTheFolder(file: String, expected: String) {
    expectEqual(SourcePlace.fileID(of: file), expected)
  }
}

final class TestReporterXCTests: XCTestCase {
  // The failures reported to the framework. While this is not nil, they do not fail the test.
  private let told = SharedLock<[String]?>(nil)

  func testDetectsXCTest() {
    XCTAssertEqual(TestRunner.current, .xcTest)
  }

  func testDetectsXCTestOnAnotherThread() async {
    let runner = Lock<TestRunner?>(nil)
    await onAnotherThread { runner.withLock { $0 = TestRunner.current } }
    XCTAssertEqual(runner.withLock { $0 }, .xcTest)
  }

  func testFailsTheTestAtTheGivenLine() {
    let place = SourcePlace(file: #filePath, line: #line)
    told.withLock { $0 = [] }
    TestReporter.current.fail("no stub", at: place)
    XCTAssertEqual(takeTold(), ["\(place.file):\(place.line): no stub"])
  }

  func testFailsTheTestFromAnotherThread() async {
    let (reporter, place) = (TestReporter.current, SourcePlace(file: #filePath, line: #line))
    told.withLock { $0 = [] }
    await onAnotherThread { reporter.fail("late", at: place) }
    XCTAssertEqual(takeTold(), ["\(place.file):\(place.line): late"])
  }

  func testARequestAfterTheEndOfATestNamesTheTest() throws {
    let failures = CollectedFailures()
    // The blocks run in reverse order: this one after the end of the transport.
    let late = SharedLock<NetworkSession?>(nil)
    addTeardownBlock {
      late.withLock { $0 }?.get("https://h/a").response { _ in }
      XCTAssertEqual(failures.messages.count, 1)
      XCTAssertEqual(
        failures.messages.first?.hasSuffix(
          """

          This comes after the end of the test TestReporterXCTests.testARequestAfterTheEndOfATestNamesTheTest. Let the \
          test wait for its requests, or cancel them.
          """), true, failures.messages.first ?? "")
    }
    let transport = failures.collect { MockTransport(afterEach: self) }
    late.withLock { $0 = NetworkSession(transport: transport) }
  }

  private var isTold: Bool { told.withLock { $0 != nil } }

  private func takeTold() -> [String] {
    told.withLock { told in
      defer { told = nil }
      return told ?? []
    }
  }

  #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
      guard isTold, let place = issue.sourceCodeContext.location else { return super.record(issue) }
      let text = "\(place.fileURL.path):\(place.lineNumber): \(issue.compactDescription.withoutPrefix)"
      told.withLock { $0?.append(text) }
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      guard isTold else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      told.withLock { $0?.append("\(filePath):\(lineNumber): \(description.withoutPrefix)") }
    }
  #endif
}

extension String {
  /// The message without the prefix that XCTest adds.
  fileprivate var withoutPrefix: String { hasPrefix("failed - ") ? String(dropFirst(9)) : self }
}

func onAnotherThread(_ action: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      action()
      continuation.resume()
    }
  }
}
