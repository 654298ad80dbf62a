import NetTesting
import Stream
import TestSupport
import Testing

/// The failures of expectations on the elements of a recording that has failed: they name its error.
@Suite struct FailedRecordingMessageTests {
  private enum Refused: Error { case no }

  private let reason = "the subscription that is recorded at A.swift:12 has failed: no (Refused)"
  private let failed = Single<Int>.error(Refused.no).record(file: "/t/A.swift", line: 12)
  private let ended = Observable.just(1).concat(Observable.error(Refused.no))
    .record(file: "/t/A.swift", line: 12)

  @Test func theErrorOfASingleIsTheReasonForNoValue() {
    expectEqual(failures { expect(failed.value) == 1 }, ["expected 1, got nil: \(reason)"])
    expectEqual(failures { expect(failed.values) == [1] }, ["expected [1], got []: \(reason)"])
    expectEqual(
      failures { expect(failed.isCompleted).to(beTrue()) }, ["expected true, got false: \(reason)"])
  }

  @Test func theErrorOfAnObservableIsTheReasonForTooFewElements() {
    expectEqual(failures { expect(ended.value) == 2 }, ["expected 2, got 1: \(reason)"])
    expectEqual(failures { expect(ended.values) == [1, 2] }, ["expected [1, 2], got [1]: \(reason)"])
    expectEqual(failures { expect(ended.isCompleted).to(beTrue()) }, ["expected true, got false: \(reason)"])
  }

  @Test func anExpectationOnTheEventShowsTheErrorOnce() {
    expectEqual(failures { expect(failed.event).to(beSuccess()) }.count { $0.contains("recorded at") }, 0)
    expectEqual(failures { expect(ended.event).to(beCompleted()) }.count { $0.contains("recorded at") }, 0)
  }

  @Test func aSuccessAddsNoReason() {
    expectEqual(failures { expect(Single.just(1).record().value) == 2 }, ["expected 2, got 1"])
  }
}
