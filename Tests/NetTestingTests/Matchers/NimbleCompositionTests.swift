import Net
import NetTesting
import TestSupport
import Testing

@Suite struct NimbleCompositionTests {
  @Test func beginWithAndEndWithAcceptTextAndElements() {
    expect("status 404").to(beginWith("status"))
    expect("status 404").to(endWith("404"))
    expect([1, 2, 3]).to(beginWith(1))
    expect([1, 2, 3]).to(endWith(3))
    expect([Int]()).toNot(beginWith(1))
    expectEqual(
      failures { expect("a").to(beginWith("b")) }, [#"expected a text that begins with "b", got "a""#])
    expectEqual(failures { expect([1]).to(endWith(2)) }, ["expected a sequence that ends with 2, got [1]"])
  }

  @Test(arguments: [-1.0, -0.001, .nan])
  func anInvalidToleranceFailsBothWays(_ delta: Double) {
    let messages = failures {
      expect(1.0).to(beCloseTo(1, within: delta))
      expect(1.0).toNot(beCloseTo(5, within: delta))
    }
    expectEqual(messages.count, 2)
  }

  @Test func beCloseToAcceptsTheTolerance() {
    expect(0.1 + 0.2).to(beCloseTo(0.3))
    expect(1.0).to(beCloseTo(1.5, within: 0.5))
    expect(1.0).toNot(beCloseTo(1.1))
    expect([1.0]).to(beCloseTo([1], within: 0))
    expect(Double.infinity).to(beCloseTo(.infinity))
    expect(-Float.infinity).to(beCloseTo(-.infinity, within: 0))
    expect(Double.infinity).toNot(beCloseTo(-.infinity))
    expect(Double.infinity).toNot(beCloseTo(1e308))
    expectEqual(
      failures { expect(1.0).to(beCloseTo(2, within: 0.5)) },
      ["expected 2.0 or a number within 0.5 of it, got 1.0"])
  }

  @Test func satisfyAllOfNeedsEveryMatcher() {
    expect(2).to(satisfyAllOf(beGreaterThan(1), beLessThan(3)))
    expect(3).toNot(satisfyAllOf(beGreaterThan(1), beLessThan(3)))
    expectEqual(
      failures { expect(3).to(satisfyAllOf(beGreaterThan(1), beLessThan(3))) },
      ["expected a value greater than 1, and a value less than 3, got 3"])
  }

  @Test func satisfyAnyOfNeedsOneMatcher() {
    expect(2).to(satisfyAnyOf(equal(1), equal(2)))
    expect(3).toNot(satisfyAnyOf(equal(1), equal(2)))
    expectEqual(failures { expect(3).to(satisfyAnyOf(equal(1), equal(2))) }, ["expected 1, or 2, got 3"])
  }

  @Test func aComposedMatcherCannotJudgeNil() {
    expectEqual(
      failures { expect(Bool?.none).toNot(satisfyAllOf(beTrue(), beFalse())) },
      ["expected anything but true, and false, got nil, which fails either way"])
  }

  @Test func oneMatcherThatMatchesDecidesSatisfyAnyOf() {
    expect(Int?.none).to(satisfyAnyOf(beNil(), equal(3)))
    expect(Int?.none).to(satisfyAnyOf(equal(3), beNil()))
    expect(Int?.some(3)).to(satisfyAnyOf(beNil(), equal(3)))
    expect(Int?.some(4)).toNot(satisfyAnyOf(beNil(), equal(3)))
    expectEqual(
      failures { expect(Int?.none).toNot(satisfyAnyOf(beNil(), equal(3))) },
      ["expected anything but nil, or 3, got nil"])
  }

  @Test func oneMatcherThatDiffersDecidesSatisfyAllOf() {
    let isSome = Matcher<Int?>("a value") { $0 == nil ? .differs(got: "nil") : .matches(got: "a value") }
    expect(Int?.none).toNot(satisfyAllOf(equal(3), isSome))
    expect(Int?.none).toNot(satisfyAllOf(isSome, equal(3)))
    expectEqual(
      failures { expect(Int?.none).to(satisfyAllOf(equal(3), isSome)) }, ["expected 3, and a value, got nil"])
    expectEqual(failures { expect(Int?.none).to(satisfyAllOf(beNil(), equal(3))) }.count, 1)
    expectEqual(failures { expect(Int?.none).toNot(satisfyAllOf(beNil(), equal(3))) }.count, 1)
  }

  @Test func containElementSatisfyingNeedsOneElement() {
    expect([1, 2]).to(containElementSatisfying { $0 > 1 })
    expect([1, 2]).toNot(containElementSatisfying { $0 > 2 })
  }

  @Test func matchErrorComparesErrorsAndUnderlyingErrors() {
    let wrapped = NetworkError(.transport(.connect), underlyingError: Offline.cable)
    expect(Offline.cable as any Error).to(matchError(Offline.cable))
    expect(wrapped as any Error).to(matchError(Offline.cable))
    expect(wrapped as any Error).to(matchError(Offline.self))
    expect(wrapped as any Error).to(matchError(.transport(.connect)))
    expect(wrapped as any Error).toNot(matchError(Offline.plane(seat: 7)))
    expectEqual(
      failures { expect(Offline.cable as any Error).to(matchError(.cancelled)) },
      ["expected an error because it was cancelled, got cable (Offline)"])
  }

  @Test func aMatcherForAValueAcceptsAnOptional() {
    let text: String? = "Trent"
    let none: String? = nil
    let error: (any Error)? = Offline.cable
    expect(text).to(contain("rent"))
    expect(text).notTo(beginWith("rent"))
    expect(text).toNot(beEmpty())
    expect([1, 2].first).to(beLessThan(2))
    expect(error).to(matchError(Offline.cable))
    expectEqual(failures { expect(none).to(contain("rent")) }, [#"expected a text with "rent", got nil"#])
    expectEqual(
      failures { expect(none).toNot(contain("rent")) },
      [#"expected anything but a text with "rent", got nil, which fails either way"#])
  }

  @Test func waitingForAnOptionalNeedsAValue() async {
    let text: String? = "Trent"
    await expect(text).toEventually(contain("rent"))
    await expect(text).toEventuallyNot(contain("x"))
    let none: String? = nil
    let collected = CollectedFailures()
    await collected.collectAsync { await expect(none).toEventuallyNot(contain("x"), within: .zero) }
    expectEqual(
      collected.messages,
      [
        #"expected anything but a text with "x" within 0.0 seconds, got nil, which fails either way"#
      ])
  }

  @Test func waitingForAnOptionalFailsIfItsValueDoesNotMatch() async {
    let text: String? = "Trent"
    let collected = CollectedFailures()
    await collected.collectAsync { await expect(text).toEventually(contain("x"), within: .zero) }
    expectEqual(collected.messages, [#"expected a text with "x" within 0.0 seconds, got "Trent""#])
  }

  @Test func aMatcherForTheOptionalIsPreferred() {
    let number: Int? = 3
    expect(number).to(equal(3))
    expect(number).to(equal(Optional(3)))
    expect(Int?.none).to(beNil())
    expect(number) == 3
  }
}
