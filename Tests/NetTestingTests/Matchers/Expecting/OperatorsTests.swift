import NetTesting
import TestSupport
import Testing

/// Expectations with operators, as users of Nimble write them.
@Suite struct OperatorsTests {
  private let three: Int? = 3
  private let nothing: Int? = nil

  @Test func equalValuesPass() {
    expect(3) == 3
    expect("a") != "b"
    expect([1, 2]) == [1, 2]
    expect(three) == 3
    expect(three) != 4
  }

  @Test func differentValuesFailAndShowBoth() {
    expectEqual(failures { expect(3) == 4 }, ["expected 4, got 3"])
    expectEqual(failures { expect("a") != "a" }, [#"expected anything but "a", got "a""#])
    expectEqual(failures { expect(three) == 4 }, ["expected 4, got 3"])
  }

  @Test func aFailureIsReportedAtTheLineOfTheStatement() {
    let collected = CollectedFailures()
    let line: UInt = #line + 1
    collected.collect { expect(3) == 4 }
    expectEqual(collected.lines, [line])
  }

  @Test func nilIsNeitherEqualNorUnequalToAValue() {
    expectEqual(failures { expect(nothing) == 3 }, ["expected 3, got nil"])
    expectEqual(
      failures { expect(nothing) != 3 }, ["expected anything but 3, got nil, which fails either way"])
  }

  @Test func nilIsComparedWithNil() {
    expect(nothing) == nil
    expect(three) != nil
    expectEqual(failures { expect(three) == nil }, ["expected nil, got 3"])
    expectEqual(failures { expect(nothing) != nil }, ["expected anything but nil, got nil"])
  }

  @Test func comparisonsFailWithTheBound() {
    expect(3) < 4
    expect(3) <= 3
    expect(3) > 2
    expect(3) >= 3
    expectEqual(failures { expect(3) < 3 }, ["expected a value less than 3, got 3"])
    expectEqual(failures { expect(3) <= 2 }, ["expected a value of at most 2, got 3"])
    expectEqual(failures { expect(3) > 3 }, ["expected a value greater than 3, got 3"])
    expectEqual(failures { expect(3) >= 4 }, ["expected a value of at least 4, got 3"])
  }

  @Test func optionalsAreCompared() {
    expect(three) < 4
    expect(three) <= 3
    expect(three) > 2
    expect(three) >= 3
    expectEqual(failures { expect(three) > 3 }, ["expected a value greater than 3, got 3"])
    expectEqual(failures { expect(nothing) < 3 }, ["expected a value less than 3, got nil"])
  }

  @Test func notToIsAnAliasOfToNot() {
    expect(3).notTo(equal(4))
    expectEqual(failures { expect(3).notTo(equal(3)) }, ["expected anything but 3, got 3"])
  }
}
