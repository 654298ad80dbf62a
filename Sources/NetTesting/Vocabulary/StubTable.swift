/// The stubs that answer with bytes.
package typealias StubTable = StubList<@Sendable (RecordedRequest) -> StubResponse>

/// The stubs of one mock, as a pure value: which answers a request, and what to say when none does.
package struct StubList<Content: Sendable>: Sendable {
  /// The stubs, oldest first; they are only ever added to, so an index stays what it is.
  package private(set) var stubs: [StubEntry<Content>] = []
  /// What to write to stub a request, given its matcher: `transport.stub(.get("…"), with: …)`.
  private let suggestion: @Sendable (String) -> String

  package init(suggestion: @escaping @Sendable (String) -> String = { "stub(\($0), with: .json(\"{}\"))" }) {
    self.suggestion = suggestion
  }

  /// An answer, and where its stub was made.
  package struct Taken: Sendable {
    /// The answer, to be asked for the response outside all locks.
    package var content: Content
    /// Where the stub was made.
    package var place: SourcePlace
  }

  /// Adds a stub.
  package mutating func add(_ stub: StubEntry<Content>) { stubs.append(stub) }

  /// The stubs whose matchers accept the request, newest first, exhausted ones too. It calls the matchers.
  package func candidates(for request: RecordedRequest) -> [Int] {
    stubs.indices.reversed().filter { stubs[$0].matcher.matches(request) }
  }

  /// What came of taking an answer.
  package enum Taking: Sendable {
    /// An answer.
    case taken(Taken)
    /// None of the candidates has one.
    case none
    /// A scenario has moved since the candidates were looked for: look again.
    case stale
  }

  /// Takes the next answer of the first candidate that is not exhausted, and moves its scenario.
  package mutating func take(from candidates: [Int]) -> Taking {
    guard let found = candidates.first(where: hasAnswer), let last = stubs[found].answers.last else {
      return .none
    }
    let stub = stubs[found]
    guard stub.matcher.step?.take() ?? true else { return .stale }
    stubs[found].used += 1
    let content = stub.answers.indices.contains(stub.used) ? stub.answers[stub.used] : last
    return .taken(Taken(content: content, place: stub.place))
  }

  /// The answer that would be taken; nil when there is none.
  package func firstAnswer(of candidates: [Int]) -> Content? {
    guard let found = candidates.first(where: hasAnswer) else { return nil }
    let stub = stubs[found]
    return stub.answers.indices.contains(stub.used) ? stub.answers[stub.used] : stub.answers.last
  }

  private func hasAnswer(_ index: Int) -> Bool { !stubs[index].isExhausted && !stubs[index].answers.isEmpty }

  /// Says what is wrong when no stub answers the request. It calls the matchers.
  package func report(for request: RecordedRequest) -> String {
    NearMissReport(stubs: stubs.map(NearMissReport.Candidate.init), suggestion: suggestion).text(for: request)
  }

  /// The stubs that still have to answer.
  package var unused: [StubEntry<Content>] { stubs.filter(\.isUnused) }

  /// The stubs that still have to answer, each only once: a verification at the end of the test says nothing of
  /// what one by hand has reported.
  package mutating func takeUnused() -> [StubEntry<Content>] {
    let unused = stubs.indices.filter { stubs[$0].isUnused && !stubs[$0].isReported }
    for index in unused { stubs[index].isReported = true }
    return unused.map { stubs[$0] }
  }
}
