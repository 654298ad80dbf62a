public import Net

/// Matches an error that is equal to this one.
///
/// ```swift
/// expect(user.error).to(matchError(LoginError.wrongPassword))
/// ```
///
/// It compares as ``beFailure(with:)-(Failure)`` does, which takes the event of a recording or a result.
public func matchError<Failure: Error & Equatable>(_ error: Failure) -> Matcher<any Error> {
  matchError("the error \(spelling(of: error))", comparedWith: error) { isEqual($0, error) }
}

/// Matches an error of this type.
///
/// The underlying error of a `NetworkError` is also checked.
public func matchError<Failure: Error>(_ type: Failure.Type) -> Matcher<any Error> {
  matchError("an error of type \(type)") { $0 is Failure }
}

/// Matches a `NetworkError` that has this reason.
///
/// ```swift
/// expect(user.error).to(matchError(.validation(.statusCode(404))))
/// ```
public func matchError(_ reason: NetworkError.Reason) -> Matcher<any Error> {
  matchError("an error because \(spelling(of: reason))") { ($0 as? NetworkError)?.reason == reason }
}

private func matchError(
  _ expected: @autoclosure @escaping () -> String, comparedWith known: (any Error)? = nil,
  where condition: @escaping (any Error) -> Bool
) -> Matcher<any Error> {
  Matcher(describing: expected(), comparing: { got in known.map { ($0, got) } }) { error in
    let isMatch = condition(error) || (error as? NetworkError)?.underlyingError.map(condition) ?? false
    let judgement = Judgement(of: error, isMatch, limit: .max)
    return known.map(judgement.unlessNothingEquals) ?? judgement
  }
}
