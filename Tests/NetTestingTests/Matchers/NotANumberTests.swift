import Foundation
import NetTesting
import TestSupport
import Testing

@Suite struct NotANumberTests {
  /// No value is equal to NaN, so that `toNot` would pass for each one.
  @Test func anExpectedNaNFailsBothWays() {
    let success = Result<Double, any Error>.success(1)
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    let messages = failures {
      expect(1.0).toNot(equal(.nan))
      expect(Double?.some(1)).toNot(equal(Double.nan))
      expect(1.0) != .nan
      expect(success).toNot(beSuccess(.nan))
      expect([1.0]).toNot(contain(1, .nan))
      expect([1.0]).toNot(beginWith(.nan))
      expect([1.0]).toNot(endWith(.nan))
      expect(1.0).toNot(beCloseTo(.nan))
      expect([1.0]).toNot(beCloseTo([.nan]))
      expect(Date()).toNot(beCloseTo(date))
      expect(Double.nan).to(equal(.nan))
    }
    expectEqual(messages.count, 11)
  }

  private struct Distance: Error, Equatable { var meters: Double }

  @Test func anExpectedErrorThatEqualsNothingFailsBothWays() {
    let error = Distance(meters: .nan)
    let messages = failures {
      expect(Result<Int, any Error>.failure(Distance(meters: 1))).toNot(beFailure(with: error))
      expect(Result<Int, any Error>.failure(error)).to(beFailure(with: error))
      expect(Distance(meters: 1) as any Error).toNot(matchError(error))
    }
    expectEqual(messages.count, 3)
  }

  @Test func aNumberThatHasNoOrderFailsBothWays() {
    let messages = failures {
      expect(Double.nan).toNot(beLessThan(1))
      expect(Double.nan).toNot(beGreaterThanOrEqualTo(1))
      expect(1.0).toNot(beGreaterThan(.nan))
      expect(1.0).toNot(beLessThanOrEqualTo(.nan))
      expect(Double.nan) > 1
    }
    expectEqual(messages.count, 5)
  }

  @Test func theMessageSaysWhy() {
    let messages = failures {
      expect(1.0).toNot(equal(.nan))
      expect(Double.nan).toNot(beGreaterThan(1))
    }
    expectEqual(
      messages,
      [
        "expected anything but nan, got 1.0; nothing is equal to nan, which fails either way",
        "expected anything but a value greater than 1.0, got nan, which fails either way",
      ])
  }

  @Test func aDateThatIsNotANumberIsReported() {
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    let messages = failures { expect(date).to(equal(Date(timeIntervalSinceReferenceDate: 0))) }
    expectEqual(messages, ["expected 2001-01-01 00:00:00 +0000, got the date nan seconds after 2001"])
  }

  @Test func anActualNaNIsNotEqualToANumber() {
    expect(Double.nan).toNot(equal(1))
    expect([Double.nan]).toNot(contain(1))
    expect(Double.nan).toNot(beCloseTo(1))
  }
}
