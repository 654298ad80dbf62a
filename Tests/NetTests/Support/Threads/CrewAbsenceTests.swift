import TestSupport
import Testing

@testable import Net

@Suite struct CrewAbsenceTests {
  /// A leader that had used a second when it was first seen away.
  private var absence = CrewAbsence(at: .seconds(10), used: .seconds(1))

  /// What the watcher does this many microseconds later, after so many of work.
  private mutating func look(after time: Int, used: Int?, isReady: Bool = true) -> CrewAbsence.Verdict {
    absence.look(
      at: .seconds(10) + .microseconds(time), used: used.map { .seconds(1) + .microseconds($0) },
      isReady: isReady)
  }

  @Test mutating func aLeaderThatBlocksIsReplacedAndOthersSooner() {
    expectEqual(look(after: 100, used: 10, isReady: false), .takesOver(hastens: true))
  }

  @Test mutating func aLeaderThatComputesIsReplacedAndOthersSooner() {
    expectEqual(look(after: 100, used: 50), .takesOver(hastens: true))
  }

  @Test mutating func aLeaderThatWaitsForAProcessorIsReplacedAfterAMillisecondAndOthersNoSooner() {
    for time in [100, 500, 999] { expectEqual(look(after: time, used: 0), .waits) }
    expectEqual(look(after: 1_000, used: 0), .takesOver(hastens: false))
  }

  /// The work counts since the last look.
  @Test mutating func aLeaderThatBeginsToComputeIsReplaced() {
    expectEqual(look(after: 800, used: 0), .waits)
    expectEqual(look(after: 900, used: 90), .takesOver(hastens: true))
  }

  @Test mutating func aLeaderThatBlocksAfterAWaitIsReplaced() {
    expectEqual(look(after: 100, used: 0), .waits)
    expectEqual(look(after: 200, used: 1, isReady: false), .takesOver(hastens: true))
  }

  @Test mutating func aLeaderOfWhichNothingIsKnownIsReplacedAndOthersSooner() {
    expectEqual(look(after: 100, used: nil), .takesOver(hastens: true))
    absence = CrewAbsence(at: .seconds(10), used: nil)
    expectEqual(look(after: 100, used: 100), .takesOver(hastens: true))
  }
}
