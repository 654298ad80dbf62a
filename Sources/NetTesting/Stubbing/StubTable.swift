/// The stubs of one mock, as a pure value: which one answers a request, and what to report when none does.
package struct StubTable: Sendable {
  /// A stub that was not used, as it is reported.
  package struct Unused: Sendable {
    package var report: String
    package var place: SourcePlace
  }

  /// An answer, and the stub that gave it.
  package struct Taken: Sendable {
    package var answer: Stub.Answer
    package var place: SourcePlace
    package var inspect: (@Sendable (RecordedRequest) -> Void)?
    var matcher: RequestMatcher

    /// The response to this request.
    ///
    /// Calls closures of the test, so call it outside all locks.
    package func response(to request: RecordedRequest) -> StubResponse {
      inspect?(request)
      switch answer {
      case .response(let response): return response
      case .closure(let respond):
        var request = request
        request.captures = matcher.captures(of: request)
        return respond(request)
      }
    }
  }

  /// The result of taking an answer.
  package enum Taking: Sendable {
    case taken(Taken)
    /// None of the candidates has an answer, or the first of them must not be asked.
    case none
    /// A scenario or the table changed after the candidates were found: look again.
    case stale
  }

  /// The stubs, oldest first.
  ///
  /// Until the table is cleared they are only added to, so an index stays valid.
  private var stubs: [Stub] = []
  /// Changes when the table is cleared.
  private var generation = 0
  private var hasAnswersBeforeBody = false
  private var hasEnqueued = false
  /// What was unused when the mock ended.
  ///
  /// From then on no stub is added.
  private var leftOver: [Unused]?
  /// The code that stubs a request, given its matcher: `transport.stub(.get("…"), with: …)`.
  private let suggestion: @Sendable (String) -> String

  package init(suggestion: @escaping @Sendable (String) -> String = { "stub(\($0), with: .json(\"{}\"))" }) {
    self.suggestion = suggestion
  }

  /// Adds a stub.
  package mutating func add(_ stub: Stub) {
    guard leftOver == nil else { return }
    stubs.append(stub)
    if stub.isEnqueued { hasEnqueued = true }
    if stub.answers.contains(where: \.isBeforeBody) { hasAnswersBeforeBody = true }
  }

  /// The stubs that accept a request: the enqueued ones in order, then the others, newest first.
  package struct Candidates: Sendable {
    fileprivate var indices: [Int]
    fileprivate var generation: Int
  }

  /// Finds the stubs that accept the request, used ones included.
  ///
  /// Calls the matchers.
  package func candidates(for request: RecordedRequest) -> Candidates {
    let enqueued = hasEnqueued ? stubs.indices.filter { stubs[$0].isEnqueued && stubs[$0].isAvailable } : []
    let others = stubs.indices.reversed().filter {
      !stubs[$0].isEnqueued && stubs[$0].matcher.matches(request)
    }
    return Candidates(indices: enqueued + others, generation: generation)
  }

  /// Takes the next answer of the first candidate that has one, and moves its scenario.
  package mutating func take(from candidates: Candidates) -> Taking {
    guard candidates.generation == generation else { return .stale }
    guard let found = first(of: candidates), let answer = stubs[found].next else { return .none }
    let stub = stubs[found]
    guard stub.matcher.step?.take() ?? true else { return .stale }
    stubs[found].used += 1
    return .taken(
      Taken(
        answer: answer, place: stub.place, inspect: stub.inspect, matcher: stub.matcher))
  }

  /// Whether the answer that would be taken is given before the body of the request has arrived.
  package func answersBeforeBody(_ candidates: Candidates) -> Bool {
    guard candidates.generation == generation else { return false }
    return first(of: candidates).flatMap { stubs[$0].next }?.isBeforeBody ?? false
  }

  /// Whether an answer may be given before the body of its request has arrived.
  package var mayAnswerBeforeBody: Bool { hasAnswersBeforeBody }

  private func first(of candidates: Candidates) -> Int? {
    let found = candidates.indices.first { stubs[$0].isAvailable || stubs[$0].isForbidden }
    return found.flatMap { stubs[$0].isForbidden ? nil : $0 }
  }

  /// The report on a request that no stub answers.
  ///
  /// Calls the matchers.
  package func report(for request: RecordedRequest) -> String {
    let candidates = stubs.filter { !$0.isEnqueued }.map(NearMissReport.Candidate.init)
    return NearMissReport(stubs: candidates, suggestion: suggestion).text(for: request)
  }

  /// What still has to answer, each only once: a verification at the end of the test does not repeat an earlier one.
  package mutating func takeUnused() -> [Unused] {
    if let left = leftOver {
      leftOver = []
      return left
    }
    let unused = stubs.indices.filter { stubs[$0].isUnused && !stubs[$0].isReported }
    for index in unused { stubs[index].isReported = true }
    return unused.map { Unused(report: stubs[$0].unusedReport, place: stubs[$0].place) }
  }

  /// Removes all stubs.
  ///
  /// Release what is returned outside all locks: it holds closures of the test.
  package mutating func clear() -> StubTable {
    let old = self
    self = StubTable(suggestion: suggestion)
    generation = old.generation + 1
    leftOver = old.leftOver
    return old
  }

  /// Removes all stubs for good and keeps only the report on the unused ones.
  ///
  /// Release what is returned outside all locks.
  package mutating func retire() -> StubTable {
    let unused = takeUnused()
    leftOver = unused
    return clear()
  }
}
