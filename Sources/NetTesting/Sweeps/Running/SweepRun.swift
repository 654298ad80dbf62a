import Foundation
import Net

/// What one run of a body did.
struct SweepRun<Value: Sendable>: Sendable {
  /// How the body ended.
  enum Ending: Sendable {
    case value(Value)
    case error(any Error)
    /// It did not end; what it waits for.
    case none(String)
  }

  var ending: Ending
  /// The requests, in order.
  var requests: [SweepRequest]
  /// Misuse of mocks, and failed expectations of the body.
  var reports: [SweepNote]
  /// What was still in use when the body had ended.
  var leaks: [SweepNote]
  /// Whether the body was cancelled.
  var isCancelled: Bool
  /// The virtual time at the end.
  var time: Duration
  /// How long the sweep waited in real time for code outside of its executor.
  var realTime: Duration
  /// Whether code ran outside of the executor of the sweep.
  var escaped: Bool
  /// Whether a body that does not end fails the run, whatever the checks.
  var mustEnd: Bool
  /// The requests with their times; nil unless it was recorded.
  var trace: Trace?
  /// The `==` of the values where the sweep was called; nil if they have none there.
  var equality: TypeEquality?

  /// How the body ended, as text.
  var outcome: String {
    switch ending {
    case .value(let value): value is Void ? "it succeeded" : "it returned \(Self.shown(value))"
    case .error(let error): "it failed with \(Self.shown(error))"
    case .none(let waiting): "it did not end: \(waiting)"
    }
  }

  /// The text about the outcomes of two runs that ended differently, followed after "; " by what the text
  /// does not show.
  func words(beside other: SweepRun) -> (mine: String, others: String, note: String) {
    let values: (Any, Any)? =
      switch (ending, other.ending) {
      case (.value(let left), .value(let right)): (left, right)
      case (.error(let left), .error(let right)): (left, right)
      default: nil
      }
    let texts = DifferingTexts(expected: outcome, actual: other.outcome, of: values)
    return (texts.expected, texts.actual, texts.note.map { "; \($0)" } ?? "")
  }

  /// A value or an error for a report, on one line and not too long.
  static func shown(_ value: Any) -> String {
    let spelled =
      switch value {
      case is Data, is Date: spelling(of: value)
      // With its type, which a case alone does not show.
      case is any Error: String(reflecting: value).withoutAddresses
      default: spelling(ofPart: value).withoutAddresses
      }
    // A carriage return and line feed are one character.
    var text = String(spelled.map { $0.isNewline ? " " : $0 })
    if text.last == "." { text.removeLast() }
    return text.count > 300 ? "\(text.prefix(300))…" : text
  }

  /// Whether two runs ended in the same way; nil if their values cannot be compared.
  func endsLike(_ other: SweepRun) -> Bool? {
    switch (ending, other.ending) {
    case (.value(let left), .value(let right)): isSame(left, right) ?? equality?.areEqual(left, right)
    case (.error(let left), .error(let right)): isEqual(left, right)
    case (.none, .none): true
    default: false
    }
  }
}

/// Whether two values are equal; nil if they are of one type that is not `Equatable`, or not on this thread.
///
/// Their types may differ if the static type is an existential, such as `any Sendable`.
func isSame(_ left: Any, _ right: Any) -> Bool? {
  if left is Void, right is Void { return true }
  if let left = left as? any Equatable { return isEqual(left, to: right) }
  let depths = (depthOfNil(in: left), depthOfNil(in: right))
  guard let left = flattened(left), let right = flattened(right) else { return depths.0 == depths.1 }
  return right is any Equatable || type(of: left) != type(of: right) ? false : nil
}

private func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool { right as? Value == left }
