/// The error that the code under test receives for a request without a stub.
///
/// The test has failed already.
public struct UnmatchedRequest: Error, CustomStringConvertible {
  /// The report that the test failed with.
  public let report: String

  package init(report: String) { self.report = report }

  /// The first line of the report.
  ///
  /// The rest stands in the failure of the test, and is not repeated.
  public var description: String { summary(ofReport: report) }
}
