/// What the code under test is told of a request that no stub answered. The test has failed already.
public struct UnmatchedRequest: Error, CustomStringConvertible {
  /// The report that the test failed with.
  public let report: String

  package init(report: String) { self.report = report }

  /// The report that the test failed with.
  public var description: String { report }
}
