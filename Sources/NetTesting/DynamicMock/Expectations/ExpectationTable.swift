/// The expectations of one mock, as a pure value: which of them a call goes to, and which are unmet.
///
/// If several match a call, they are chosen in this order:
///
/// 1. one that must still be called, the oldest first;
/// 2. one whose limit is not reached, the oldest first;
/// 3. one without a limit, the newest first: the fallback.
///
/// A prohibition, an expectation of no calls, overrides what was stated before it, and every fallback, but nothing that
/// precedes it in its order. So does an explicit count once it is reached: only a fallback that follows it with `and`,
/// or in its order, takes further calls.
/// A call that an order still needs, and whose turn has not come, is out of order: it goes to another expectation of an
/// order, or to one that must still be called at any time, and not to a fallback.
struct ExpectationTable: Sendable {
  /// The expectations, oldest first; they are only added, so an index stays valid.
  private(set) var expectations: [MockExpectation] = []

  /// The outcome of a call.
  enum Outcome: Sendable {
    /// This expectation answers the call and has counted it.
    case answered(MockExpectation)
    /// This expectation forbids the call.
    case forbidden(MockExpectation)
    /// The call comes too early or too late in its order.
    case outOfOrder(MockExpectation, CallOrder.Complaint)
    /// All matching expectations have been called as often as they may be; this is the newest.
    case exhausted(MockExpectation)
    /// No expectation matches.
    case unmatched
  }

  mutating func add(_ expectation: MockExpectation) { expectations.append(expectation) }

  /// The expectations that match a call, oldest first.
  ///
  /// Calls the matchers.
  func candidates(for member: MockMember, _ arguments: MockArguments) -> [Int] {
    expectations.indices.filter { expectations[$0].member == member && expectations[$0].accepts(arguments) }
  }

  /// What a call shows of the types that the matchers of the expectations of its member can match.
  ///
  /// Calls the matchers of expectations that are not candidates.
  func types(for member: MockMember, _ arguments: MockArguments, candidates: [Int]) -> [(Int, ArgumentTypes)]
  {
    expectations.indices.compactMap { index in
      let expectation = expectations[index]
      guard expectation.member == member else { return nil }
      if case .fit = expectation.types { return nil }
      return (index, candidates.contains(index) ? .fit : expectation.types(in: arguments))
    }
  }

  /// Notes what a call has shown of the types.
  mutating func note(_ types: [(Int, ArgumentTypes)]) {
    for (index, types) in types { expectations[index].note(types) }
  }

  /// Returns the expectations that need not be called any more and that no call can match, each only once.
  mutating func takeMisused(_ isDue: (ExpectingTest) -> Bool = { _ in true }) -> [MockExpectation] {
    let misused = expectations.indices.filter { index in
      let expectation = expectations[index]
      return expectation.misuse != nil && !expectation.isOwed && !expectation.isReported
        && isDue(expectation.test)
    }
    for index in misused { expectations[index].isReported = true }
    return misused.map { expectations[$0] }
  }

  /// Assigns a call to one of the candidates.
  ///
  /// The closure counts the call in the order of an expectation, and returns a complaint if another call must come
  /// first.
  mutating func take(
    from candidates: [Int], turn: (CallOrder.Step) -> CallOrder.Complaint? = { _ in nil }
  ) -> Outcome {
    var complaint: Outcome?
    // Whether an order still needs the call, so that no fallback may take it.
    var isOwedLater = false
    for index in ranked(candidates) {
      let expectation = expectations[index]
      if expectation.isProhibition {
        return isOwedLater ? complaint ?? .forbidden(expectation) : .forbidden(expectation)
      }
      if let step = expectation.step, let reason = turn(step) {
        if complaint == nil {
          complaint = .outOfOrder(expectation, reason)
          isOwedLater = expectation.isOwed
        }
        continue
      }
      if isOwedLater, expectation.step == nil, !expectation.isOwed { continue }
      expectations[index].used += 1
      return .answered(expectations[index])
    }
    let full = candidates.last { expectations[$0].isUsedUp } ?? candidates.last
    return complaint ?? full.map { .exhausted(expectations[$0]) } ?? .unmatched
  }

  /// The candidates that may take the call, best first, up to the first one that forbids it.
  private func ranked(_ candidates: [Int]) -> [Int] {
    let prohibition = candidates.last { expectations[$0].isProhibition }
    let allowed = candidates.filter { index in
      !isOverridden(index, by: prohibition) && !expectations[index].isProhibition
        && expectations[index].hasRoom
    }
    let owed = allowed.filter { expectations[$0].isOwed }
    let limited = allowed.filter { !expectations[$0].isOwed && expectations[$0].count.limit != nil }
    let fallback = allowed.filter { index in
      let expectation = expectations[index]
      guard !expectation.isOwed, expectation.count.limit == nil else { return false }
      if let prohibition, expectation.isFallback, !expectation.precedes(expectations[prohibition]) {
        return false
      }
      // A count that a later prohibition has overridden does not apply any more, and neither does one whose turn in
      // the order comes before that of the fallback.
      return !candidates.contains {
        !isOverridden($0, by: prohibition) && expectations[$0].isUsedUp
          && expectations[$0].chain !== expectation.chain && !expectations[$0].precedes(expectation)
      }
    }
    return owed + limited + fallback.reversed() + (prohibition.map { [$0] } ?? [])
  }

  /// Whether a later prohibition applies to an expectation: not if it has its own, earlier turn in the same order.
  private func isOverridden(_ index: Int, by prohibition: Int?) -> Bool {
    guard let prohibition, index < prohibition else { return false }
    return !expectations[index].precedes(expectations[prohibition])
  }

  /// Returns the expectations that must still be called, each only once, so that the end of a test repeats no earlier
  /// report.
  mutating func takeOwed(_ isDue: (ExpectingTest) -> Bool = { _ in true }) -> [MockExpectation] {
    let owed = expectations.indices.filter { index in
      let expectation = expectations[index]
      return expectation.isOwed && !expectation.isReported && isDue(expectation.test)
    }
    for index in owed { expectations[index].isReported = true }
    return owed.map { expectations[$0] }
  }
}
