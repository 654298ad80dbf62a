/// A matcher, the responses to the requests it accepts, and how often they are given.
package struct Stub: Sendable {
  /// What a stub gives to a request.
  package enum Answer: Sendable {
    /// This response.
    case response(StubResponse)
    /// The response that the closure makes of the request.
    case closure(@Sendable (RecordedRequest) -> StubResponse)

    /// Whether it is given before the body of a request has arrived.
    package var isBeforeBody: Bool {
      if case .response(let response) = self { response.isBeforeBody } else { false }
    }
  }

  /// Which requests it is for.
  package var matcher: RequestMatcher
  /// What it gives, in sequence.
  package var answers: [Answer]
  /// How often.
  package var count: StubCount
  /// Where it was made.
  package var place: SourcePlace
  /// Called with each request that it answers, before the response is made.
  package var inspect: (@Sendable (RecordedRequest) -> Void)?
  /// Whether it is for the next request, whichever that is, before any other stub.
  package var isEnqueued = false
  /// How often it has answered.
  package var used = 0
  /// Whether it was reported as unused.
  package var isReported = false

  package init(
    _ matcher: RequestMatcher, answers: [Answer], count: StubCount = .always, place: SourcePlace
  ) {
    self.matcher = matcher
    self.answers = answers
    self.count = count
    self.place = place
  }

  /// Whether it must not be asked at all.
  package var isForbidden: Bool { count.limit == 0 }

  /// Whether it has an answer left.
  package var isAvailable: Bool { !answers.isEmpty && count.limit.map { used < $0 } ?? true }

  /// The next answer; the last one repeats.
  package var next: Answer? { answers.indices.contains(used) ? answers[used] : answers.last }

  /// Whether it still has to answer.
  package var isUnused: Bool { used < count.required }

  /// The message for a stub that was asked less often than it says.
  package var unusedReport: String {
    if isEnqueued {
      return """
        The response that was enqueued here was not asked for. Fewer requests came than responses were enqueued.
        """
    }
    return """
      The stub for \(matcher) was to answer \(count.required) \(count.required == 1 ? "time" : "times"), and answered \
      \(used). Nothing else asked for it; if nothing needs to, write `times: .optionally(\(count.required))`.
      """
  }
}
