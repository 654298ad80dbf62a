#if TestFrameworks && canImport(Testing)
  import Testing
#endif

/// The failed expectations inside a piece of code, such as the body of a sweep.
enum TestIssues {
  /// Runs the body, and passes each failed expectation inside it to the closure.
  ///
  /// - `keep`: Returns true if it keeps the failure, which then does not fail the test. The text contains its line.
  @concurrent static func capturing(
    _ keep: @escaping @Sendable (String) -> Bool,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async throws {
    #if TestFrameworks && canImport(Testing)
      guard let test = Test.current, let testCase = Test.Case.current else {
        return try await capturingXCTest(keep, body)
      }
      let keeper = IssueHandlingTrait.compactMapIssues { issue in
        if issue.severity == .error, keep(text(of: issue)) { return nil }
        // The framework has passed an issue off the tasks of tests to the run, too.
        return TestRunner.isOnTestTask ? issue : nil
      }
      try await keeper.provideScope(for: test, testCase: testCase, performing: body)
    #else
      try await capturingXCTest(keep, body)
    #endif
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
