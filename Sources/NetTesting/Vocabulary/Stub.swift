/// A matcher, the answers to the requests it accepts, and how often.
package struct Stub: Sendable {
  /// How often a stub answers.
  package enum Count: Sendable, Hashable {
    /// So many times.
    case times(Int)
    /// As often as it is asked; the last answer repeats.
    case always
  }

  /// Which requests it is for.
  package var matcher: RequestMatcher
  /// What it answers, in sequence; a closure from the request to its answer is one.
  package var answers: [@Sendable (RecordedRequest) -> StubResponse]
  /// How often.
  package var count: Count
  /// Where it was made.
  package var place: SourcePlace
  /// How often it has answered.
  package var used = 0

  package init(
    _ matcher: RequestMatcher, answers: [@Sendable (RecordedRequest) -> StubResponse], count: Count = .always,
    place: SourcePlace
  ) {
    self.matcher = matcher
    self.answers = answers
    self.count = count
    self.place = place
  }

  /// Whether it has answered as often as it may.
  package var isExhausted: Bool {
    if case .times(let times) = count { used >= times } else { false }
  }
}
