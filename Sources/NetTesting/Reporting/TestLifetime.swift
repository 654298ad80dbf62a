/// Something that has an end at which actions run: a test, or a ``TestScope``.
///
/// A function that creates something that must be cleaned up after the test takes one as a parameter, so that it can
/// be called with `afterEach: self` in an `XCTestCase` and `afterEach: .test` in Swift Testing.
///
/// ```swift
/// func startServer(afterEach test: some TestLifetime) -> DemoServer {
///   let server = DemoServer()
///   test.atEnd { server.stop() }
///   return server
/// }
/// ```
///
/// Actions run in reverse order. In an `XCTestCase` they run before its `tearDown()`.
public protocol TestLifetime {
  /// Runs this action once, when the test has ended; a failure to register it is reported at the file and line.
  func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void)
}

extension TestLifetime {
  /// Runs this action once, when the test has ended.
  public func atEnd(
    _ action: @escaping @Sendable () -> Void, file: StaticString = #filePath, line: UInt = #line
  ) {
    atEnd(file: file, line: line, action)
  }
}

extension TestLifetime where Self == CurrentTest {
  /// The current test case of Swift Testing, which must have the trait `.netTesting`.
  public static var test: CurrentTest { CurrentTest() }
}

/// The test case of Swift Testing that runs on this task.
///
/// Written `.test`.
///
/// Without the trait `.netTesting` its end is unknown. Using it then fails the test with a message that names the
/// trait, and the action does not run.
public struct CurrentTest: TestLifetime, Sendable {
  /// Runs this action once, when the test case has ended.
  public func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void) {
    if let scope = TestScope.current { return scope.atEnd(action) }
    TestReporter.current.fail(
      CurrentTest.explanation(for: .current), at: SourcePlace(file: file, line: line))
  }

  static func explanation(for runner: TestRunner) -> String {
    switch runner {
    case .swiftTesting:
      """
      `.test` does not know when this test ends. Add the trait: @Test(.netTesting), or @Suite(.netTesting) for \
      all tests of a suite. A detached task does not inherit it. The action for the end of the test does not run.
      """
    case .xcTest:
      """
      `.test` is for Swift Testing. In an XCTestCase pass the test case: `afterEach: self`. \
      The action for the end of the test does not run.
      """
    case .none:
      """
      `.test` is for Swift Testing, and no test is running. Pass a TestScope, and end it. \
      The action for the end of the test does not run.
      """
    }
  }
}
