/// Matches a success with any value; for an event of an observable, an element.
///
/// ```swift
/// expect(user.event).to(beSuccess())
/// ```
///
/// Nil passes neither `to` nor `toNot`.
public func beSuccess<Value: OutcomeConvertible>() -> Matcher<Value> {
  Matcher(describing: "a success") { actual in
    actual.judgement { if case .success = $0 { true } else { false } }
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
    describing: "the success \(spelling(of: value))",
    comparing: { if case .success(let got)? = $0.outcome { (value, got) } else { nil } }
  ) { actual in
    actual.judgement(limit: .max) { if case .success(let got) = $0 { got == value } else { false } }
      .unlessNothingEquals(value)
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
  Matcher(describing: "a success with \(matcher.expected)") { actual in
    guard let outcome = actual.outcome else { return Judgement(.neither, got: "nil") }
    guard case .success(let value) = outcome else { return Judgement(.differs, got: spelling(of: outcome)) }
    return Judgement(matcher.judge(value).kind, got: spelling(of: outcome))
  }
}

/// Matches a success with a value for which the condition holds.
///
/// ```swift
/// expect(count.event).to(beSuccess { $0 > 2 })
/// ```
///
/// A ``Matcher`` instead of a closure says in the message what was expected.
public func beSuccess<Value: OutcomeConvertible>(
  where condition: @escaping (Value.Success) -> Bool
) -> Matcher<Value> {
  Matcher(describing: "a success for which the condition holds") { actual in
    actual.judgement { if case .success(let value) = $0 { condition(value) } else { false } }
  }
}
