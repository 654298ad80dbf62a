import Dispatch
import Net
import TestSupport
import Testing

@testable import NetTesting

/// When a call is recorded, for a test that waits for it on another thread.
@Suite(.netTesting) struct RecordedCallsTests {
  @Test func argumentsAreCapturedBeforeTheCallIsRecorded() {
    let (mock, counts) = (Mock(), Captured<Int>())
    let noting = ErasedArgumentMatcher(
      "anything", chosen: { _ in counts.set(mock.calls.count) }, verdict: { _ in true })
    mock.expect.save(ArgumentMatcher<Any>(noting)).toBeCalled()
    mock.call.save(1)
    expectEqual(counts.values, [0])
    expectEqual(mock.calls.map(\.wasExpected), [true])
  }

  @Test func aFailureIsReportedBeforeTheCallIsRecorded() {
    let (mocks, counts) = (Captured<Mock>(), Captured<Int>())
    let reporter = TestReporter { _, _ in counts.set(mocks.value?.calls.count ?? -1) }
    let mock = TestReporter.$override.withValue(reporter) { Mock() }
    mocks.set(mock)
    mock.call.save(1)
    expectEqual(counts.values, [0])
    expectEqual(mock.calls.map(\.wasExpected), [false])
  }

  @Test(.heavy) func concurrentCallsAreRecordedInTheOrderOfTheirAnswers() {
    let mock = Mock()
    for number in 0..<200 { mock.expect.next(any()).to(.return(number)) }
    let answers = SharedLock<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 200) { caller in
      let answer: Int = mock.call.next(caller)
      answers.withLock { $0[caller] = answer }
    }
    let callers = mock.calls.compactMap { $0.arguments[0] as Int? }
    expectEqual(callers.map { caller in answers.withLock { $0[caller] } }, (0..<200).map { $0 })
  }
}
