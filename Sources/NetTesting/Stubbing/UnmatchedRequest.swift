public import Foundation
import Net

/// The error that the code under test receives for a request without a stub.
///
/// The test has already failed, so no policy tries the request again, and no stream reconnects after it.
public struct UnmatchedRequest: Error, CustomStringConvertible {
  /// The report that the test failed with.
  public let report: String

  package init(report: String) { self.report = report }

  /// The first line of the report.
  ///
  /// The failure of the test has the whole report.
  public var description: String { summary(ofReport: report) }
}

extension UnmatchedRequest: ProgramMistake {}

extension UnmatchedRequest: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
