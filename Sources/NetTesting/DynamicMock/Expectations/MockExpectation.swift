/// One expectation of a mock, as a value: a member, its arguments, how often it is called, and what it does.
struct MockExpectation: Sendable {
  var member: MockMember
  var labels: [String]
  var matchers: [ErasedArgumentMatcher]
  var count: CallCount
  var performance: MockPerformance
  /// Where it was stated.
  var place: SourcePlace
  /// The test that stated it.
  let test = ExpectingTest()
  /// Whether the test stated the count, so that a call beyond it fails even if there is a fallback.
  var isCountStated = false
  /// The chain of expectations that it belongs to.
  var chain: ExpectationChain?
  /// Its position in an order that spans mocks.
  var step: CallOrder.Step?
  /// How many calls its mock had received when it was stated.
  var earlierCalls = 0
  /// How often it has been called.
  var used = 0
  /// Whether it was reported as unmet, or as one that no call can match.
  var isReported = false
  /// What the calls have shown of the types of its matchers.
  var types = ArgumentTypes.unknown

  /// How it was written: `baz(buz: 3)`.
  var text: String {
    member.text(labels, matchers)
  }

  /// Whether it must still be called.
  var isOwed: Bool { used < count.required }

  /// Whether it may be called again.
  var hasRoom: Bool { count.limit.map { used < $0 } ?? true }

  /// Whether it forbids the call.
  var isProhibition: Bool { count.limit == 0 }

  /// Whether it takes any number of calls, including none.
  var isFallback: Bool { count.limit == nil && count.required == 0 }

  /// Whether the test stated the count and the count is reached.
  var isUsedUp: Bool { isCountStated && !isProhibition && !hasRoom }

  /// Whether the other one follows it in the same order.
  func precedes(_ other: MockExpectation) -> Bool {
    guard let step, let next = other.step else { return false }
    return step.order === next.order && step.index < next.index
  }

  /// The code that allows any number of further calls.
  ///
  /// Only a call or a read has `toAlways`.
  var unlimited: String {
    switch (member.kind, isUsedUp) {
    case (.set, false): "times: .anyNumber"
    case (.set, true): ".and.toBeCalled(times: .anyNumber)"
    case (_, let isUsedUp): isUsedUp ? ".and.toAlways(…)" : "toAlways(…)"
    }
  }

  /// Whether it matches the arguments.
  ///
  /// Calls the matchers, which are code of the test.
  func accepts(_ arguments: MockArguments) -> Bool {
    labels == arguments.argumentLabels && misses(of: arguments).isEmpty
  }

  /// The positions of the arguments that do not match, including missing and extra ones.
  func misses(of arguments: MockArguments) -> [Int] {
    (0..<max(matchers.count, arguments.argumentCount)).filter { position in
      guard matchers.indices.contains(position), arguments.values.indices.contains(position) else {
        return true
      }
      return labels[position] != arguments.argumentLabels[position]
        || !matchers[position].accepts(arguments.values[position])
    }
  }
}

/// Whether calls have shown that the matchers of an expectation can match the types of their arguments.
enum ArgumentTypes: Sendable {
  /// Nothing.
  case unknown
  /// The arguments of a call had types that the matchers can match.
  case fit
  /// A matcher can never match an argument, and no other matcher refused the call; with the report.
  case unfit(String)
}

extension MockExpectation {
  /// Returns whether a call shows that the matchers can match the types of its arguments.
  ///
  /// Calls the matchers, which are code of the test.
  func types(in arguments: MockArguments) -> ArgumentTypes {
    guard labels == arguments.argumentLabels else { return .unknown }
    var misuse: String?
    var isTried = true
    var isRefused = false
    for (position, (matcher, argument)) in zip(matchers, arguments.values).enumerated() {
      if let types = matcher.misuse(with: argument) {
        misuse = misuse ?? MockReport.misuse(of: self, position, types, argument)
      } else if let verdict = matcher.verdict(argument) {
        isRefused = isRefused || !verdict
      } else {
        isTried = false
      }
    }
    guard let misuse else { return isTried ? .fit : .unknown }
    return isRefused ? .unknown : .unfit(misuse)
  }

  /// Notes what another call has shown.
  mutating func note(_ types: ArgumentTypes) {
    switch (self.types, types) {
    case (.unknown, _), (.unfit, .fit): self.types = types
    default: break
    }
  }

  /// The report that no call can match it; nil if one can, or if no call has shown that.
  var misuse: String? { if case .unfit(let report) = types { report } else { nil } }
}

/// Identifies expectations that were chained with `and`, and one that was begun but not stated.
final class ExpectationChain: Sendable {}

/// An expectation that was begun, such as `expect.ping()`, and states nothing until it is finished.
struct BegunExpectation: Sendable {
  let chain: ExpectationChain
  /// How it was written: `ping()`.
  let text: String
  /// The call that would finish the expectation: `toBeCalled()`.
  let ending: String
  /// Where it was begun, or nil if that is not known.
  let place: SourcePlace?
  let test = ExpectingTest()

  /// The report that it was not finished.
  var report: String { "expect.\(text) was not finished and states nothing: add \(ending)." }
}
