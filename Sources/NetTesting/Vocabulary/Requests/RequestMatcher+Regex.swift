extension RequestMatcher {
  /// Requests whose whole percent-decoded path matches this regular expression.
  ///
  /// ```swift
  /// transport.stub(.pathMatching("/users/[0-9]+(/repos)?"), with: .json("[]"))
  /// ```
  ///
  /// An invalid pattern fails the test at the line of the stub and matches nothing.
  public static func pathMatching(_ pattern: String) -> RequestMatcher {
    let misuse: StubMisuse?
    do {
      _ = try Regex(pattern)
      misuse = nil
    } catch {
      misuse = StubMisuse(
        "\(pattern.debugDescription) is not a regular expression: \(error). Nothing matches it until it is corrected."
      )
    }
    return matchingPath(pattern, misuse: misuse) { (try? Regex(pattern).wholeMatch(in: $0)) != nil }
  }

  /// Requests whose whole percent-decoded path matches this regular expression.
  ///
  /// ```swift
  /// transport.stub(.pathMatching(#//users/[0-9]+(/repos)?/#), with: .json("[]"))
  /// ```
  ///
  /// A `Regex` cannot be shared between threads, so it is created again for each request. Pass a literal, or a pattern
  /// as text, which is also shown in reports.
  public static func pathMatching<Captures>(
    _ regex: @autoclosure @escaping @Sendable () -> Regex<Captures>
  ) -> RequestMatcher {
    matchingPath("a regular expression") { (try? regex().wholeMatch(in: $0)) != nil }
  }

  private static func matchingPath(
    _ pattern: String, misuse: StubMisuse? = nil, matches: @escaping @Sendable (String) -> Bool
  ) -> RequestMatcher {
    var criterion = Criterion(
      part: "path", expected: "a match of \(pattern)", actual: { $0.shownPlainPath },
      matches: { matches($0.plainPath) })
    criterion.isPattern = true
    return RequestMatcher("path matching \(pattern)", criteria: [criterion], misuse: misuse)
  }
}
