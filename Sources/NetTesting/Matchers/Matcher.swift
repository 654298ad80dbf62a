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
  private let describe: () -> String
  /// Judges a value, and makes no text for a value that is as expected.
  let judge: (Value) -> Judgement
  /// The expected and the actual value that the texts describe; nil if there is no such pair.
  let compared: (Value) -> (expected: Any, actual: Any)?

  /// The expected value in the failure message: "an even number".
  public var expected: String { describe() }

  /// Creates a matcher that describes the actual value itself.
  public init(_ expected: String, verdict: @escaping (Value) -> Verdict) {
    self.init(describing: expected) { Judgement(verdict($0)) }
  }

  /// Creates a matcher from a condition.
  public init(_ expected: String, where condition: @escaping (Value) -> Bool) {
    self.init(describing: expected, where: condition)
  }

  /// Creates a matcher from a condition, whose description is made only for a message.
  init(describing expected: @autoclosure @escaping () -> String, where condition: @escaping (Value) -> Bool) {
    self.init(describing: expected()) { value in Judgement(of: value, condition(value)) }
  }

  /// Creates a matcher whose description is made only for a message.
  ///
  /// - `compared`: Returns two values, to report where they differ.
  init(
    describing expected: @autoclosure @escaping () -> String,
    comparing compared: @escaping (Value) -> (expected: Any, actual: Any)? = { _ in nil },
    judging judge: @escaping (Value) -> Judgement
  ) {
    describe = expected
    self.judge = judge
    self.compared = compared
  }

  /// Returns the verdict on a value.
  public func verdict(on value: Value) -> Verdict { judge(value).verdict }
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
