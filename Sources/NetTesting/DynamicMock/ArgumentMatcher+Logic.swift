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
        "\(left.description) and \(right.description)",
        chosen: { argument in
          left.chosen(argument)
          right.chosen(argument)
        }, accepts: { left.accepts($0) && right.accepts($0) }))
  }

  /// Matches what either matcher matches.
  public static func || (left: ArgumentMatcher, right: ArgumentMatcher) -> ArgumentMatcher {
    let (left, right) = (left.erased, right.erased)
    return ArgumentMatcher(
      ErasedArgumentMatcher(
        "\(left.description) or \(right.description)",
        chosen: { argument in (left.accepts(argument) ? left : right).chosen(argument) },
        accepts: { left.accepts($0) || right.accepts($0) }))
  }

  /// Matches what the matcher does not match.
  public static prefix func ! (matcher: ArgumentMatcher) -> ArgumentMatcher {
    let matcher = matcher.erased
    return ArgumentMatcher(ErasedArgumentMatcher("not \(matcher.description)") { !matcher.accepts($0) })
  }
}
