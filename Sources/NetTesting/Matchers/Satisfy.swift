/// Matches a value that all of these matchers match.
///
/// ```swift
/// expect(network.requestCallCount).to(satisfyAllOf(beGreaterThan(0), beLessThan(3)))
/// ```
///
/// As with `&&`, one matcher that does not match decides. Otherwise a value that a matcher cannot judge, such as nil,
/// passes neither `to` nor `toNot`.
public func satisfyAllOf<Value>(_ first: Matcher<Value>, _ others: Matcher<Value>...) -> Matcher<Value> {
  satisfy([first] + others, joinedBy: "and", decidedBy: false)
}

/// Matches a value that one of these matchers or more match.
///
/// ```swift
/// expect(network.requestCallCount).to(satisfyAnyOf(equal(1), equal(2)))
/// ```
///
/// As with `||`, one matcher that matches decides: `satisfyAnyOf(beNil(), equal(3))` matches nil. Otherwise a value
/// that a matcher cannot judge, such as nil, passes neither `to` nor `toNot`.
public func satisfyAnyOf<Value>(_ first: Matcher<Value>, _ others: Matcher<Value>...) -> Matcher<Value> {
  satisfy([first] + others, joinedBy: "or", decidedBy: true)
}

/// Combines matchers; the first one with this verdict decides.
private func satisfy<Value>(
  _ matchers: [Matcher<Value>], joinedBy word: String, decidedBy decisive: Bool
) -> Matcher<Value> {
  Matcher(
    describing: matchers.map(\.expected).joined(separator: ", \(word) "),
    comparing: { value in
      let pairs = matchers.filter { $0.judge(value).kind == .differs }.compactMap { $0.compared(value) }
      return pairs.first { spelling(of: $0.expected) == spelling(of: $0.actual) }
    }
  ) { value in
    var unjudged: Judgement?
    var last: Judgement?
    for matcher in matchers {
      let judgement = matcher.judge(value)
      switch judgement.kind {
      case .neither: unjudged = unjudged ?? judgement
      case .matches:
        if decisive { return judgement }
        last = judgement
      case .differs:
        if !decisive { return judgement }
        last = judgement
      }
    }
    return unjudged ?? Judgement(decisive ? .differs : .matches, got: last?.got ?? "")
  }
}
