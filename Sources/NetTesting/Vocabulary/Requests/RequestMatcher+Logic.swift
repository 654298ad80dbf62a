extension RequestMatcher {
  /// Matches requests that both matchers match; a near miss reports the parts of each.
  ///
  /// ```swift
  /// transport.stub(.get("/users") && .header("Accept", equals: "text/csv"), with: .text("id,name"))
  /// ```
  public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
    RequestMatcher(
      "\(left.description) and \(right.description)", criteria: left.criteria + right.criteria,
      misuse: left.misuse ?? right.misuse ?? bothSteps(left, right), step: left.step ?? right.step,
      matches: { left.matches($0) && right.matches($0) })
  }

  /// Matches requests that either matcher matches; the second is not evaluated if the first matches.
  ///
  /// ```swift
  /// transport.stub(.method(.put) || .method(.patch), with: .status(405))
  /// ```
  public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
    combined(
      "(\(left.description) or \(right.description))",
      misuse: left.misuse ?? right.misuse ?? movingStep(left) ?? movingStep(right),
      captures: { request in
        [left, right].first { $0.matches(request) }?.captures(of: request) ?? [:]
      }
    ) {
      left.matches($0) || right.matches($0)
    }
  }

  /// Matches requests that the matcher does not match.
  ///
  /// ```swift
  /// transport.stub(!.header("Authorization"), with: .status(401))
  /// ```
  public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
    combined("not (\(matcher.description))", misuse: matcher.misuse ?? movingStep(matcher)) {
      !matcher.matches($0)
    }
  }

  private static func bothSteps(_ left: RequestMatcher, _ right: RequestMatcher) -> StubMisuse? {
    guard left.step != nil, right.step != nil else { return nil }
    return StubMisuse("a stub can be in one scenario, but is \(left.description) and \(right.description)")
  }

  private static func movingStep(_ matcher: RequestMatcher) -> StubMisuse? {
    guard matcher.step?.next != nil else { return nil }
    return StubMisuse(
      "\(matcher.description), which moves to another state, cannot be used with || or !")
  }

  private static func combined(
    _ description: String, misuse: StubMisuse?,
    captures: (@Sendable (RecordedRequest) -> [String: String])? = nil,
    matches: @escaping @Sendable (RecordedRequest) -> Bool
  ) -> RequestMatcher {
    var criterion = Criterion.whole(description, matches: matches)
    criterion.captures = captures
    return RequestMatcher(description, criteria: [criterion], misuse: misuse, matches: matches)
  }
}
