/// The stubs of one mock, as a pure value: which answers a request, and what to say when none does.
package struct StubTable: Sendable {
  /// The stubs, oldest first.
  package private(set) var stubs: [Stub] = []

  package init() {}

  /// What the table has for a request.
  package enum Answer: Sendable {
    /// The answer, to be asked for the response outside all locks.
    case stub(@Sendable (RecordedRequest) -> StubResponse)
    /// None: the report for the failure message.
    case unmatched(report: String)
  }

  /// Adds a stub.
  package mutating func add(_ stub: Stub) { stubs.append(stub) }

  /// Takes the answer of the newest stub that matches and is not exhausted.
  package mutating func answer(to request: RecordedRequest) -> Answer {
    let found = stubs.indices.reversed().first { index in
      !stubs[index].isExhausted && stubs[index].matcher.matches(request)
    }
    guard let found, let last = stubs[found].answers.last else {
      return .unmatched(report: "no stub for \(request)")
    }
    let answers = stubs[found].answers
    let answer = answers.indices.contains(stubs[found].used) ? answers[stubs[found].used] : last
    stubs[found].used += 1
    return .stub(answer)
  }
}
