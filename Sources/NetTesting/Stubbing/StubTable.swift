/// The stubs of one mock, as a pure value: which stub answers a request, and what to report if none does.
package struct StubTable: Sendable {
  /// The report on an unused stub.
  package struct Unused: Sendable {
    package var report: String
    package var place: SourcePlace
    var matcher: RequestMatcher?
    /// How many requests the mock had received when the stub was added.
    var earlierRequests = 0
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
    /// No stub has a response left, or the one that decides must not answer.
    case none
    /// A scenario or the table changed after the candidate was found; find it again.
    case stale
  }

  /// The stubs, oldest first.
  ///
  /// Until the table is cleared, stubs are only added, so an index stays valid.
  private var stubs: [Stub] = []
  /// Changes when the table is cleared.
  private var generation = 0
  /// Whether any response may be sent before the body of its request has arrived.
  package private(set) var mayAnswerBeforeBody = false
  /// The indices of the enqueued stubs that have a response left, oldest first.
  private var enqueued: [Int] = []
  /// The indices of the other stubs that have a response left or must not answer, oldest first.
  private var active: [Int] = []
  /// The reports on the stubs that were unused when the mock ended, and on those that were added after that.
  private var leftOver: [Unused]?
  /// The coverage of stubs that were removed.
  private var removed: [StubCoverage.Stub] = []
  /// The code that stubs a request, given its matcher and a response: `transport.stub(.get("…"), with: …)`.
  private let suggestion: @Sendable (String, String) -> String
  /// Whether that code names no host, because it is another one in each run.
  private let omitsOrigin: Bool

  package init(
    omitsOrigin: Bool = false,
    suggestion: @escaping @Sendable (String, String) -> String = { "stub(\($0), with: \($1))" }
  ) {
    self.omitsOrigin = omitsOrigin
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
    if stub.isEnqueued {
      if stub.isAvailable { enqueued.append(stubs.count) }
    } else if stub.isAvailable || stub.isForbidden {
      active.append(stubs.count)
    }
    stubs.append(stub)
    if stub.answers.contains(where: \.isBeforeBody) { mayAnswerBeforeBody = true }
  }

  private static let lateAdvice = " It was added after the server had stopped."

  /// The stub that decides about a request: the first of the enqueued ones, or the newest of the others that matches
  /// and is not used up.
  package struct Candidate: Sendable {
    fileprivate var index: Int?
    fileprivate var generation: Int
  }

  /// Returns the stub that decides about the request.
  ///
  /// Calls the matchers of the stubs that are not used up, until one matches.
  package func candidate(for request: RecordedRequest) -> Candidate {
    let index = enqueued.first ?? active.last { stubs[$0].matcher.matches(request) }
    return Candidate(index: index, generation: generation)
  }

  /// Returns whether a stub matches the request, even one that is used up.
  package func hasStub(for request: RecordedRequest) -> Bool {
    stubs.contains { $0.isEnqueued ? $0.isAvailable : $0.matcher.matches(request) }
  }

  /// Removes and returns the next response of the candidate, and advances its scenario.
  package mutating func take(from candidate: Candidate) -> Taking {
    guard candidate.generation == generation else { return .stale }
    guard let index = candidate.index, !stubs[index].isForbidden else { return .none }
    let stub = stubs[index]
    // Another request may have used its last response, so an older stub decides.
    guard stub.isAvailable, let answer = stub.next else { return .stale }
    guard stub.matcher.step?.take() ?? true else { return .stale }
    stubs[index].used += 1
    if !stubs[index].isAvailable {
      if stub.isEnqueued { Self.remove(index, from: &enqueued) } else { Self.remove(index, from: &active) }
    }
    return .taken(
      Taken(
        answer: answer, place: stub.place, inspect: stub.inspect, matcher: stub.matcher,
        uses: stub.uses))
  }

  /// Removes a number from a sorted list, usually at one of its ends.
  private static func remove(_ index: Int, from list: inout [Int]) {
    if list.last == index {
      list.removeLast()
    } else if let position = list.firstIndex(of: index) {
      list.remove(at: position)
    }
  }

  /// Returns the next response of the candidate, and changes nothing.
  package func next(of candidate: Candidate) -> Taken? {
    guard let index = answering(candidate), let answer = stubs[index].next else { return nil }
    let stub = stubs[index]
    return Taken(answer: answer, place: stub.place, inspect: stub.inspect, matcher: stub.matcher)
  }

  /// Whether the response that would be taken is sent before the body of the request has arrived.
  package func answersBeforeBody(_ candidate: Candidate) -> Bool {
    answering(candidate).flatMap { stubs[$0].next }?.isBeforeBody ?? false
  }

  package var isEmpty: Bool { stubs.isEmpty }

  /// Whether the candidate must not answer.
  package func forbids(_ candidate: Candidate) -> Bool {
    candidate.generation == generation && candidate.index.map { stubs[$0].isForbidden } ?? false
  }

  private func answering(_ candidate: Candidate) -> Int? {
    guard candidate.generation == generation, let index = candidate.index else { return nil }
    return stubs[index].isAvailable ? index : nil
  }

  /// The report on a request that no stub answers.
  ///
  /// Calls the matchers.
  package func report(for request: RecordedRequest) -> String {
    let candidates = stubs.filter { !$0.isEnqueued }.map(NearMissReport.Candidate.init)
    return NearMissReport(stubs: candidates, omitsOrigin: omitsOrigin, suggestion: suggestion).text(
      for: request)
  }

  /// Returns the stubs that must still answer, each only once, so that the end of a test repeats no earlier report.
  package mutating func takeUnused(_ isDue: (ExpectingTest) -> Bool = { _ in true }) -> [Unused] {
    if let left = leftOver {
      leftOver = []
      return left
    }
    let unused = stubs.indices.filter { stubs[$0].isUnused && !stubs[$0].isReported && isDue(stubs[$0].test) }
    for index in unused { stubs[index].isReported = true }
    return unused.map { index in
      let stub = stubs[index]
      return Unused(
        report: stub.unusedReport, place: stub.place, matcher: stub.isEnqueued ? nil : stub.matcher,
        earlierRequests: stub.earlierRequests)
    }
  }

  /// Which stubs and responses were used, including those of removed stubs.
  package var coverage: StubCoverage { StubCoverage(stubs: removed + stubs.compactMap(\.coverage)) }

  /// Removes all stubs.
  ///
  /// Release the returned table outside all locks: it holds closures of the test.
  package mutating func clear() -> StubTable {
    let old = self
    self = StubTable(omitsOrigin: omitsOrigin, suggestion: suggestion)
    generation = old.generation + 1
    removed = old.coverage.stubs
    leftOver = old.leftOver
    return old
  }

  /// Removes all stubs, keeps only the reports on unused ones, and accepts no more stubs.
  ///
  /// Release the returned table outside all locks.
  package mutating func retire() -> StubTable {
    leftOver = takeUnused()
    return clear()
  }
}
