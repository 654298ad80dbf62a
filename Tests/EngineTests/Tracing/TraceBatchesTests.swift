import Dispatch
import TestSupport
import Testing

@testable import Net

@Suite struct TraceBatchesTests {
  private let key = TraceLog.RequestKey(session: 1, number: 1)

  private func step(_ mark: TraceMark, at seconds: Int = 0) -> TraceLog.Timed {
    TraceLog.Timed(time: .seconds(seconds), mark: mark)
  }

  private func progress(_ bytes: Int64, at seconds: Int) -> TraceLog.Timed {
    step(.receivedBody(bytes: bytes, last: .seconds(seconds)), at: seconds)
  }

  private var failure: TraceMark {
    .failed(NetworkError(.cancelled), bytes: 0, body: nil)
  }

  /// The number of steps that enter the log.
  private func entering(_ entrance: TraceBatches.Entrance) -> Int {
    switch entrance {
    case .none: 0
    case .step: 1
    case .batch(let batch): batch.steps.count
    }
  }

  @Test func theStepsOfARequestAreLoggedTogetherAtItsEnd() {
    var batches = TraceBatches()
    _ = batches.begin(key)
    for size in 1...3 { expectEqual(entering(batches.add(step(.queued), size: size, to: key)), 0) }
    guard case .batch(let batch) = batches.add(step(failure), size: 4, to: key) else {
      Issue.record("the end entered alone")
      return
    }
    expectEqual(batch.steps.count, 4)
    expectEqual(batch.size, 10)
    expectTrue(batches.takeAll().isEmpty)
  }

  @Test func aStepAfterTheEndEntersTheLogAtOnce() {
    var batches = TraceBatches()
    _ = batches.begin(key)
    _ = batches.add(step(failure), size: 0, to: key)
    expectEqual(entering(batches.add(step(.warning("late")), size: 256, to: key)), 1)
  }

  @Test func onlyTheFirstAndTheLatestProgressAreKept() {
    var batches = TraceBatches()
    _ = batches.begin(key)
    for second in 1...100 {
      expectEqual(entering(batches.add(progress(Int64(second), at: second), size: 0, to: key)), 0)
    }
    let steps = batches.takeAll().first?.batch.steps
    expectEqual(steps?.count, 1)
    expectEqual(steps?.first?.time, .seconds(1))
    guard case .receivedBody(100, last: .seconds(100))? = steps?.first?.mark else {
      Issue.record("\(String(describing: steps))")
      return
    }
  }

  @Test func manyStepsOrBytesEnterTheLogBeforeTheEnd() {
    var batches = TraceBatches()
    _ = batches.begin(key)
    let entered = (1...TraceBatches.maximumSteps).map { _ in
      entering(batches.add(step(.queued), size: 0, to: key))
    }
    #expect(entered.dropLast().allSatisfy { $0 == 0 })
    expectEqual(entered.last, TraceBatches.maximumSteps)
    expectEqual(entering(batches.add(step(.queued), size: TraceBatches.maximumSize, to: key)), 1)
    expectEqual(entering(batches.add(step(.queued), size: 0, to: key)), 0)
  }

  @Test func theStepsOfAnEarlierRequestWithTheSameNumberAreReturned() {
    var batches = TraceBatches()
    _ = batches.begin(key)
    _ = batches.add(step(.queued), size: 7, to: key)
    expectEqual(batches.begin(key)?.size, 7)
    expectTrue(batches.takeAll().isEmpty)
  }

  /// The steps of each request are complete and in order, whoever hands them over.
  @Test func concurrentRecordingAndReadingLosesNoStep() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 1_000))
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      for round in 0..<100 {
        let id = RequestID(number: thread * 100 + round)
        guard thread < 4 else {
          _ = recorder.changes(since: round)
          continue
        }
        recorder.request(id, did: .started(RequestDescription("https://h.io/")))
        for number in 0..<40 { recorder.request(id, did: .configuredTooLate("\(number)")) }
        recorder.request(id, did: .failed(NetworkError(.cancelled), ResponseTimings()))
        recorder.request(id, did: .configuredTooLate("40"))
      }
    }
    let requests = recorder.trace.requests
    let expected = (0...40).map { "\($0) was called after the start" }
    expectEqual(requests.count, 400)
    #expect(requests.allSatisfy { $0.outcome == .cancelled && $0.notes.map(\.text) == expected })
  }

  @Test func requestsBeyondTheLimitAreNotCollected() {
    var batches = TraceBatches()
    for number in 1...TraceBatches.maximumRequests + 1 {
      _ = batches.begin(TraceLog.RequestKey(session: 1, number: number))
    }
    let last = TraceLog.RequestKey(session: 1, number: TraceBatches.maximumRequests + 1)
    expectEqual(entering(batches.add(step(.queued), size: 0, to: key)), 0)
    expectEqual(entering(batches.add(step(.queued), size: 0, to: last)), 1)
  }
}
