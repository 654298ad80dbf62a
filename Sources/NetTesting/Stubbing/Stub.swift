import Net

/// A matcher, the responses to the requests that match, and how often they are sent.
package struct Stub: Sendable {
  /// A response of a stub.
  package enum Answer: Sendable {
    /// This response.
    case response(StubResponse)
    /// The response that the closure returns for a request.
    case closure(@Sendable (RecordedRequest) -> StubResponse)

    /// Whether it is sent before the body of a request has arrived.
    package var isBeforeBody: Bool {
      if case .response(let response) = self { response.isBeforeBody } else { false }
    }
  }

  /// The requests that it applies to.
  package var matcher: RequestMatcher
  /// The responses, in order.
  package var answers: [Answer]
  /// How often it may and must answer.
  package var count: StubCount
  /// Where it was created.
  package var place: SourcePlace
  /// The test that created it.
  let test = ExpectingTest()
  /// Called with each request that it answers, before the response is created.
  package var inspect: (@Sendable (RecordedRequest) -> Void)?
  /// Whether it answers the next request of any kind, before all other stubs.
  package var isEnqueued = false
  /// Whether its responses are a sequence, whose length says how often it answers.
  package var isSequence = false
  /// How many requests its mock had received when it was added.
  var earlierRequests = 0
  /// How often it has answered.
  package var used = 0
  /// Whether it was reported as unused.
  package var isReported = false
  /// The kind of each response, described when the stub is created, because errors of the test describe themselves; nil
  /// for a closure.
  private let kinds: [String?]
  /// The responses that closures have returned; nil without closures.
  let uses: StubUses?

  package init(
    _ matcher: RequestMatcher, answers: [Answer], count: StubCount = .always, place: SourcePlace
  ) {
    self.matcher = matcher
    self.answers = answers
    self.count = count
    self.place = place
    kinds = answers.map { if case .response(let response) = $0 { response.kind } else { nil } }
    uses = kinds.contains(nil) ? StubUses() : nil
  }

  /// Whether it must not answer at all, unlike an empty sequence, which is used up.
  package var isForbidden: Bool { count.limit == 0 && !answers.isEmpty }

  /// Whether it has a response left.
  package var isAvailable: Bool { !answers.isEmpty && count.limit.map { used < $0 } ?? true }

  /// The next response; the last one repeats.
  package var next: Answer? { answers.indices.contains(used) ? answers[used] : answers.last }

  /// Which of its responses were used; nil for a stub that must not answer.
  var coverage: StubCoverage.Stub? {
    guard !isForbidden, !kinds.isEmpty else { return nil }
    var responses: [StubCoverage.Response] = []
    for (index, kind) in kinds.enumerated() {
      if let kind {
        let isLast = index == kinds.count - 1
        let count = isLast ? max(0, used - index) : used > index ? 1 : 0
        responses.append(StubCoverage.Response(kind: kind, uses: count))
      } else {
        let returned = uses?.all ?? []
        responses +=
          returned.isEmpty ? [StubCoverage.Response(kind: StubCoverage.closure, uses: 0)] : returned
      }
    }
    return StubCoverage.Stub(
      matcher: matcher.description, file: place.file, line: place.line, responses: responses)
  }

  /// Whether it must still answer.
  package var isUnused: Bool { used < count.required }

  /// The failure message for a stub that answered fewer requests than required.
  package var unusedReport: String {
    if isEnqueued {
      return """
        The response that was enqueued here was not used. There were fewer requests than enqueued responses.
        """
    }
    let expected =
      switch count.limit {
      case nil: "at least \(count.required.counted("time"))"
      case count.required?: count.required.counted("time")
      case let limit?: "\(count.required) to \(limit.counted("time"))"
      }
    let advice =
      isSequence
      ? "write `then: .repeatingLast`"
      : count.limit.map { "write `times: .optionally(\($0))`" } ?? "leave out `times:`"
    return """
      The stub for \(excerpt(of: "\(matcher)", limit: 500)) was expected to answer \(expected), but answered \(used). \
      If fewer are fine, \(advice).
      """
  }
}
