/// An equal value.
///
/// ```swift
/// expect(names.values).to(equal(["Trent", "Mick"]))
/// ```
public func equal<Value: Equatable>(_ value: Value) -> Matcher<Value> {
  Matcher(spelling(of: value)) { $0 == value }
}

/// An equal value where there may be none. Nil passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(names.values.first).to(equal("Trent"))
/// ```
public func equal<Value: Equatable>(_ value: Value) -> Matcher<Value?> {
  Matcher(spelling(of: value)) { actual in
    guard let actual else { return .neither(got: "nil") }
    return actual == value ? .matches(got: spelling(of: actual)) : .differs(got: spelling(of: actual))
  }
}
