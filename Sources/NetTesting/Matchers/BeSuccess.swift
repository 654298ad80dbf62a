/// Matches a success with any value; for an event of an observable, an element.
///
/// ```swift
/// expect(user.event).to(beSuccess())
/// ```
///
/// Nil passes neither `to` nor `toNot`.
public func beSuccess<Value: OutcomeConvertible>() -> Matcher<Value> {
  Matcher("a success") { actual in
    actual.verdict { if case .success = $0 { true } else { false } }
  }
}

/// Matches a success with an equal value.
///
/// ```swift
/// expect(user.event).to(beSuccess(equalTo: User(login: "trentm")))
/// ```
public func beSuccess<Value: OutcomeConvertible>(equalTo value: Value.Success) -> Matcher<Value>
where Value.Success: Equatable {
  Matcher(
    "the success \(spelling(of: value))",
    comparing: { if case .success(let got)? = $0.outcome { (value, got) } else { nil } }
  ) { actual in
    actual.verdict(limit: .max) { if case .success(let got) = $0 { got == value } else { false } }
  }
}

/// Matches a success with an equal value.
///
/// ```swift
/// expect(count.event).to(beSuccess(3))
/// ```
public func beSuccess<Value: OutcomeConvertible>(_ value: Value.Success) -> Matcher<Value>
where Value.Success: Equatable {
  beSuccess(equalTo: value)
}

/// Matches a success whose value another matcher matches.
///
/// ```swift
/// let named = Matcher<User>("a user with a name") { !$0.name.isEmpty }
/// expect(user.event).to(beSuccess(named))
/// ```
public func beSuccess<Value: OutcomeConvertible>(_ matcher: Matcher<Value.Success>) -> Matcher<Value> {
  Matcher("a success with \(matcher.expected)") { actual in
    guard let outcome = actual.outcome else { return .neither(got: "nil") }
    let got = spelling(of: outcome)
    guard case .success(let value) = outcome else { return .differs(got: got) }
    return switch matcher.verdict(on: value) {
    case .matches: .matches(got: got)
    case .differs: .differs(got: got)
    case .neither: .neither(got: got)
    }
  }
}
