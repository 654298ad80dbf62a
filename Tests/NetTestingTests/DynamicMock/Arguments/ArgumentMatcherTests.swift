import Foundation
import NetTesting
import TestSupport
import Testing

@Suite struct ArgumentMatcherTests {
  private let mock = Mock()

  /// Returns whether an expectation with this matcher accepts the argument.
  private func accepts(_ matcher: (any Sendable)?, _ argument: Any?) -> Bool {
    let collected = CollectedFailures()
    collected.collect {
      let mock = Mock()
      mock.expect.call(matcher).toAlways(.return(true))
      let _: Bool = mock.call.call(argument)
    }
    return collected.messages.isEmpty
  }

  @Test func aValueMatchesEqualValues() {
    #expect(accepts(3, 3))
    #expect(!accepts(3, 4))
    #expect(accepts("a", "a"))
    #expect(accepts([1, 2], [1, 2]))
    #expect(accepts(Owner(name: "a"), Owner(name: "a")))
    #expect(!accepts(Owner(name: "a"), "a"))
  }

  @Test func aNumberMatchesTheSameNumberOfAnotherType() {
    #expect(accepts(5, 5.0))
    #expect(accepts(5, UInt8(5)))
    #expect(!accepts(5, 5.5))
    #expect(accepts(9_007_199_254_740_993, Int64(9_007_199_254_740_993)))
    #expect(!accepts(9_007_199_254_740_993, 9_007_199_254_740_992.0))
    #expect(!accepts(-1, UInt64.max))
    #expect(accepts(0.1, Float(0.1)))
    #expect(!accepts(0.1, Float(0.2)))
    #expect(!accepts(Float(0.1), 0.1))
    #expect(!accepts(1e300, Float.infinity))
  }

  @Test func aDecimalMatchesTheSameNumberOfAnotherType() {
    #expect(accepts(5, Decimal(5)))
    #expect(accepts(Decimal(5), UInt8(5)))
    #expect(!accepts(5, Decimal(6)))
    #expect(accepts(0.1, Decimal(string: "0.1")))
    #expect(!accepts(0.1, Decimal(string: "0.2")))
    #expect(!accepts(Decimal(5), Double.nan))
    #expect(!accepts(Decimal(5), "5"))
  }

  @Test func nilMatchesOnlyNil() {
    #expect(accepts(nil, nil))
    #expect(accepts(nil, Int?.none))
    #expect(!accepts(nil, 0))
    #expect(!accepts(0, nil))
    #expect(accepts(isNil(), String?.none))
    #expect(!accepts(isNil(), ""))
  }

  @Test func optionalsAreUnwrapped() {
    #expect(accepts(3, Int??(3) as Any?))
    #expect(accepts(equalTo(Int?(3)), 3))
  }

  @Test func emptyArraysOfDifferentTypesDoNotMatch() {
    #expect(accepts([String](), [String]()))
    #expect(!accepts([String](), [Int]()))
  }

  @Test func instancesThatAreNotEquatableMatchByIdentity() {
    let (one, other) = (Captured<Int>(), Captured<Int>())
    #expect(accepts(one, one))
    #expect(!accepts(one, other))
  }

  @Test func anyMatchesEverything() {
    #expect(accepts(any(), nil))
    #expect(accepts(any(), { (_: Int) in }))
  }

  @Test func instanceMatchesTheTypeAndConformingTypes() {
    #expect(accepts(instance(of: URLError.self), URLError(.badURL)))
    #expect(accepts(instance(of: (any Error).self), URLError(.badURL)))
    #expect(!accepts(instance(of: Int.self), "3"))
    #expect(!accepts(instance(of: Int.self), nil))
  }

  @Test func satisfyingMatchesOnlyItsType() {
    let even = satisfying("an even number") { (number: Int) in number.isMultiple(of: 2) }
    #expect(accepts(even, 4))
    #expect(!accepts(even, 3))
    #expect(!accepts(even, "4"))
  }

  @Test func comparisonsMatchOnlyTheirType() {
    #expect(accepts(greaterThan(3), 4))
    #expect(!accepts(greaterThan(3), 3))
    #expect(accepts(greaterThanOrEqualTo(3), 3))
    #expect(accepts(lessThan("b"), "a"))
    #expect(!accepts(lessThan("b"), 1))
    #expect(accepts(lessThanOrEqualTo(2.5), 2.5))
  }

  @Test func containsMatchesStringsAndSequences() {
    #expect(accepts(contains("im"), "timeout"))
    #expect(!accepts(contains("im"), "out"))
    #expect(accepts(contains("\n"), "a\r\nb"))
    #expect(accepts(contains(3), [1, 3]))
    #expect(accepts(contains(3), Set([1, 3])))
    #expect(!accepts(contains(3), ["3"]))
    #expect(!accepts(contains(3), 3))
  }

  @Test func matchersCombineWithLogicalOperators() {
    #expect(accepts(greaterThan(1) && lessThan(5), 3))
    #expect(!accepts(greaterThan(1) && lessThan(5), 5))
    #expect(accepts(lessThan(1) || greaterThan(5), 6))
    #expect(accepts(!equalTo(3), 4))
    #expect(!accepts(!equalTo(3), 3))
  }

  @Test func aMatcherOfAnotherTypeLeavesTheDecisionToTheOtherOne() {
    let big = satisfying("big") { (number: Int) in number > 1 }
    #expect(accepts(big || equalTo(3), 3.0))
    #expect(!accepts(big || equalTo(3), 4.0))
    #expect(accepts(!(big && equalTo(3)), 4.0))
    #expect(!accepts(!(big && equalTo(3)), 3.0))
  }

  @Test(arguments: [nil, 3] as [Int?])
  func aNegationMatchesOnlyArgumentsOfTheType(_ argument: Int?) {
    #expect(!accepts(!contains("x"), argument))
    #expect(!accepts(!contains(4), argument))
    #expect(!accepts(!greaterThan("a"), argument))
    #expect(!accepts(!satisfying("an empty text") { (text: String) in text.isEmpty }, argument))
    #expect(!accepts(!(contains("x") && contains("y")), argument))
    #expect(!accepts(!(contains("x") || contains("y")), argument))
  }

  @Test func aNegationMatchesWhatItsMatcherRefuses() {
    #expect(accepts(!contains("x"), "a"))
    #expect(!accepts(!contains(4), ["4"]))
    #expect(accepts(!(contains("x") && contains("y")), "x"))
    #expect(!accepts(!(contains("x") || contains("y")), "x"))
    #expect(accepts(!(!contains("x")), "x"))
    #expect(accepts(!equalTo(3), nil))
    #expect(accepts(!instance(of: Int.self), nil))
    #expect(!accepts(!isNil(), nil))
    #expect(!accepts(!any(), 3))
  }

  @Test func captureStoresTheArgumentsOfMatchedCalls() {
    let got = Captured<Int>()
    let collected = CollectedFailures()
    let mock = collected.collect { Mock() }
    mock.expect.save(capture(into: got) && greaterThan(3), 1).toBeCalled(times: 0...)
    mock.call.save(2, 1)
    mock.call.save(4, 1)
    mock.call.save(5, 2)
    mock.call.save(6, 1)
    expectEqual(got.values, [4, 6])
    expectEqual(collected.messages.count, 2)
  }

  @Test func eachSideOfACombinationCaptures() {
    let (both, either) = (Captured<Int>(), Captured<Int>())
    let mock = Mock()
    mock.expect.both(greaterThan(3) && capture(into: both)).toBeCalled(times: 0...)
    mock.expect.either(lessThan(0) || capture(into: either)).toBeCalled(times: 0...)
    mock.call.both(4)
    mock.call.either(-1)
    mock.call.either(1)
    expectEqual(both.values, [4])
    expectEqual(either.values, [1])
  }

  @Test func aValueThatIsNotEquatableFailsTheTest() {
    let collected = CollectedFailures()
    collected.collect {
      _ = Mock().expect.run(NotEquatable()).toAlways(.return(1), file: "/t/A.swift", line: 4)
    }
    expectEqual(collected.lines, [4])
  }

  private struct NotEquatable: Sendable {}
}
