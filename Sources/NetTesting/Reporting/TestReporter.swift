/// Fails the running test, in whichever framework runs it, at a place of the caller's choosing.
///
/// It is captured where a mock is made, on the test's own task, and may then be used from any thread.
package struct TestReporter: Sendable {
  private let record: @Sendable (String, SourcePlace) -> Void

  /// Makes a reporter that hands failures to a closure.
  package init(record: @escaping @Sendable (String, SourcePlace) -> Void) { self.record = record }

  /// Fails the test.
  package func fail(_ message: String, at place: SourcePlace) { record(message, place) }

  /// The reporter of the test that runs on this task.
  package static var current: TestReporter {
    TestReporter { message, place in print("\(place): \(message)") }
  }
}
