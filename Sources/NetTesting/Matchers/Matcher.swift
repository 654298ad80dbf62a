/// What a value is held against in `expect(value).to(…)`.
///
/// A matcher is a function that returns one; a new one is a file like `BeNil.swift`.
///
/// ```swift
/// func beEven() -> Matcher<Int> {
///   Matcher("an even number") { $0.isMultiple(of: 2) }
/// }
/// expect(4).to(beEven())
/// ```
///
/// Its name is what the message says was expected: "expected an even number, got 3".
public struct Matcher<Value> {
  /// What is expected, as the message has it: "an even number".
  public let expected: String
  private let judge: (Value) -> Verdict

  /// Makes a matcher that has its own words for what it got.
  public init(_ expected: String, verdict: @escaping (Value) -> Verdict) {
    self.expected = expected
    judge = verdict
  }

  /// Makes a matcher of a condition.
  public init(_ expected: String, where condition: @escaping (Value) -> Bool) {
    self.init(expected) { value in Verdict(of: value, condition(value)) }
  }

  /// Judges a value.
  public func verdict(on value: Value) -> Verdict { judge(value) }
}

/// What a ``Matcher`` says of a value, with what it got, in words.
public enum Verdict: Sendable, Hashable {
  /// The value is as expected: `to` passes.
  case matches(got: String)
  /// The value is not: `toNot` passes.
  case differs(got: String)
  /// There is nothing to judge, as with nil: neither passes.
  case neither(got: String)
}

extension Verdict {
  /// The verdict on a value of which it is known whether it is as expected.
  init<Value>(of value: Value, _ isAsExpected: Bool) {
    let got = excerpt(of: spelling(of: value))
    self = isAsExpected ? .matches(got: got) : .differs(got: got)
  }

  /// The verdict on a value that there may not be: nil passes neither `to` nor `toNot`.
  init<Value>(on value: Value?, where condition: (Value) -> Bool) {
    guard let value else {
      self = .neither(got: "nil")
      return
    }
    self.init(of: value, condition(value))
  }
}
