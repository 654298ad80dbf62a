import NetTesting
import Stream
import TestSupport
import Testing

/// Expectations that advance the virtual time: `toEventuallyNot`, `toAlways` and `toNever`.
@Suite struct VirtualExpectationTests {
  private let scheduler = TestScheduler()
  private let values = Captured<Int>()

  /// Sets 1, 2 and 3, one second after the other.
  private func setThree() {
    let values = values
    for number in 1...3 { scheduler.scheduleAt(number) { values.set(number) } }
  }

  // MARK: - toEventuallyNot

  @Test func toEventuallyNotStopsWhereTheValueDiffers() {
    setThree()
    expect(values.values).toEventuallyNot(beEmpty(), advancing: scheduler)
    expectEqual(scheduler.now, .seconds(1))
  }

  @Test func toEventuallyNotFailsIfTheValueMatchesToTheEnd() {
    let found = failures {
      expect(values.values).toEventuallyNot(beEmpty(), advancing: scheduler, within: .seconds(5))
    }
    let beginning = "expected anything but nothing in it within 5.0 seconds, got []"
    expectEqual(found.first?.hasPrefix(beginning), true)
    expectEqual(scheduler.now, .seconds(5))
  }

  @Test func toEventuallyNotWaitsForAValue() {
    setThree()
    expect(values.values.first).toEventuallyNot(beGreaterThan(1), advancing: scheduler)
    expectEqual(scheduler.now, .seconds(1))
  }

  // MARK: - toAlways

  @Test func toAlwaysAdvancesToItsEnd() {
    setThree()
    expect(values.count).toAlways(beLessThan(3), advancing: scheduler, until: .milliseconds(2_500))
    expectEqual(scheduler.now, .milliseconds(2_500))
  }

  @Test func toAlwaysChecksTheValueAtItsEnd() {
    setThree()
    let found = failures {
      expect(values.count).toAlways(beLessThan(3), advancing: scheduler, until: .seconds(3))
    }
    expectEqual(found.count, 1)
  }

  @Test func toAlwaysStopsWhereTheValueDiffers() {
    setThree()
    let found = failures {
      expect(values.count).toAlways(equal(0), advancing: scheduler, until: .seconds(60))
    }
    expectEqual(
      found, ["expected 0 at all times within 60.0 seconds, got 1; the virtual time is 1.0 seconds"])
    expectEqual(scheduler.now, .seconds(1))
  }

  @Test func toAlwaysFailsWithoutAValue() {
    let found = failures { expect(values.values.first).toAlways(equal(1), advancing: scheduler) }
    expectEqual(found.count, 1)
  }

  // MARK: - toNever

  @Test func toNeverAdvancesToItsEnd() {
    setThree()
    expect(values.values).toNever(equal([1, 3]), advancing: scheduler)
    expectEqual(scheduler.now, .seconds(3_600))
    expectEqual(values.values, [1, 2, 3])
  }

  @Test func toNeverFailsWhereTheValueMatches() {
    setThree()
    let found = failures { expect(values.values).toNever(equal([1, 2]), advancing: scheduler) }
    expectEqual(
      found,
      [
        """
        expected anything but [1, 2] at all times within 3600.0 seconds, got [1, 2]; the virtual time is 2.0 seconds
        """
      ])
    expectEqual(scheduler.now, .seconds(2))
  }

  @Test func toNeverPassesWithoutAValue() {
    expect(values.values.first).toNever(equal(1), advancing: scheduler)
    expect(values.values.first).toNever(beGreaterThan(0), advancing: scheduler)
    expectEqual(scheduler.now, .seconds(7_200))
  }

  @Test func toNeverFailsIfTheExpressionThrows() {
    struct Refused: Error {}
    func refuse() throws -> Int { throw Refused() }
    let found = failures { expect { try refuse() }.toNever(equal(1), advancing: scheduler) }
    expectEqual(found.count, 1)
  }
}
