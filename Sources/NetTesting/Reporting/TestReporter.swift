/// Fails the running test, in the framework that runs it, at a given line.
///
/// Create it on the test's own task, together with the mock; then it may be used from any thread. It remembers the
/// framework and the scope of that test. A failure is reported to one framework only, because the other one would
/// ignore it.
package struct TestReporter: Sendable {
  /// Replaces the reporters that are created on this task.
  ///
  /// For tests of failures.
  @TaskLocal package static var override: TestReporter?

  private let record: @Sendable (String, SourcePlace) -> Void

  /// Creates a reporter that passes failures to a closure.
  package init(record: @escaping @Sendable (String, SourcePlace) -> Void) { self.record = record }

  /// Fails the test.
  package func fail(_ message: String, at place: SourcePlace) { record(message, place) }

  /// The reporter of the test that runs on this task.
  package static var current: TestReporter {
    override ?? TestReporter(runner: .current, scope: .current)
  }

  /// Creates a reporter for a framework.
  ///
  /// In Swift Testing, a failure off the test's task is kept in the scope, if there is one, and recorded by the test
  /// itself. Without a scope, or after its end, it fails the run and no test, so its message names the test.
  ///
  /// - `record`: Records a failure immediately; nil for the framework.
  init(
    runner: TestRunner, scope: TestScope?, test: TestName? = .current,
    record: (@Sendable (TestFailure) -> Void)? = nil
  ) {
    self.init { message, place in
      var failure = TestFailure(message: message, place: place)
      if runner == .swiftTesting, !TestRunner.isOnTestTask {
        if scope?.keep(failure) == true { return }
        if let test { failure.message = scope == nil ? test.outsideOfTest(message) : test.afterEnd(message) }
      }
      if let record { record(failure) } else { runner.record(failure) }
    }
  }
}

/// A failure: its message and its line.
struct TestFailure: Sendable, Hashable {
  var message: String
  var place: SourcePlace
}

/// The first line of a report, for the error that the code under test receives.
///
/// The test has already failed with the whole report, so an unexpected call is reported only once.
package func summary(ofReport report: String) -> String {
  let line = report.prefix { $0 != "\n" }
  guard line.count < report.count else { return report }
  return "\(line)\(line.hasSuffix(".") ? "" : ".") See the failure of the test."
}
