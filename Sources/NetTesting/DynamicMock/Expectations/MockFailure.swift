public import Foundation
import Net

/// The error that a throwing member throws for an unexpected call, and the ``MockDefault`` of a single or a result of
/// which there is no value.
///
/// The test has already failed.
public struct MockFailure: Error, CustomStringConvertible {
  /// The report that the test failed with, or of which type there is no value.
  public let report: String

  /// The first line of the report.
  ///
  /// The failure of the test has the whole report.
  public var description: String { summary(ofReport: report) }
}

extension MockFailure {
  /// Creates the error of a single or a result that a mock returns because it has no value for it.
  init<Value>(noValueOf type: Value.Type) {
    self.init(report: "A mock has no value of type \(type) to go on with. See the failure of the test.")
  }
}

/// Decides how a call ends after the test has failed.
struct MockFallback<Value, Failure: Error> {
  /// The value to return instead.
  var value: Value?
  /// The error to throw instead.
  var failure: Failure?

  /// Throws if the member can throw such an error; otherwise returns a value, or stops if there is none.
  func resolve(_ report: String) throws(Failure) -> Value {
    if let failure = failure ?? (MockFailure(report: report) as? Failure) { throw failure }
    if let value = value ?? mockDefault(of: Value.self) { return value }
    // The only trap of this module: there is no value of this type, and nothing else can be returned.
    let explanation = """
      \(report)
      The process stops here: the member does not throw, and returns \(Value.self), of which there is no value to go \
      on with. Give one: mock.call(orElse: …), or make \(Value.self) a MockDefault.

      """
    StandardStreams.writeError(explanation)
    abort()
  }
}

extension MockFailure: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
