public import Net

/// Matches a failure with any error.
///
/// ```swift
/// expect(user.event).to(beFailure())
/// ```
///
/// Nil passes neither `to` nor `toNot`.
public func beFailure<Value: OutcomeConvertible>() -> Matcher<Value> {
  Matcher(describing: "a failure") { actual in
    actual.judgement { if case .failure = $0 { true } else { false } }
  }
}

/// Matches a failure with an error of this type.
///
/// ```swift
/// expect(user.event).to(beFailure(with: LoginError.self))
/// ```
///
/// Both the error itself and the underlying error of a `NetworkError` are checked.
public func beFailure<Value: OutcomeConvertible, Failure: Error>(with type: Failure.Type) -> Matcher<Value> {
  failure("a failure with an error of type \(type)") { $0 is Failure }
}

/// Matches a failure with an equal error.
///
/// ```swift
/// expect(user.event).to(beFailure(with: LoginError.wrongPassword))
/// expect(user.event).to(beFailure(with: NSError(domain: "offline", code: 404)))
/// ```
///
/// Both the error itself and the underlying error of a `NetworkError` are checked. An `NSError`, or an error of
/// Foundation that wraps one (`URLError`, `CocoaError`, `POSIXError`), is compared by domain and code.
public func beFailure<Value: OutcomeConvertible, Failure: Error & Equatable>(
  with error: Failure
) -> Matcher<Value> {
  failure("the failure \(spelling(of: error))", comparedWith: error) { isEqual($0, error) }
}

/// Matches a failure with a `NetworkError` that has this reason.
///
/// ```swift
/// expect(user.event).to(beFailure(with: .validation(.statusCode(404))))
/// ```
public func beFailure<Value: OutcomeConvertible>(with reason: NetworkError.Reason) -> Matcher<Value> {
  failure("a failure because \(spelling(of: reason))") { ($0 as? NetworkError)?.reason == reason }
}

/// Matches a failure with an error for which the condition holds.
///
/// ```swift
/// expect(user.event).to(beFailure { ($0 as? LoginError)?.attempts == 3 })
/// ```
///
/// The condition is called with the error itself, then with the underlying error of a `NetworkError`.
public func beFailure<Value: OutcomeConvertible>(
  where condition: @escaping (any Error) -> Bool
) -> Matcher<Value> {
  failure("a failure for which the condition holds", where: condition)
}

/// Matches a failure with an error for which the condition holds.
///
/// ```swift
/// expect(user.event).to(beFailure(with: { $0 is LoginError }))
/// ```
///
/// It is the same as ``beFailure(where:)``, whose closure may be a trailing one.
@_disfavoredOverload
public func beFailure<Value: OutcomeConvertible>(
  with condition: @escaping (any Error) -> Bool
) -> Matcher<Value> {
  beFailure(where: condition)
}

private func failure<Value: OutcomeConvertible>(
  _ expected: @autoclosure @escaping () -> String, comparedWith error: (any Error)? = nil,
  where condition: @escaping (any Error) -> Bool
) -> Matcher<Value> {
  Matcher(
    describing: expected(),
    comparing: { actual in
      guard let error, case .failure(let got)? = actual.outcome else { return nil }
      return (error, got)
    }
  ) { actual in
    let judgement = actual.judgement { outcome in
      guard case .failure(let error) = outcome else { return false }
      return condition(error) || (error as? NetworkError)?.underlyingError.map(condition) ?? false
    }
    return error.map(judgement.unlessNothingEquals) ?? judgement
  }
}
