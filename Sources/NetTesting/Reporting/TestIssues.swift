import Net

#if TestFrameworks && canImport(Testing)
  import Testing
#endif

/// The failed expectations inside a piece of code, such as the body of a sweep.
enum TestIssues {
  /// Runs the body, and passes each failed expectation inside it to the closure.
  ///
  /// - `place`: The line of the code that runs the body. See ``mayBelong(file:isOnTestTask:to:)``.
  ///   - keep: Returns true if it keeps the failure, which then does not fail the test. The text contains its line.
  @concurrent static func capturing(
    at place: SourcePlace,
    _ keep: @escaping @Sendable (String) -> Bool,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async throws {
    #if TestFrameworks && canImport(Testing)
      guard let test = Test.current, let testCase = Test.Case.current else {
        return try await capturingXCTest(keep, body)
      }
      let keeper = IssueHandlingTrait.compactMapIssues { issue in
        if let trial { return trial.decide(isKnown: !issue.isFailure) ? issue : nil }
        let isOnTestTask = TestRunner.isOnTestTask
        let file = issue.sourceLocation?.fileName
        // Known issues and warnings fail no test.
        if issue.isFailure, mayBelong(file: file, isOnTestTask: isOnTestTask, to: place),
          keep(text(of: issue))
        {
          return nil
        }
        // The framework has passed an issue off the tasks of tests to the run, too.
        return isOnTestTask ? issue : nil
      }
      try await $isCapturing.withValue(true) {
        try await keeper.provideScope(for: test, testCase: testCase, performing: body)
      }
    #else
      try await capturingXCTest(keep, body)
    #endif
  }

  /// Whether a failure is expected, because it occurs inside `withKnownIssue`; records it as known if it is.
  ///
  /// Only the framework knows that, so the failure is recorded, and removed again if it is not.
  static func isKnown(_ failure: TestFailure) -> Bool {
    #if TestFrameworks && canImport(Testing)
      guard isCapturing, TestRunner.isOnTestTask else { return false }
      let trial = Trial()
      $trial.withValue(trial) { TestRunner.swiftTesting.record(failure) }
      return trial.isKnown
    #else
      false
    #endif
  }

  /// Whether failed expectations on this task are passed to a closure.
  @TaskLocal private static var isCapturing = false
  /// The failure whose handling is tried out on this task.
  @TaskLocal private static var trial: Trial?

  private final class Trial: Sendable {
    private let state = Lock(false)

    var isKnown: Bool { state.withLock { $0 } }

    func decide(isKnown: Bool) -> Bool {
      state.withLock { $0 = isKnown }
      return isKnown
    }
  }

  /// Whether an issue may be one of the code that runs at this place.
  ///
  /// The framework passes an issue off the tasks of tests to all tests that run, so the file must tell whose it is.
  static func mayBelong(file: String?, isOnTestTask: Bool, to place: SourcePlace) -> Bool {
    isOnTestTask || file == place.file.split(separator: "/").last.map(String.init)
  }

  /// Passes the failures of XCTest too, which fail the test nevertheless, where XCTest has observers without
  /// Objective-C.
  @concurrent private static func capturingXCTest(
    _ keep: @escaping @Sendable (String) -> Bool,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async throws {
    #if TestFrameworks && canImport(XCTest)
      #if canImport(Darwin)
        try await body()
      #else
        guard TestRunner.current == .xcTest else { return try await body() }
        try await XCTestFailures.shared.passing(to: { _ = keep($0) }, body)
      #endif
    #else
      try await body()
    #endif
  }

  #if TestFrameworks && canImport(Testing)
    private static func text(of issue: Issue) -> String {
      let line = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
      return "\(issue)\(line)"
    }
  #endif
}
