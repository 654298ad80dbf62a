/// Matches an equal value.
///
/// ```swift
/// expect(names.values).to(equal(["Trent", "Mick"]))
/// expect(names.values) == ["Trent", "Mick"]
/// ```
///
/// A value that does not equal itself, such as `Double.nan`, passes neither `to` nor `toNot`.
public func equal<Value: Equatable>(_ value: Value) -> Matcher<Value> {
  Matcher(describing: spelling(of: value), comparing: { (value, $0) }) {
    Judgement(of: $0, $0 == value, limit: .max).unlessNothingEquals(value)
  }
}

/// Matches an equal optional value.
///
/// Nil passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(names.values.first).to(equal("Trent"))
/// ```
public func equal<Value: Equatable>(_ value: Value) -> Matcher<Value?> {
  Matcher(describing: spelling(of: value), comparing: { $0.map { (value, $0) } }) {
    Judgement(on: $0, limit: .max) { $0 == value }.unlessNothingEquals(value)
  }
}
