import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct ClosureExpectationTests {
  private struct Refused: Error, Equatable {}

  private static func save() throws { throw Refused() }
  private static func three() throws -> Int { 3 }
  private static func saveLater() async throws { throw Refused() }
  private static func threeLater() async -> Int { 3 }
  private static func threeOrNilLater() async -> Int? { 3 }

  @Test func aClosureThatThrowsFailsAnExpectationOfNoError() {
    let messages = failures {
      expect { try Self.save() }.toNot(throwError())
      expect { throw Refused() }.notTo(throwError(Refused.self))
    }
    expectEqual(messages.count, 2)
  }

  @Test func aClosureThatThrowsMeetsAnExpectationOfItsError() {
    let messages = failures {
      expect { try Self.save() }.to(throwError())
      expect { try Self.save() }.to(throwError(Refused()))
      expect { try Self.three() }.toNot(throwError())
    }
    expectEqual(messages, [])
  }

  @Test func theValueOfAClosureIsCompared() {
    let messages = failures {
      expect { try Self.three() }.to(equal(3))
      expect { 3 } == 3
      expect { 3 as Int? }.to(beGreaterThan(2))
      expect { try Self.three() } == 4
    }
    expectEqual(messages, ["expected 4, got 3"])
  }

  @Test func aFunctionThatIsNotCalledFailsAnExpectationOfErrors() {
    let messages = failures {
      expect(Self.save).toNot(throwError())
      expect(Self.saveLater).toNot(throwError())
      expect({ try Self.save() }).notTo(throwError())
      expect({ @MainActor in }).toNot(throwError())
      expect({ (number: Int) in [number] }).to(throwError())
    }
    expectEqual(messages.count, 5)
    #expect(messages.allSatisfy { $0.hasPrefix("The expression is a function, which is not called.") })
  }

  @Test func aValueThatContainsFunctionsIsNone() {
    let messages = failures {
      expect((1, { 2 })).toNot(throwError())
      expect([{ 2 }]).toNot(throwError())
      expect(Result<() -> Int, any Error>.success({ 2 })).toNot(throwError())
    }
    expectEqual(messages, [])
  }

  @Test func eachExpectationCallsTheClosure() {
    let count = Captured<Int>()
    let expectation = expect { count.set(1) }
    expectation.toNot(throwError())
    expectation.toNot(throwError())
    expectEqual(count.count, 2)
  }

  @Test func anAsynchronousClosureThatThrowsFailsAnExpectationOfNoError() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      await expect { try await Self.saveLater() }.toNot(throwError())
      await expect { try await Self.saveLater() }.notTo(throwError(Refused.self))
    }
    expectEqual(collected.messages.count, 2)
  }

  @Test func anAsynchronousClosureThatThrowsMeetsAnExpectationOfItsError() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      await expect { try await Self.saveLater() }.to(throwError())
      await expect { try await Self.saveLater() }.to(throwError(Refused()))
      await expect { await Self.threeLater() }.toNot(throwError())
    }
    expectEqual(collected.messages, [])
  }

  @Test func theValueOfAnAsynchronousClosureIsCompared() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      await expect { await Self.threeLater() }.to(equal(3))
      await expect { await Self.threeOrNilLater() }.to(equal(3))
      await expect { await Self.threeOrNilLater() }.toNot(beNil())
      await expect { await Self.threeOrNilLater() }.notTo(equal(4))
      await expect { await Self.threeLater() }.toNot(equal(3))
      await expect { try await Self.saveLater() }.to(beSuccessful())
    }
    expectEqual(
      collected.messages,
      [
        "expected anything but 3, got 3", "expected success, but the expression threw Refused() (Refused)",
      ])
  }

  @Test func theWrappedValueOfAnAsynchronousClosureIsCompared() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      await expect { await Self.threeOrNilLater() }.to(beGreaterThan(2))
      await expect { await Self.threeOrNilLater() }.toNot(beGreaterThan(3))
      await expect { await Self.threeOrNilLater() }.to(beGreaterThan(3))
      await expect { await Self.threeOrNilLater() }.toNot(beGreaterThan(2))
      await expect { await Self.threeOrNilLater() }.notTo(beGreaterThan(2))
    }
    expectEqual(
      collected.messages,
      [
        "expected a value greater than 3, got 3", "expected anything but a value greater than 2, got 3",
        "expected anything but a value greater than 2, got 3",
      ])
  }

  @Test func aValueThatIsNotWantedFailsNotToOfAnAsynchronousClosure() async {
    let collected = CollectedFailures()
    await collected.collectAsync { await expect { await Self.threeLater() }.notTo(equal(3)) }
    expectEqual(collected.messages, ["expected anything but 3, got 3"])
  }

  @Test func aFailureOfAnAsynchronousClosureIsReportedAtItsLine() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      await expect(calling: { await Self.threeLater() }, line: 7).to(equal(4))
    }
    expectEqual(collected.lines, [7])
  }

  @MainActor @Test func anAsynchronousClosureRunsInTheIsolationOfTheCaller() async {
    var count = 0
    await expect {
      count += await Self.threeLater()
      return count
    }.to(equal(3))
    expectEqual(count, 3)
  }

  private func beSuccessful() -> NetTesting.Matcher<Void> { Matcher("success") { _ in true } }
}
