/// A condition for a value in `expect(value).to(…)`.
///
/// A matcher is a function that returns one; see `BeNil.swift` for an example.
///
/// ```swift
/// func beEven() -> Matcher<Int> {
///   Matcher("an even number") { $0.isMultiple(of: 2) }
/// }
/// expect(4).to(beEven())
/// ```
///
/// The failure message contains its description: "expected an even number, got 3".
public struct Matcher<Value> {
  /// The expected value in the failure message: "an even number".
  public let expected: String
  private let judge: (Value) -> Verdict
  /// The expected and the actual value of which the texts are; nil if there are no such two.
  private(set) var compared: (Value) -> (expected: Any, actual: Any)? = { _ in nil }

  /// Creates a matcher that describes the actual value itself.
  public init(_ expected: String, verdict: @escaping (Value) -> Verdict) {
    self.expected = expected
    judge = verdict
  }

  /// Creates a matcher from a condition.
  public init(_ expected: String, where condition: @escaping (Value) -> Bool) {
    self.init(expected) { value in Verdict(of: value, condition(value)) }
  }

  /// Creates a matcher that compares two values, to report where they differ.
  init(
    _ expected: String, comparing compared: @escaping (Value) -> (expected: Any, actual: Any)?,
    verdict: @escaping (Value) -> Verdict
  ) {
    self.init(expected, verdict: verdict)
    self.compared = compared
  }

  /// Returns the verdict on a value.
  public func verdict(on value: Value) -> Verdict { judge(value) }
}

/// The verdict of a ``Matcher`` on a value, with a description of the value.
public enum Verdict: Sendable, Hashable {
  /// The value matches: `to` passes.
  case matches(got: String)
  /// The value does not match: `toNot` passes.
  case differs(got: String)
  /// There is no value, as with nil: neither passes.
  case neither(got: String)
}

extension Verdict {
  /// Creates a verdict from a value and whether it matches.
  ///
  /// - `limit`: The maximum number of characters; none if the report compares the texts, and cuts them itself.
  init<Value>(of value: Value, _ isAsExpected: Bool, limit: Int = 300) {
    let got = excerpt(of: spelling(of: value), limit: limit)
    self = isAsExpected ? .matches(got: got) : .differs(got: got)
  }

  /// Creates a verdict from an optional value: nil passes neither `to` nor `toNot`.
  init<Value>(on value: Value?, limit: Int = 300, where condition: (Value) -> Bool) {
    guard let value else {
      self = .neither(got: "nil")
      return
    }
    self.init(of: value, condition(value), limit: limit)
  }
}
