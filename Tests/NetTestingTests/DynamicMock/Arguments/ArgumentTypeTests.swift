import Foundation
import NetTesting
import TestSupport
import Testing

/// Matchers whose values have another type than the argument, as literals do in the dynamic form.
@Suite struct ArgumentTypeTests {
  /// The failures of a call that a fallback answers, beside an expectation with this matcher.
  private func failures(
    _ matcher: (any Sendable)?, times count: CallCount = .never, _ arguments: Any?...
  ) -> [String] {
    let collected = CollectedFailures()
    collected.collect {
      let scope = TestScope()
      let mock = Mock(afterEach: scope)
      mock.expect.call(any()).toAlways(.return(()))
      mock.expect.call(matcher).toBeCalled(times: count)
      for argument in arguments { mock.call.call(argument) }
      scope.end()
    }
    return collected.messages
  }

  /// Whether the matcher matches the argument, with no doubt about types.
  private func accepts(_ matcher: (any Sendable)?, _ argument: Any?) -> Bool {
    let messages = failures(matcher, argument)
    #expect(messages.allSatisfy { $0.contains("is expected never") })
    return !messages.isEmpty
  }

  @Test func numbersAreOrderedByValue() {
    #expect(accepts(greaterThan(100), 200.0))
    #expect(!accepts(greaterThan(100), 100.0))
    #expect(accepts(lessThan(1), Double?(0.5)))
    for (argument, isAtLeast, isAtMost) in [(UInt8(2), false, true), (3, true, true), (4, true, false)] {
      #expect(accepts(greaterThanOrEqualTo(3), argument) == isAtLeast)
      #expect(accepts(lessThanOrEqualTo(3), argument) == isAtMost)
    }
    #expect(accepts(lessThanOrEqualTo(2.5), 2))
    #expect(accepts(greaterThan(1), Decimal(5)))
    #expect(accepts(lessThan(-0.5), Decimal(-1)))
    #expect(accepts(!greaterThan(100), 50.0))
    #expect(!accepts(!greaterThan(100), 200.0))
  }

  @Test func largeNumbersAreOrderedWithoutRounding() {
    #expect(accepts(greaterThan(9_007_199_254_740_992.0), Int64(9_007_199_254_740_993)))
    #expect(!accepts(lessThanOrEqualTo(9_007_199_254_740_992.0), Int64(9_007_199_254_740_993)))
    #expect(accepts(lessThan(9_007_199_254_740_993), 9_007_199_254_740_992.0))
    #expect(accepts(greaterThan(-1), UInt64.max))
    #expect(accepts(lessThan(18_446_744_073_709_551_616.0), UInt64.max))
    #expect(accepts(greaterThan(1), Double.infinity))
    #expect(accepts(lessThan(Decimal(1)), -Double.infinity))
    #expect(accepts(lessThan(1e300), Decimal(1)))
    #expect(accepts(greaterThan(1e300), Float.infinity))
    #expect(!accepts(greaterThan(0.1), Float(0.1)))
  }

  @Test func nothingIsGreaterOrLessThanNaN() {
    #expect(!accepts(greaterThan(1), Double.nan))
    #expect(!accepts(lessThanOrEqualTo(1), Float.nan))
    #expect(!accepts(greaterThan(Decimal(1)), Double.nan))
    #expect(!accepts(greaterThan(1.5), Float.nan))
    #expect(!accepts(greaterThan(Double.nan), Float(1)))
  }

  @Test func elementsAreComparedByValue() {
    #expect(accepts([1, 2], [Int64(1), 2]))
    #expect(!accepts([1, 2], [Int64(2), 1]))
    #expect(accepts([1, 2], [1.0, 2.0]))
    #expect(accepts([1, 2], [1, 2, 3].prefix(2)))
    #expect(accepts([[1], [2]], [[1.0], [2.0]]))
    #expect(accepts([1, nil], [Int64?(1), nil]))
    #expect(accepts(Set([1, 2]), Set([Int64(2), 1])))
    #expect(accepts(["a": 1], ["a": 1.0]))
    #expect(accepts(["a": [1]], ["a": [UInt8(1)]]))
    #expect(!accepts(["a": 1], ["b": 1.0]))
    #expect(!accepts(!equalTo([1, 2]), [Int64(1), 2]))
  }

  @Test func oneElementThatDiffersIsEnough() {
    #expect(!accepts([1, 2], [Int64(9), 2]))
    #expect(!accepts([1, 2], [Int64(1), 9]))
    #expect(!accepts([1, 2], [Int64(1), 2, 3]))
    #expect(!accepts([1, 2], [Int64(1)]))
    #expect(!accepts(Set([1, 2]), Set([Int64(1), 9])))
    #expect(!accepts(Set([1, 2]), Set([Int64(1), 2, 3])))
    #expect(!accepts(["a": 1], ["a": 1.0, "b": 2.0]))
    #expect(!accepts(["a": 1, "b": 2], ["a": 9.0, "b": 2.0]))
    #expect(!accepts(["a": 1, "b": 2], ["a": 1.0, "b": 9.0]))
    #expect(!accepts([1, nil], [Int64?(1), 3]))
    #expect(!accepts([1, 3], [Int64?(1), nil]))
  }

  @Test func emptyCollectionsAreComparedByTheirElementTypes() {
    #expect(accepts([Int](), [Int64]()))
    #expect(accepts(Set<Int>(), Set<Int64>()))
    #expect(accepts([String: Int](), [String: Int64]()))
    #expect(!accepts([Int](), [Int64(1)]))
    for (known, argument) in [
      ([Int](), [String]()), (Set<Int>(), Set<String>()), ([String: Int](), [String: String]()),
      ([String: Int](), [Int: Int]()),
    ] as [(any Sendable, any Sendable)] {
      expectEqual(failures(known, argument).count, 1, "\(known)")
    }
  }

  @Test func oneElementOfItsTypeIsEnoughToCompareAList() {
    expectEqual(failures([1, 2], ["a", "b"] as [Any]).count, 1)
    #expect(failures([1, 2], ["a", 3] as [Any]).isEmpty)
  }

  @Test func containedElementsAreComparedByValue() {
    #expect(accepts(contains(13), [Int64(12), 13]))
    #expect(!accepts(!contains(13), [Int64(12), 13]))
    #expect(accepts(contains(0.5), [Float(0.5)]))
    #expect(accepts(contains([1]), [[Int64(1)]]))
    #expect(accepts(contains(3), ["3", 3.0] as [Any]))
    #expect(accepts(contains("a"), ["b", "a"]))
    #expect(!accepts(contains(3), [Int]()))
  }

  @Test func textsAreComparedByValue() {
    #expect(accepts("ab", "ab"[...]))
    #expect(accepts("a", Character("a")))
    #expect(accepts(["a"], ["a"[...]]))
    #expect(accepts(contains("a"), "ab"[...]))
    #expect(accepts(lessThan("b"), "ab"[...]))
    #expect(!accepts(!equalTo("ab"), "ab"[...]))
  }

  private enum Switch: Sendable { case on }

  @Test func aMatcherThatCanNeverMatchFailsWhateverTheCount() {
    let matchers: [(matcher: any Sendable, argument: Any, types: [String])] = [
      (satisfying("big") { (number: Int) in number > 1 }, 5.0, ["Int", "Double"]),
      (satisfying("big") { (number: Int) in number > 1 }, Double?(5) as Any, ["Int", "Double"]),
      (capture(into: Captured<Int>()), 5.0, ["Int", "Double"]),
      (greaterThan(3), "5", ["Int", "String"]), (!greaterThan(3), "5", ["Int", "String"]),
      (equalTo("5"), 5, ["String", "Int"]), (!equalTo("5"), 5, ["String", "Int"]),
      ("on", Switch.on, ["String", "Switch"]), ("https://a.test", URL(filePath: "/a"), ["String", "URL"]),
      (Set(["1"]), Set([1]), ["Set<String>", "Set<Int>"]),
      (["1"], [1], ["Array<String>", "Array<Int>"]), (contains(4), ["4"], ["Array<Int>", "Array<String>"]),
      (!contains(4), ["4"], ["Array<Int>", "Array<String>"]), (contains(4), 4, ["Array<Int>", "Int"]),
      (["a": "1"], ["a": 1], ["Dictionary<String, String>", "Dictionary<String, Int>"]),
    ]
    for (matcher, argument, types) in matchers {
      for count in [CallCount.never, .anyNumber, .atMost(2)] {
        let messages = failures(matcher, times: count, argument)
        expectEqual(messages.count, 1, "\(matcher) \(count)")
        let text = messages.joined()
        #expect(types.allSatisfy { text.contains($0) }, "\(text)")
      }
    }
  }

  @Test func theFailureIsAtTheLineOfTheExpectation() {
    let collected = CollectedFailures()
    collected.collect {
      let mock = Mock()
      mock.expect.call(any()).toAlways(.return(()))
      mock.expect.call(greaterThan(3)).toBeCalled(times: .never, file: "/t/A.swift", line: 7)
      mock.call.call("5")
      mock.call.call("6")
    }
    expectEqual(collected.lines, [7])
  }

  @Test func aMissingCallSaysThatTheTypeDiffers() {
    let messages = failures(satisfying("big") { (number: Int) in number > 1 }, times: .once, 5.0)
    expectEqual(messages.count, 1)
    expectEqual(
      messages.first?.contains("matches arguments of type Int only: 1st was 5.0 of type Double"), true)
  }

  @Test func anArgumentThatTakesSeveralTypesIsNoMisuse() {
    let big = satisfying("big") { (number: Int) in number > 1 }
    #expect(failures(big, "text", 1).isEmpty)
    #expect(failures(instance(of: Int.self) && big, "text").isEmpty)
    let bad = satisfying("bad") { (error: URLError) in error.code == .badURL }
    #expect(failures(bad, CancellationError()).isEmpty)
    #expect(failures(big, nil).isEmpty)
  }

  @Test func anotherArgumentThatDoesNotMatchDecides() {
    let collected = CollectedFailures()
    collected.collect {
      let scope = TestScope()
      let mock = Mock(afterEach: scope)
      mock.expect.set(any(), key: any()).toAlways(.return(()))
      mock.expect.set(greaterThan(3), key: "count").toBeCalled(times: .never)
      mock.call.set("text", key: "name")
      scope.end()
    }
    expectTrue(collected.messages.isEmpty)
  }

  @Test func theTableOfACallNamesBothTypes() {
    let collected = CollectedFailures()
    collected.collect {
      let mock = Mock()
      mock.expect.call(capture(into: Captured<Int>())).toAlways(.return(()))
      mock.call.call(3.0)
    }
    expectEqual(
      collected.messages.first?.contains("≠ 1st       anything of type Int  3.0 of type Double"), true)
  }

  @Test func aTypeMatchesItself() {
    #expect(accepts(Int.self, Int.self))
    #expect(accepts([String].self, [String].self))
    #expect(accepts(Int.self, Int.self as Any.Type?))
    #expect(!accepts(Int.self, String.self))
    #expect(!accepts(Int.self, 3))
    #expect(!accepts(Int.self, nil))
  }

  @Test func anExpectedTypeIsNamedInTheReport() {
    let collected = CollectedFailures()
    collected.collect {
      let scope = TestScope()
      let mock = Mock(afterEach: scope)
      mock.expect.load(Int.self).toBeCalled(line: 7)
      mock.call.load(String.self)
      mock.call.load(Int.self)
      scope.end()
    }
    expectEqual(collected.messages.count, 1)
    expectEqual(collected.messages.first?.contains("≠ 1st       Int       String"), true)
  }
}
