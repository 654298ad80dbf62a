/// The stubs of one mock, as a pure value: which stub answers a request, and what to report if none does.
package struct StubTable: Sendable {
  /// The report on an unused stub.
  package struct Unused: Sendable {
    package var report: String
    package var place: SourcePlace
  }

  /// A response, and where its stub was created.
  package struct Taken: Sendable {
    package var answer: Stub.Answer
    package var place: SourcePlace
    package var inspect: (@Sendable (RecordedRequest) -> Void)?
    var matcher: RequestMatcher
    var uses: StubUses?

    /// The response to this request.
    ///
    /// Calls closures of the test, so it must be called outside all locks.
    package func response(to request: RecordedRequest) -> StubResponse {
      inspect?(request)
      switch answer {
      case .response(let response): return response
      case .closure(let respond):
        var request = request
        request.captures = matcher.captures(of: request)
        let response = respond(request)
        uses?.add(response)
        return response
      }
    }
  }

  /// The result of taking a response.
  package enum Taking: Sendable {
    case taken(Taken)
    /// No candidate has a response left, or the first one must not answer.
    case none
    /// A scenario or the table changed after the candidates were found; find them again.
    case stale
  }

  /// The stubs, oldest first.
  ///
  /// Until the table is cleared, stubs are only added, so an index stays valid.
  private var stubs: [Stub] = []
  /// Changes when the table is cleared.
  private var generation = 0
  private var hasAnswersBeforeBody = false
  private var hasEnqueued = false
  /// The reports on the stubs that were unused when the mock ended, and on those that were added after that.
  private var leftOver: [Unused]?
  /// The coverage of stubs that were removed.
  private var removed: [StubCoverage.Stub] = []
  /// The code that stubs a request, given its matcher and a response: `transport.stub(.get("…"), with: …)`.
  private let suggestion: @Sendable (String, String) -> String

  package init(suggestion: @escaping @Sendable (String, String) -> String = { "stub(\($0), with: \($1))" }) {
    self.suggestion = suggestion
  }

  /// Adds a stub.
  package mutating func add(_ stub: Stub) {
    if leftOver != nil {
      // It can answer no request.
      if stub.isUnused {
        leftOver?.append(Unused(report: stub.unusedReport + Self.lateAdvice, place: stub.place))
      }
      return
    }
    stubs.append(stub)
    if stub.isEnqueued { hasEnqueued = true }
    if stub.answers.contains(where: \.isBeforeBody) { hasAnswersBeforeBody = true }
  }

  private static let lateAdvice = " It was added after the server had stopped."

  /// The stubs that match a request: the enqueued ones in order, then the others, newest first.
  package struct Candidates: Sendable {
    fileprivate var indices: [Int]
    fileprivate var generation: Int

    /// Whether no stub matches.
    var isEmpty: Bool { indices.isEmpty }
  }

  /// Returns the stubs that match the request, including those that are used up.
  ///
  /// Calls the matchers.
  package func candidates(for request: RecordedRequest) -> Candidates {
    let enqueued = hasEnqueued ? stubs.indices.filter { stubs[$0].isEnqueued && stubs[$0].isAvailable } : []
    let others = stubs.indices.reversed().filter {
      !stubs[$0].isEnqueued && stubs[$0].matcher.matches(request)
    }
    return Candidates(indices: enqueued + others, generation: generation)
  }

  /// Removes and returns the next response of the first candidate that has one, and advances its scenario.
  package mutating func take(from candidates: Candidates) -> Taking {
    guard candidates.generation == generation else { return .stale }
    guard let found = first(of: candidates), let answer = stubs[found].next else { return .none }
    let stub = stubs[found]
    guard stub.matcher.step?.take() ?? true else { return .stale }
    stubs[found].used += 1
    return .taken(
      Taken(
        answer: answer, place: stub.place, inspect: stub.inspect, matcher: stub.matcher,
        uses: stub.uses))
  }

  /// Returns the next response of the first candidate that has one, and changes nothing.
  package func first(from candidates: Candidates) -> Taken? {
    guard candidates.generation == generation, let found = first(of: candidates),
      let answer = stubs[found].next
    else { return nil }
    let stub = stubs[found]
    return Taken(answer: answer, place: stub.place, inspect: stub.inspect, matcher: stub.matcher)
  }

  /// Whether the response that would be taken is sent before the body of the request has arrived.
  package func answersBeforeBody(_ candidates: Candidates) -> Bool {
    guard candidates.generation == generation else { return false }
    return first(of: candidates).flatMap { stubs[$0].next }?.isBeforeBody ?? false
  }

  package var isEmpty: Bool { stubs.isEmpty }

  /// Whether any response may be sent before the body of its request has arrived.
  package var mayAnswerBeforeBody: Bool { hasAnswersBeforeBody }

  /// Whether the first candidate that has a response, or that must not answer, is one that must not.
  package func forbids(_ candidates: Candidates) -> Bool {
    let found = candidates.indices.first { stubs[$0].isAvailable || stubs[$0].isForbidden }
    return found.map { stubs[$0].isForbidden } ?? false
  }

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

  /// Returns the stubs that must still answer, each only once, so that the end of a test repeats no earlier report.
  package mutating func takeUnused() -> [Unused] {
    if let left = leftOver {
      leftOver = []
      return left
    }
    let unused = stubs.indices.filter { stubs[$0].isUnused && !stubs[$0].isReported }
    for index in unused { stubs[index].isReported = true }
    return unused.map { Unused(report: stubs[$0].unusedReport, place: stubs[$0].place) }
  }

  /// Which stubs and responses were used, also of stubs that were removed.
  package var coverage: StubCoverage { StubCoverage(stubs: removed + stubs.compactMap(\.coverage)) }

  /// Removes all stubs.
  ///
  /// Release the returned table outside all locks: it holds closures of the test.
  package mutating func clear() -> StubTable {
    let old = self
    self = StubTable(suggestion: suggestion)
    generation = old.generation + 1
    removed = old.coverage.stubs
    leftOver = old.leftOver
    return old
  }

  /// Removes all stubs, keeps only the reports on unused ones, and accepts no more stubs.
  ///
  /// Release the returned table outside all locks.
  package mutating func retire() -> StubTable {
    let unused = takeUnused()
    leftOver = unused
    return clear()
  }
}
