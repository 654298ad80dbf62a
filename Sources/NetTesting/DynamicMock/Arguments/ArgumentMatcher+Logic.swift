extension ArgumentMatcher {
  /// Matches what both matchers match.
  ///
  /// ```swift
  /// expect.save(capture(into: user) && satisfying("an admin") { $0.isAdmin }).toBeCalled()
  /// ```
  public static func && (left: ArgumentMatcher, right: ArgumentMatcher) -> ArgumentMatcher {
    let (left, right) = (left.erased, right.erased)
    return ArgumentMatcher(
      ErasedArgumentMatcher(
        "\(left.description) and \(right.description)", ofAny: left.types + right.types,
        chosen: { argument in
          left.chosen(argument)
          right.chosen(argument)
        },
        verdict: { argument in
          guard let first = left.verdict(argument) else {
            // One that does not match decides, whatever the other says.
            return right.verdict(argument) == false ? false : nil
          }
          return first ? right.verdict(argument) : false
        }))
  }

  /// Matches what either matcher matches.
  public static func || (left: ArgumentMatcher, right: ArgumentMatcher) -> ArgumentMatcher {
    let (left, right) = (left.erased, right.erased)
    return ArgumentMatcher(
      ErasedArgumentMatcher(
        "\(left.description) or \(right.description)", ofAny: left.types + right.types,
        chosen: { argument in (left.accepts(argument) ? left : right).chosen(argument) },
        verdict: { argument in
          guard let first = left.verdict(argument) else { return right.accepts(argument) ? true : nil }
          return first ? true : right.verdict(argument)
        }))
  }

  /// Matches what the matcher does not match, among the arguments that it can be compared with.
  ///
  /// `!contains("x")` and `!greaterThan(3)` therefore do not match nil, and `!equalTo(3)` does not match a text; but it
  /// does match nil, because nil is not 3.
  public static prefix func ! (matcher: ArgumentMatcher) -> ArgumentMatcher {
    let matcher = matcher.erased
    return ArgumentMatcher(
      ErasedArgumentMatcher("not \(matcher.description)", ofAny: matcher.types) { argument in
        matcher.verdict(argument).map { !$0 }
      })
  }
}
