import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// The durations of the steps in a cassette: each is counted once, and the head is replayed after all before it.
@Suite struct RecordedTimingsTests {
  private let time = TestScheduler()

  private func receive(_ transport: RecordingTransport, _ timer: TestScheduler) throws -> [Duration] {
    let received = TimedEvents(timer)
    let url = try #require(URL(string: "https://a.test/x"))
    transport.task(for: TransportRequest(url: url), receiver: received).resume()
    timer.run()
    return received.times.values
  }

  private func record(to file: URL) throws -> [Duration] {
    let mock = MockTransport(delivery: .inline, timer: time)
    mock.stub(.everything, with: StubResponse.text("hello").delay(.milliseconds(50)))
    let network = ProfiledTransport(mock, profile: .threeG, timer: time)
    let transport = RecordingTransport(network, cassette: file, mode: .recordAll, timer: time)
    defer { try? transport.save() }
    return try receive(transport, time)
  }

  @Test func theWaitDoesNotIncludeDNSAndConnecting() async throws {
    try await CassetteFixtures.inFolder { file in
      let times = try record(to: file)
      let entry = try JSONValue(parsing: Data(contentsOf: file))["log"]["entries"][0]
      let timings = entry["timings"]
      let steps = try ["dns", "connect", "wait"].map { try #require(timings[$0].double) }
      expectEqual(steps, [300, 600, 350])
      expectEqual(steps.reduce(0, +), times.first.map { $0 / .milliseconds(1) })
      expectEqual(entry["time"].double, steps.reduce(0, +) + (timings["receive"].double ?? 0))
    }
  }

  @Test func aRecordedHeadIsReplayedWhenItWasRecorded() async throws {
    try await CassetteFixtures.inFolder { file in
      let recorded = try record(to: file)
      let timer = TestScheduler()
      let replayed = try receive(
        RecordingTransport(cassette: file, replaysDelays: true, timer: timer), timer)
      expectEqual(replayed.first, recorded.first)
    }
  }

  @Test func theHeadOfABrowsersFileIsReplayedAfterAllStepsBeforeIt() async throws {
    let har = """
      {"log": {"version": "1.2", "entries": [{"startedDateTime": "2026-01-05T10:00:00.123Z", "time": 1553,
        "request": {"method": "GET", "url": "https://a.test/x", "headers": []},
        "response": {"status": 200, "headers": [], "content": {"size": 5, "mimeType": "text/plain", "text": "hello"}},
        "timings": {"blocked": -1, "dns": 300, "connect": 900, "ssl": 600, "send": 1, "wait": 350, "receive": 2}}]}}
      """
    try await CassetteFixtures.with(har) { file in
      let timer = TestScheduler()
      let times = try receive(
        RecordingTransport(cassette: file, replaysDelays: true, timer: timer), timer)
      expectEqual(times, [.milliseconds(1_551), .milliseconds(1_553)])
    }
  }

  @Test func stepsThatTookLongerThanTheHeadLeaveNoNegativeWait() async throws {
    let scripted = ScriptedTransport { _ in }
    try await CassetteFixtures.inFolder { file in
      let transport = RecordingTransport(scripted, cassette: file, mode: .recordAll, timer: time)
      let url = try #require(URL(string: "https://a.test/x"))
      transport.task(for: TransportRequest(url: url), receiver: TimedEvents(time)).resume()
      scripted.tasks[0].send(.head(ResponseHead(status: 200)))
      scripted.tasks[0].send(
        .finished(TransportTimings(nameLookup: .seconds(1), connect: .seconds(1))))
      try transport.save()
      let timings = try JSONValue(parsing: Data(contentsOf: file))["log"]["entries"][0]["timings"]
      expectEqual(timings["wait"], 0)
      expectEqual(timings["connect"], 1_000)
    }
  }
}

/// The times of the head and the end.
private final class TimedEvents: TransportReceiver {
  let times = Captured<Duration>()
  private let timer: TestScheduler

  init(_ timer: TestScheduler) { self.timer = timer }

  func receive(_ event: TransportEvent) {
    switch event {
    case .head, .finished: times.set(timer.now)
    default: break
    }
  }
}
