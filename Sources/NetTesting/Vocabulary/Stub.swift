/// A stub that answers with bytes: what a mock transport and a mock server hold.
package typealias Stub = StubEntry<@Sendable (RecordedRequest) -> StubResponse>

/// A matcher, the answers to the requests it accepts, and how often.
package struct StubEntry<Content: Sendable>: Sendable {
  /// How often a stub answers.
  package typealias Count = StubCount

  /// Which requests it is for.
  package var matcher: RequestMatcher
  /// What it answers, in sequence; a closure from the request to its answer is one.
  package var answers: [Content]
  /// How often.
  package var count: Count
  /// Where it was made.
  package var place: SourcePlace
  /// How often it has answered.
  package var used = 0
  /// Whether it was reported as unused.
  package var isReported = false

  package init(_ matcher: RequestMatcher, answers: [Content], count: Count = .always, place: SourcePlace) {
    self.matcher = matcher
    self.answers = answers
    self.count = count
    self.place = place
  }

  /// Whether it has answered as often as it may.
  package var isExhausted: Bool { count.limit.map { used >= $0 } ?? false }

  /// Whether it still has to answer.
  package var isUnused: Bool { used < count.required }
}

extension StubEntry {
  /// What to say of a stub that was asked less often than it says.
  package var unusedReport: String {
    """
    The stub for \(matcher) was to answer \(count.required) \(count.required == 1 ? "time" : "times"), and answered \
    \(used). Nothing else asked for it; if nothing needs to, write `times: .optionally(\(count.required))`.
    """
  }
}
