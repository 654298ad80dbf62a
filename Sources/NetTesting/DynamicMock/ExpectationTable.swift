/// The expectations of one mock, as a pure value: which of them a call is for, and what is left.
///
/// Of those that accept a call, these have it, in this order:
///
/// 1. one that still has to be called, the oldest first;
/// 2. one that may be called so often at most, the oldest first;
/// 3. one without a limit, the newest first: the fallback.
///
/// A prohibition, one for no calls, counts against what was stated before it, and against every fallback. So does a
/// count that the test has named, once it is reached: the fallback that goes on from it with `and` alone takes more.
struct ExpectationTable: Sendable {
  /// The expectations, oldest first; they are only ever added to, so an index stays what it is.
  private(set) var expectations: [MockExpectation] = []

  /// What becomes of a call.
  enum Outcome: Sendable {
    /// It is answered by this one, which has counted it.
    case answered(MockExpectation)
    /// This one forbids it.
    case forbidden(MockExpectation)
    /// It comes before another's turn, or after it.
    case outOfOrder(MockExpectation, CallOrder.Complaint)
    /// All that accept it have been called as often as they may; this is the newest.
    case exhausted(MockExpectation)
    /// None accepts it.
    case unmatched
  }

  mutating func add(_ expectation: MockExpectation) { expectations.append(expectation) }

  /// The expectations that accept a call, oldest first.
  ///
  /// It calls the matchers.
  func candidates(for member: MockMember, _ arguments: MockArguments) -> [Int] {
    expectations.indices.filter { expectations[$0].member == member && expectations[$0].accepts(arguments) }
  }

  /// Gives a call to one of the candidates.
  ///
  /// The closure says of one that has its turn in an order whether that has come, and takes the turn.
  mutating func take(
    from candidates: [Int], turn: (CallOrder.Step) -> CallOrder.Complaint? = { _ in nil }
  ) -> Outcome {
    var complaint: Outcome?
    for index in ranked(candidates) {
      if expectations[index].isProhibition { return .forbidden(expectations[index]) }
      if let step = expectations[index].step, let reason = turn(step) {
        complaint = complaint ?? .outOfOrder(expectations[index], reason)
        continue
      }
      expectations[index].used += 1
      return .answered(expectations[index])
    }
    let full = candidates.last { expectations[$0].isUsedUp } ?? candidates.last
    return complaint ?? full.map { .exhausted(expectations[$0]) } ?? .unmatched
  }

  /// The candidates that may have the call, best first, up to the first that forbids it.
  private func ranked(_ candidates: [Int]) -> [Int] {
    let prohibition = candidates.last { expectations[$0].isProhibition }
    let allowed = candidates.filter { index in
      index > prohibition ?? -1 && !expectations[index].isProhibition && expectations[index].hasRoom
    }
    let owed = allowed.filter { expectations[$0].isOwed }
    let limited = allowed.filter { !expectations[$0].isOwed && expectations[$0].count.limit != nil }
    let fallback = allowed.filter { index in
      let expectation = expectations[index]
      guard !expectation.isOwed, expectation.count.limit == nil else { return false }
      if expectation.isFallback, prohibition != nil { return false }
      return !candidates.contains {
        expectations[$0].isUsedUp && expectations[$0].chain !== expectation.chain
      }
    }
    return owed + limited + fallback.reversed() + (prohibition.map { [$0] } ?? [])
  }

  /// The expectations that still have to be called, each only once: a verification at the end of the test says
  /// nothing of what one by hand has reported.
  mutating func takeOwed() -> [MockExpectation] {
    let owed = expectations.indices.filter { expectations[$0].isOwed && !expectations[$0].isReported }
    for index in owed { expectations[index].isReported = true }
    return owed.map { expectations[$0] }
  }
}
