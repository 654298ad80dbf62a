import Net
import NetTesting
import TestSupport
import Testing

/// The messages of matchers that need several pairs of a query, of which a request has too few.
@Suite struct RepeatedQueryMessageTests {
  /// The lines about the query in the report on a request to `https://h/a` with this query.
  private func lines(_ matcher: RequestMatcher, _ query: String) async -> [String] {
    let failures = CollectedFailures()
    await failures.collectAsync {
      let transport = MockTransport()
      transport.stub(matcher, with: .status(200))
      _ = await NetworkSession(transport: transport).get("https://h/a?\(query)").response(.data)
    }
    return failures.messages.flatMap { $0.split(separator: "\n") }.filter { $0.contains("    query") }
      .map { String($0.dropFirst(4)) }
  }

  @Test(arguments: [RequestMatcher.uri("/a?t=x&t=x"), .query(contains: ["t": "x", "t": "x"])])
  func aPairThatIsExpectedTwice(_ matcher: RequestMatcher) async {
    expectEqual(await lines(matcher, "t=x"), [#"query t: expected "x", 2 times, got "x""#])
    expectEqual(await lines(matcher, "t=x&t=x"), [])
  }

  @Test(arguments: [
    RequestMatcher.uri("/a?q=x%20y&q=x%2By"), .query(contains: ["q": "x y", "q": "x+y"]),
  ])
  func aPlusThatCanBeOnlyOneOfTwoPairs(_ matcher: RequestMatcher) async {
    expectEqual(
      await lines(matcher, "q=x+y"),
      [#"query q: expected "x+y", got "x+y", which another expected pair has taken"#])
    expectEqual(await lines(matcher, "q=x+y&q=x+y"), [])
  }

  @Test func aVariableThatHasTakenThePair() async {
    expectEqual(
      await lines(.uri("/a?t={any}&t=x"), "t=x"),
      [#"query t: expected "x", got "x", which another expected pair has taken"#])
  }

  @Test func pairsThatDifferAreShownAsTheyAre() async {
    expectEqual(await lines(.uri("/a?t=x&t=y"), "t=x"), [#"query t: expected "y", got "x""#])
    expectEqual(
      await lines(.query(contains: ["q": "x y"]), "q=x%2By"), [#"query q: expected "x y", got "x+y""#])
  }

  @Test func aSecretThatIsExpectedTwiceIsNotShown() async {
    let lines = await lines(.uri("/a?token=s3cret&token=s3cret"), "token=s3cret")
    expectEqual(lines.count, 1)
    #expect(lines.allSatisfy { !$0.contains("s3cret") && $0.contains("2 times") }, "\(lines)")
  }
}
