public import Net

/// A failure, whatever its error.
///
/// ```swift
/// expect(user.event).to(beFailure())
/// ```
///
/// Nil passes neither `to` nor `toNot`.
public func beFailure<Value: OutcomeConvertible>() -> Matcher<Value> {
  Matcher("a failure") { actual in
    actual.verdict { if case .failure = $0 { true } else { false } }
  }
}

/// A failure with an error of this type.
///
/// ```swift
/// expect(user.event).to(beFailure(with: LoginError.self))
/// ```
///
/// The error itself is looked at, and of a `NetworkError` its underlying error too.
public func beFailure<Value: OutcomeConvertible, Failure: Error>(with type: Failure.Type) -> Matcher<Value> {
  failure("a failure with an error of type \(type)") { $0 is Failure }
}

/// A failure with an equal error.
///
/// ```swift
/// expect(user.event).to(beFailure(with: LoginError.wrongPassword))
/// expect(user.event).to(beFailure(with: NSError(domain: "offline", code: 404)))
/// ```
///
/// The error itself is looked at, and of a `NetworkError` its underlying error too. An `NSError`, and an error of
/// Foundation that stands for one (`URLError`, `CocoaError`, `POSIXError`), is equal by domain and code.
public func beFailure<Value: OutcomeConvertible, Failure: Error & Equatable>(
  with error: Failure
) -> Matcher<Value> {
  failure("the failure \(spelling(of: error))") { isEqual($0, error) }
}

/// A failure with a `NetworkError` for this reason.
///
/// ```swift
/// expect(user.event).to(beFailure(with: .validation(.statusCode(404))))
/// ```
public func beFailure<Value: OutcomeConvertible>(with reason: NetworkError.Reason) -> Matcher<Value> {
  failure("a failure because \(spelling(of: reason))") { ($0 as? NetworkError)?.reason == reason }
}

/// A failure with an error for which the condition holds.
///
/// ```swift
/// expect(user.event).to(beFailure { ($0 as? LoginError)?.attempts == 3 })
/// ```
///
/// The condition is asked about the error itself, then, of a `NetworkError`, about its underlying error.
public func beFailure<Value: OutcomeConvertible>(
  where condition: @escaping (any Error) -> Bool
) -> Matcher<Value> {
  failure("a failure for which the condition holds", where: condition)
}

private func failure<Value: OutcomeConvertible>(
  _ expected: String, where condition: @escaping (any Error) -> Bool
) -> Matcher<Value> {
  Matcher(expected) { actual in
    actual.verdict { outcome in
      guard case .failure(let error) = outcome else { return false }
      return condition(error) || (error as? NetworkError)?.underlyingError.map(condition) ?? false
    }
  }
}
