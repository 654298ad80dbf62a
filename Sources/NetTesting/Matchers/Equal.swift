/// Matches an equal value.
///
/// ```swift
/// expect(names.values).to(equal(["Trent", "Mick"]))
/// expect(names.values) == ["Trent", "Mick"]
/// ```
public func equal<Value: Equatable>(_ value: Value) -> Matcher<Value> {
  Matcher(spelling(of: value)) { $0 == value }
}

/// Matches an equal optional value.
///
/// Nil passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(names.values.first).to(equal("Trent"))
/// ```
public func equal<Value: Equatable>(_ value: Value) -> Matcher<Value?> {
  Matcher(spelling(of: value)) { Verdict(on: $0) { $0 == value } }
}
