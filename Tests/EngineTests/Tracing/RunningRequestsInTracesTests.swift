import Foundation
import Net
import TestSupport
import Testing

/// Requests that are running while newer ones reach the limits of a recorder.
@Suite struct RunningRequestsInTracesTests {
  private func start(_ number: Int, in recorder: TraceRecorder, opensWebSocket: Bool = false) {
    let id = RequestID(number: number)
    recorder.request(id, did: .started(RequestDescription("https://h.io/\(number)")))
    if opensWebSocket { recorder.request(id, did: .webSocket(.opened(subprotocol: nil))) }
  }

  private func end(_ number: Int, in recorder: TraceRecorder) {
    recorder.request(RequestID(number: number), did: .failed(NetworkError(.cancelled), ResponseTimings()))
  }

  private func run(_ numbers: ClosedRange<Int>, in recorder: TraceRecorder) {
    for number in numbers {
      start(number, in: recorder)
      end(number, in: recorder)
    }
  }

  @Test func aRunningRequestOutlivesNewerOnesThatHaveEnded() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    start(1, in: recorder)
    run(2...200, in: recorder)
    let trace = recorder.trace
    expectEqual(trace.requests.map(\.number), [1] + Array(192...200))
    expectEqual(trace.droppedRequests, 190)
  }

  @Test func anOpenWebSocketOutlivesNewerRequestsAndIsRecordedOn() throws {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    start(1, in: recorder, opensWebSocket: true)
    end(1, in: recorder)
    run(2...200, in: recorder)
    recorder.request(RequestID(number: 1), did: .webSocket(.received(.text("later"))))
    let socket = try #require(recorder.trace.requests.first)
    expectEqual(socket.number, 1)
    expectEqual(socket.notes.last?.message?.size, 5)
  }

  @Test func aWebSocketThatHasClosedIsDroppedFirst() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    start(1, in: recorder, opensWebSocket: true)
    end(1, in: recorder)
    run(2...50, in: recorder)
    recorder.request(RequestID(number: 1), did: .webSocket(.closed(code: 1_000, reason: "")))
    run(51...51, in: recorder)
    expectEqual(recorder.trace.requests.map(\.number), Array(42...51))
  }

  @Test func aRunningRequestThatEndsIsDroppedFirst() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    for number in 1...3 { start(number, in: recorder) }
    run(4...50, in: recorder)
    end(2, in: recorder)
    run(51...51, in: recorder)
    expectEqual(recorder.trace.requests.map(\.number), [1, 3] + Array(44...51))
  }

  @Test(arguments: [1, 2, 10]) func theOldestIsDroppedIfAllAreRunning(limit: Int) {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: limit))
    for number in 1...100 { start(number, in: recorder) }
    expectEqual(recorder.trace.requests.map(\.number), Array((101 - limit)...100))
    expectEqual(recorder.trace.droppedRequests, 100 - limit)
  }

  @Test func aRunningRequestOutlivesNewerOnesWithinTheBytes() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 20_000))
    start(1, in: recorder)
    run(2...200, in: recorder)
    let numbers = recorder.trace.requests.map(\.number)
    expectEqual(numbers.first, 1)
    expectEqual(numbers.dropFirst(), Array((202 - numbers.count)...200)[...])
    #expect(5...40 ~= numbers.count)
  }

  @Test func anOpenWebSocketLosesItsOlderEventsBeforeNewerRequestsAreDropped() throws {
    let recorder = TraceRecorder(
      limits: TraceRecorder.Limits(requests: 1_000, bytes: 40_000), bodyLimit: 1_000)
    start(1, in: recorder, opensWebSocket: true)
    run(2...1_000, in: recorder)
    for _ in 0..<500 {
      recorder.request(
        RequestID(number: 1), did: .webSocket(.received(.text(String(repeating: "a", count: 900)))))
    }
    let trace = recorder.trace
    let socket = try #require(trace.requests.first { $0.number == 1 })
    #expect(socket.droppedNotes > 400)
    #expect(trace.requests.count > 10)
  }

  @Test func nothingReappearsAfterClearing() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    start(1, in: recorder)
    run(2...50, in: recorder)
    recorder.clear()
    end(1, in: recorder)
    run(51...52, in: recorder)
    expectEqual(recorder.trace.requests.map(\.number), [51, 52])
  }

  @Test func theChangesOfARunningRequestAreRead() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    start(1, in: recorder)
    run(2...50, in: recorder)
    let last = recorder.changes().last
    end(1, in: recorder)
    expectEqual(recorder.changes(since: last).trace.requests.map(\.number), [1])
  }
}
