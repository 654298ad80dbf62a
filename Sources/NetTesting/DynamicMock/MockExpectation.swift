/// One expectation of a mock, as a value: of which member with which arguments, how often, and what it does.
struct MockExpectation: Sendable {
  var member: MockMember
  var labels: [String]
  var matchers: [ErasedArgumentMatcher]
  var count: CallCount
  var performance: MockPerformance
  /// Where it was stated.
  var place: SourcePlace
  /// Whether the test named the count, so that a call past it is one too many even beside a fallback.
  var isCountStated = false
  /// The statement that this one goes on from, or begins.
  var chain: ExpectationChain?
  /// Its place in an order that spans mocks.
  var step: CallOrder.Step?
  /// How often it has been called.
  var used = 0
  /// Whether it was reported as not met.
  var isReported = false

  /// How it was written: `baz(buz: 3)`.
  var text: String {
    member.text(zip(labels, matchers.map(\.description)).map { (label: $0, text: $1) })
  }

  /// Whether it still has to be called.
  var isOwed: Bool { used < count.required }

  /// Whether it may be called once more.
  var hasRoom: Bool { count.limit.map { used < $0 } ?? true }

  /// Whether it forbids the call.
  var isProhibition: Bool { count.limit == 0 }

  /// Whether it takes any number of calls and need not be called.
  var isFallback: Bool { count.limit == nil && count.required == 0 }

  /// Whether the test said how many calls there may be, and there were as many.
  var isUsedUp: Bool { isCountStated && !isProhibition && !hasRoom }

  /// Whether it accepts the arguments.
  ///
  /// It calls the matchers, which are the test's own code.
  func accepts(_ arguments: MockArguments) -> Bool {
    labels == arguments.argumentLabels && misses(of: arguments).isEmpty
  }

  /// The positions of the arguments that it does not accept; those that are too many or too few included.
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

/// What expectations have in common that were stated one after the other, with `and`.
final class ExpectationChain: Sendable {}
