/// What has an end at which things can be done: a test, or a ``TestScope``.
///
/// A function that makes something which must be given up after the test takes one, so that it can be called as
/// `afterEach: self` in an `XCTestCase` and as `afterEach: .test` in Swift Testing.
///
/// ```swift
/// func startServer(afterEach test: some TestLifetime) -> DemoServer {
///   let server = DemoServer()
///   test.atEnd { server.stop() }
///   return server
/// }
/// ```
///
/// Last in, first out. In an `XCTestCase` that is before its `tearDown()`.
public protocol TestLifetime {
  /// Does this once when the test has ended. The place is where a failure to arrange that is reported.
  func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void)
}

extension TestLifetime {
  /// Does this once when the test has ended.
  public func atEnd(
    _ action: @escaping @Sendable () -> Void, file: StaticString = #filePath, line: UInt = #line
  ) {
    atEnd(file: file, line: line, action)
  }
}

extension TestLifetime where Self == CurrentTest {
  /// The test case of Swift Testing that runs on this task, which has the trait `.netTesting`.
  public static var test: CurrentTest { CurrentTest() }
}

/// The test case of Swift Testing that runs on this task.
///
/// Written `.test`.
///
/// Without the trait `.netTesting` it has no end that could be known: using it then fails the test, with a
/// message that names the trait, and what was to be done at the end is not done.
public struct CurrentTest: TestLifetime, Sendable {
  /// Does this once when the test case has ended.
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
      all tests of a suite. A detached task does not inherit it. What was to be done after the test is not done.
      """
    case .xcTest:
      """
      `.test` is for Swift Testing. In an XCTestCase pass the test case: `afterEach: self`. \
      What was to be done after the test is not done.
      """
    case .none:
      """
      `.test` is for Swift Testing, and no test is running. Pass a TestScope, and end it. \
      What was to be done after the test is not done.
      """
    }
  }
}
