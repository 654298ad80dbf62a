import Foundation

/// What a member that throws throws when a call was not expected.
///
/// The test has failed already.
public struct MockFailure: Error, CustomStringConvertible {
  /// The report that the test failed with.
  public let report: String

  /// The first line of the report.
  ///
  /// The rest stands in the failure of the test, and is not repeated.
  public var description: String { summary(ofReport: report) }
}

/// What a member does once the test has failed.
struct MockFallback<Value, Failure: Error> {
  /// The value to return instead.
  var value: Value?
  /// The error to throw instead.
  var failure: Failure?

  /// Throws from a member that can throw this, else returns a value, and where there is none stops.
  func resolve(_ report: String) throws(Failure) -> Value {
    if let failure = failure ?? (MockFailure(report: report) as? Failure) { throw failure }
    if let value = value ?? mockDefault(of: Value.self) { return value }
    // The one trap of this module: a value of this type there is not, and nothing else can be returned.
    let explanation = """
      \(report)
      The process stops here: the member does not throw, and returns \(Value.self), of which there is no value to go \
      on with. Give one: mock.call(orElse: …), or make \(Value.self) a MockDefault.

      """
    FileHandle.standardError.write(Data(explanation.utf8))
    abort()
  }
}
