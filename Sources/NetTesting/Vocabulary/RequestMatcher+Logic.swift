extension RequestMatcher {
  /// Both must match; a near miss reports the parts of each.
  ///
  /// ```swift
  /// transport.stub(.get("/users") && .header("Accept", equals: "text/csv"), with: .text("id,name"))
  /// ```
  public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
    RequestMatcher(
      "\(left.description) and \(right.description)", criteria: left.criteria + right.criteria,
      matches: { left.matches($0) && right.matches($0) })
  }

  /// One of the two must match; the second is not asked when the first does.
  ///
  /// ```swift
  /// transport.stub(.method(.put) || .method(.patch), with: .status(405))
  /// ```
  public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
    RequestMatcher("(\(left.description) or \(right.description))") {
      left.matches($0) || right.matches($0)
    }
  }

  /// The matcher must not match.
  ///
  /// ```swift
  /// transport.stub(!.header("Authorization"), with: .status(401))
  /// ```
  public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
    RequestMatcher("not (\(matcher.description))") { !matcher.matches($0) }
  }
}
