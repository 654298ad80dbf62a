/// Matches a value that all of these matchers match.
///
/// ```swift
/// expect(network.requestCallCount).to(satisfyAllOf(beGreaterThan(0), beLessThan(3)))
/// ```
///
/// A value that a matcher cannot judge, such as nil, passes neither `to` nor `toNot`.
public func satisfyAllOf<Value>(_ first: Matcher<Value>, _ others: Matcher<Value>...) -> Matcher<Value> {
  satisfy([first] + others, joinedBy: "and") { $0.allSatisfy(\.self) }
}

/// Matches a value that one of these matchers or more match.
///
/// A value that a matcher cannot judge, such as nil, passes neither `to` nor `toNot`.
///
/// ```swift
/// expect(network.requestCallCount).to(satisfyAnyOf(equal(1), equal(2)))
/// ```
public func satisfyAnyOf<Value>(_ first: Matcher<Value>, _ others: Matcher<Value>...) -> Matcher<Value> {
  satisfy([first] + others, joinedBy: "or") { $0.contains(true) }
}

private func satisfy<Value>(
  _ matchers: [Matcher<Value>], joinedBy word: String, _ isMet: @escaping ([Bool]) -> Bool
) -> Matcher<Value> {
  Matcher(matchers.map(\.expected).joined(separator: ", \(word) ")) { value in
    var matches: [Bool] = []
    var description = ""
    for matcher in matchers {
      switch matcher.verdict(on: value) {
      case .neither(let got): return .neither(got: got)
      case .matches(let got):
        matches.append(true)
        description = got
      case .differs(let got):
        matches.append(false)
        description = got
      }
    }
    return isMet(matches) ? .matches(got: description) : .differs(got: description)
  }
}
