/// Fails the running test, in whichever framework runs it, at a place of the caller's choosing.
///
/// It is taken where a mock is made, on the test's own task, and may then be used from any thread: it remembers
/// the framework and the scope of that test. A failure is told to one framework only, because the other one
/// would swallow it.
package struct TestReporter: Sendable {
  /// What the reporters made on this task are in place of the real one.
  ///
  /// For tests about failures.
  @TaskLocal package static var override: TestReporter?

  private let record: @Sendable (String, SourcePlace) -> Void

  /// Makes a reporter that hands failures to a closure.
  package init(record: @escaping @Sendable (String, SourcePlace) -> Void) { self.record = record }

  /// Fails the test.
  package func fail(_ message: String, at place: SourcePlace) { record(message, place) }

  /// The reporter of the test that runs on this task.
  package static var current: TestReporter {
    override ?? TestReporter(runner: .current, scope: .current)
  }

  /// A reporter for a framework.
  ///
  /// In Swift Testing, what happens off the test's task waits in the scope, if there is one, to be recorded
  /// by the test itself.
  init(runner: TestRunner, scope: TestScope?) {
    self.init { message, place in
      let failure = TestFailure(message: message, place: place)
      if runner == .swiftTesting, !TestRunner.isOnTestTask, scope?.keep(failure) == true { return }
      runner.record(failure)
    }
  }
}

/// A failure: what to say, and where.
struct TestFailure: Sendable, Hashable {
  var message: String
  var place: SourcePlace
}

/// The first line of a report that has failed the test, for the error that the code under test gets: an unexpected call is
/// reported once.
package func summary(ofReport report: String) -> String {
  let line = report.prefix { $0 != "\n" }
  guard line.count < report.count else { return report }
  return "\(line)\(line.hasSuffix(".") ? "" : ".") See the failure of the test."
}
