import Net
import NetTesting
import TestSupport
import Testing

/// An expectation that is met describes no value: texts may be long, and tests have many expectations.
@Suite struct UnusedTextTests {
  private struct Noisy: Equatable, Comparable, Error, CustomStringConvertible {
    var number: Int
    let descriptions: SharedLock<Int>

    var description: String {
      descriptions.withLock { $0 += 1 }
      return "\(number)"
    }

    static func == (left: Noisy, right: Noisy) -> Bool { left.number == right.number }
    static func < (left: Noisy, right: Noisy) -> Bool { left.number < right.number }
  }

  private let descriptions = SharedLock(0)

  private func value(_ number: Int) -> Noisy { Noisy(number: number, descriptions: descriptions) }

  @Test func valuesAreNotDescribed() {
    expect(value(1)).to(equal(value(1)))
    expect(value(1)).toNot(equal(value(2)))
    expect(value(1)) == value(1)
    expect(Optional(value(1))).to(equal(value(1)))
    expect(value(1)).to(beLessThan(value(2)))
    expect(value(2)).to(beGreaterThanOrEqualTo(value(2)))
    expect([value(1)]).to(contain(value(1)))
    expect([value(1)]).to(beginWith(value(1)))
    expect([value(1)]).to(endWith(value(1)))
    expect([value(1)]).to(haveCount(1))
    expect([value(1)]).toNot(beEmpty())
    expect(value(1)).to(satisfyAllOf(equal(value(1)), beLessThan(value(2))))
    expect(value(1)).to(satisfyAnyOf(equal(value(2)), equal(value(1))))
    expect(value(1)).to(Matcher("positive") { $0.number > 0 })
    expectEqual(descriptions.withLock { $0 }, 0)
  }

  @Test func outcomesAreNotDescribed() {
    let success = Result<Noisy, Noisy>.success(value(1))
    let failure = Result<Noisy, Noisy>.failure(value(1))
    expect(success).to(beSuccess())
    expect(success).to(beSuccess(value(1)))
    expect(success).to(beSuccess(equal(value(1))))
    expect(failure).to(beFailure())
    expect(failure).to(beFailure(with: value(1)))
    expect(failure).toNot(beSuccess())
    expect(value(1) as any Error).to(matchError(value(1)))
    func refuse() throws -> Int { throw value(1) }
    expect(try refuse()).to(throwError(value(1)))
    expectEqual(descriptions.withLock { $0 }, 0)
  }

  @Test func aFailedExpectationDescribesBothValues() {
    let messages = failures { expect(value(1)).to(equal(value(2))) }
    expectEqual(messages, ["expected 2 (Noisy), got 1 (Noisy)"])
  }
}
