extension RequestMatcher {
  /// Requests whose whole percent-decoded path matches this regular expression.
  ///
  /// ```swift
  /// transport.stub(.pathMatching("/users/[0-9]+(/repos)?"), with: .json("[]"))
  /// ```
  ///
  /// The pattern is text because a `Regex` cannot be shared between threads. An invalid pattern fails the test at the
  /// line of the stub and matches nothing.
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
    var criterion = Criterion(
      part: "path", expected: "a match of \(pattern)", actual: { $0.shownPlainPath },
      matches: { (try? Regex(pattern).wholeMatch(in: $0.plainPath)) != nil })
    criterion.isPattern = true
    return RequestMatcher("path matching \(pattern)", criteria: [criterion], misuse: misuse)
  }
}
