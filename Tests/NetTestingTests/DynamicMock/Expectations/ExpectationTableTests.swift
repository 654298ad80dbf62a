import TestSupport
import Testing

@testable import NetTesting

@Suite struct ExpectationTableTests {
  private var table = ExpectationTable()
  private let foo = MockMember(.call, "foo")

  private mutating func add(
    _ argument: ErasedArgumentMatcher? = nil, _ count: CallCount = .once, member: MockMember? = nil,
    line: UInt
  ) {
    table.add(
      MockExpectation(
        member: member ?? foo, labels: argument == nil ? [] : ["id"], matchers: argument.map { [$0] } ?? [],
        count: count, performance: .nothing, place: SourcePlace(file: "/t/A.swift", line: line)))
  }

  /// Calls a member and returns the line of the chosen expectation, or why there is none.
  private mutating func call(_ id: Int? = nil, member: MockMember? = nil) -> String {
    let arguments = MockArguments(labels: id == nil ? [] : ["id"], values: id.map { [$0] } ?? [])
    let candidates = table.candidates(for: member ?? foo, arguments)
    return switch table.take(from: candidates) {
    case .answered(let expectation): "\(expectation.place.line)"
    case .forbidden(let expectation): "forbidden by \(expectation.place.line)"
    case .exhausted(let expectation): "exhausted \(expectation.place.line)"
    case .outOfOrder(let expectation, _): "out of order \(expectation.place.line)"
    case .unmatched: "unmatched"
    }
  }

  private let any = ErasedArgumentMatcher("anything") { _ in true }
  private let three = ErasedArgumentMatcher(equalTo: 3)

  @Test mutating func withoutExpectationsNothingMatches() { expectEqual(call(), "unmatched") }

  @Test mutating func requiredExpectationsAreUsedOldestFirst() {
    add(line: 1)
    add(nil, 2, line: 2)
    expectEqual([call(), call(), call(), call()], ["1", "2", "2", "exhausted 2"])
  }

  @Test mutating func theMatchingExpectationIsChosen() {
    add(three, line: 1)
    add(any, line: 2)
    expectEqual([call(5), call(3)], ["2", "1"])
  }

  @Test mutating func aMismatchDoesNotUseUpTheExpectation() {
    add(three, line: 1)
    expectEqual([call(5), call(5), call(3)], ["unmatched", "unmatched", "1"])
  }

  @Test mutating func aPersistentExpectationDoesNotStarveALaterOne() {
    add(any, .anyNumber, line: 1)
    add(three, line: 2)
    expectEqual([call(3), call(3), call(4)], ["2", "1", "1"])
  }

  @Test mutating func theNewestPersistentExpectationIsTheFallback() {
    add(nil, .anyNumber, line: 1)
    add(nil, .anyNumber, line: 2)
    expectEqual(call(), "2")
  }

  @Test mutating func requiredCallsComeBeforeOptionalOnes() {
    add(any, CallCount(1...3), line: 1)
    add(any, line: 2)
    expectEqual([call(0), call(0), call(0), call(0), call(0)], ["1", "2", "1", "1", "exhausted 2"])
  }

  @Test mutating func aVariableAndAFunctionOfTheSameNameDiffer() {
    add(nil, .anyNumber, member: MockMember(.get, "foo"), line: 1)
    expectEqual(call(), "unmatched")
    expectEqual(call(member: MockMember(.get, "foo")), "1")
    expectEqual(call(member: MockMember(.set, "foo")), "unmatched")
  }

  /// It is reported as one that was not called.
  @Test mutating func anExpectationOfOtherTypesThatNeedsACallIsNotReportedAsMisused() {
    add(three, line: 1)
    add(three, .anyNumber, line: 2)
    table.note([(0, .unfit("of another type")), (1, .unfit("of another type"))])
    expectEqual(table.takeMisused().map(\.place.line), [2])
    expectEqual(table.takeOwed().map(\.place.line), [1])
  }

  @Test mutating func otherLabelsOrArgumentCountsDoNotMatch() {
    add(any, line: 1)
    #expect(table.candidates(for: foo, MockArguments(labels: ["name"], values: [3])).isEmpty)
    #expect(table.candidates(for: foo, MockArguments(labels: ["id", ""], values: [3, 4])).isEmpty)
  }

  @Test mutating func aProhibitionOverridesEarlierExpectations() {
    add(any, .anyNumber, line: 1)
    add(three, .never, line: 2)
    expectEqual([call(3), call(4)], ["forbidden by 2", "1"])
  }

  @Test mutating func aLaterExpectationOverridesAProhibition() {
    add(any, .never, line: 1)
    add(three, line: 2)
    expectEqual([call(3), call(3), call(4)], ["2", "forbidden by 1", "forbidden by 1"])
  }

  @Test mutating func aProhibitionOverridesALaterFallback() {
    add(three, .never, line: 1)
    add(any, .anyNumber, line: 2)
    expectEqual([call(3), call(4)], ["forbidden by 1", "2"])
  }

  @Test mutating func unmetExpectationsAreReportedOnce() {
    add(nil, 2, line: 1)
    add(nil, .anyNumber, line: 2)
    add(nil, .never, line: 3)
    expectEqual(table.takeOwed().map(\.place.line), [1])
    expectTrue(table.takeOwed().isEmpty)
  }

  /// Calls `foo()`, which only the expectations of these lines may answer now, if they are in an order.
  private mutating func call(inTurn lines: Set<UInt>) -> String {
    let candidates = table.candidates(for: foo, MockArguments(labels: [], values: []))
    let entry = CallSequence.Entry(
      text: "open()", count: .once, place: SourcePlace(file: "/t/A.swift", line: 9))
    let inTurn = Set(table.expectations.filter { lines.contains($0.place.line) }.compactMap(\.step?.index))
    return
      switch table.take(
        from: candidates, turn: { inTurn.contains($0.index) ? nil : .tooEarly(before: entry) })
    {
    case .answered(let expectation): "\(expectation.place.line)"
    case .outOfOrder(let expectation, _): "out of order \(expectation.place.line)"
    case .forbidden, .exhausted, .unmatched: "another outcome"
    }
  }

  /// Adds an expectation of `foo()` to an order.
  private mutating func add(
    to order: CallOrder, _ count: CallCount = .once, isStated: Bool = false, member: MockMember? = nil,
    line: UInt
  ) {
    let place = SourcePlace(file: "/t/A.swift", line: line)
    var expectation = MockExpectation(
      member: member ?? foo, labels: [], matchers: [], count: count, performance: .nothing, place: place)
    expectation.isCountStated = isStated
    expectation.chain = ExpectationChain()
    expectation.step = order.join("foo()", count: count, at: place)
    table.add(expectation)
  }

  @Test(arguments: [false, true]) mutating func aFallbackTakesNoCallOutOfTurn(isStatedBefore: Bool) {
    if isStatedBefore { add(nil, .anyNumber, line: 2) }
    add(to: CallOrder(), line: 1)
    if !isStatedBefore { add(nil, .anyNumber, line: 2) }
    expectEqual(call(inTurn: []), "out of order 1")
    expectEqual(table.expectations.map(\.used), [0, 0])
    expectEqual([call(inTurn: [1]), call(inTurn: [])], ["1", "2"])
  }

  @Test mutating func anOptionalExpectationTakesNoCallOutOfTurn() {
    add(to: CallOrder(), line: 1)
    add(nil, CallCount(0...3), line: 2)
    expectEqual(call(inTurn: []), "out of order 1")
  }

  @Test mutating func anExpectationThatMustBeCalledAtAnyTimeTakesACallOutOfTurn() {
    add(to: CallOrder(), line: 1)
    add(line: 2)
    expectEqual([call(inTurn: []), call(inTurn: []), call(inTurn: [1])], ["2", "out of order 1", "1"])
  }

  @Test mutating func anotherExpectationOfAnOrderTakesACallInOrder() {
    let order = CallOrder()
    add(to: order, line: 1)
    add(to: order, line: 2)
    expectEqual([call(inTurn: [2]), call(inTurn: [2])], ["2", "out of order 1"])
  }

  @Test mutating func aFallbackTakesWhatAnOrderNoLongerNeeds() {
    add(nil, .anyNumber, line: 2)
    add(to: CallOrder(), CallCount(1...2), line: 1)
    expectEqual([call(inTurn: [1]), call(inTurn: [])], ["1", "2"])
  }

  @Test(arguments: [CallCount.anyNumber, CallCount(1...)])
  mutating func anUnlimitedExpectationFollowsAStatedCountInItsOrder(count: CallCount) {
    let order = CallOrder()
    add(to: order, 2, isStated: true, line: 1)
    add(to: order, count, isStated: true, line: 2)
    expectEqual([call(inTurn: [1]), call(inTurn: [1])], ["1", "1"])
    expectEqual([call(inTurn: [2]), call(inTurn: [2]), call(inTurn: [2])], ["2", "2", "2"])
  }

  @Test(arguments: [CallCount.once, CallCount(1...), .anyNumber])
  mutating func aProhibitionForbidsNothingThatPrecedesItInItsOrder(count: CallCount) {
    let order = CallOrder()
    add(to: order, count, line: 1)
    add(to: order, .never, line: 2)
    expectEqual([call(inTurn: [1, 2]), call(inTurn: [2])], ["1", "another outcome"])
  }

  @Test mutating func aCallBeforeItsTurnIsOutOfOrderEvenIfItIsForbiddenLater() {
    let order = CallOrder()
    add(to: order, line: 1)
    add(to: order, .never, line: 2)
    expectEqual(call(inTurn: []), "out of order 1")
  }

  @Test mutating func aStatedCountAppliesToWhatPrecedesItInItsOrder() {
    let order = CallOrder()
    add(to: order, .anyNumber, line: 1)
    add(to: order, 1, isStated: true, line: 2)
    expectEqual([call(inTurn: [1, 2]), call(inTurn: [1, 2])], ["2", "another outcome"])
  }

  @Test mutating func aStatedCountAppliesToAFallbackOfAnotherOrder() {
    add(to: CallOrder(), 1, isStated: true, line: 1)
    let order = CallOrder()
    add(to: order, .once, member: MockMember(.call, "bar"), line: 2)
    add(to: order, .anyNumber, line: 3)
    expectEqual([call(inTurn: [1, 3]), call(inTurn: [1, 3])], ["1", "another outcome"])
  }
}

@Suite struct CallSequenceTests {
  private var sequence = CallSequence()

  private mutating func add(_ text: String, _ count: CallCount = .once) {
    _ = sequence.add(
      CallSequence.Entry(text: text, count: count, place: SourcePlace(file: "/t/A.swift", line: 1)))
  }

  private mutating func take(_ index: Int) -> String {
    switch sequence.take(index) {
    case nil: "taken"
    case .tooEarly(let entry): "\(entry.text) first"
    case .tooLate(let entry): "\(entry.text) came"
    }
  }

  @Test mutating func aCallBeforeItsTurnIsTooEarly() {
    add("open")
    add("close")
    expectEqual([take(1), take(0), take(1)], ["open first", "taken", "taken"])
  }

  @Test mutating func afterALaterCallAnEarlierCallIsOutOfOrder() {
    add("write", CallCount(1...))
    add("close")
    expectEqual([take(0), take(0), take(1), take(0)], ["taken", "taken", "taken", "close came"])
  }

  @Test mutating func anOptionalCallMayBeSkipped() {
    add("log", .anyNumber)
    add("close")
    expectEqual([take(1), take(0)], ["taken", "close came"])
  }
}

@Suite struct CallCountTests {
  @Test(arguments: [
    (CallCount.once, "once"), (2, "2 times"), (.never, "never"), (.anyNumber, "any number of times"),
    (.atLeast(1), "at least once"), (.atMost(3), "at most 3 times"), (CallCount(1...3), "1 to 3 times"),
    (CallCount(2...), "at least 2 times"), (CallCount(...4), "at most 4 times"),
    (CallCount(0..<2), "at most once"),
    (CallCount(3..<3), "never"), (CallCount(0...Int.max), "any number of times"),
    (CallCount(...Int.max), "any number of times"), (.exactly(-1), "never"),
    (CallCount(-3...2), "at most 2 times"), (CallCount((-3)...), "any number of times"),
    (CallCount(-3 ... -1), "never"), (CallCount(...(-1)), "never"), (CallCount(..<(-1)), "never"),
    (CallCount(Int.min..<0), "never"), (CallCount(..<Int.min), "never"),
  ])
  func describesTheCountInWords(count: CallCount, words: String) { expectEqual(count.description, words) }
}
