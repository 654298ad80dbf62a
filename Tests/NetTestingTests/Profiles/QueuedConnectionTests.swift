import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Requests that wait in the transport for a connection: when their steps begin.
@Suite struct QueuedConnectionTests {
  private let timer = TestScheduler()
  private let recorder = TraceRecorder()
  private let mock: MockTransport

  init() { mock = MockTransport(delivery: .inline, timer: timer) }

  private func run(
    _ count: Int, close: Bool = true, scheme: String = "http", version: NetworkProfile.HTTPVersion = .http1
  ) -> [TransportTimings] {
    let stub = StubResponse.text("x").delay(.seconds(1))
    mock.stub(.everything, with: close ? stub.header("Connection", "close") : stub)
    let profile = NetworkProfile.custom(
      roundTrip: .milliseconds(100), down: .megabits(100), up: .megabits(100), connections: 1
    ).httpVersion(version)
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    configuration.callbackQueue = nil
    let session = NetworkSession(
      configuration: configuration, transport: ProfiledTransport(mock, profile: profile, timer: timer),
      timer: timer)
    let timings = Captured<TransportTimings>()
    for number in 0..<count {
      session.get("\(scheme)://a.test/\(number)").response(delivery: .inline, responseSerializer: .data) {
        if let value = $0.timings.transport { timings.set(value) }
      }
    }
    timer.advance(by: .seconds(60))
    return timings.values
  }

  private func phases(_ index: Int) -> [String: Trace.Phase] {
    let phases = recorder.trace.requests[index].attempts.first?.phases ?? []
    return Dictionary(phases.map { ($0.kind.rawValue, $0) }) { first, _ in first }
  }

  @Test func aRequestThatWaitsForAConnectionConnectsAfterwards() throws {
    _ = run(2)
    let first = try #require(recorder.trace.requests[0].end)
    let phases = phases(1)
    expectEqual(phases["queued"]?.start, .zero)
    expectEqual(phases["queued"]?.duration, first)
    expectEqual(phases["connect"], Trace.Phase(.connect, start: first, duration: .milliseconds(100)))
    expectEqual(phases["waiting"]?.start, first + .milliseconds(100))
    expectEqual(phases["waiting"]?.duration, .milliseconds(1_100))
  }

  @Test func theFirstByteIsCountedFromTheStart() {
    let timings = run(2)
    expectEqual(timings[1].firstByte.map { $0 / .seconds(1) }.map { ($0 * 1_000).rounded() }, 2_500)
    #expect(timings.allSatisfy { ($0.firstByte ?? .zero) <= ($0.total ?? .zero) })
  }

  @Test func aRequestThatFindsAConnectionFreeDoesNotWait() {
    _ = run(1)
    expectNil(phases(0)["queued"])
    _ = run(1)
    expectNil(phases(1)["queued"])
  }

  @Test func aRequestThatWaitsForAKeptConnectionDoesNotConnect() throws {
    _ = run(2, close: false)
    let first = try #require(recorder.trace.requests[0].end)
    let phases = phases(1)
    expectEqual(phases["queued"]?.duration, first)
    expectNil(phases["connect"])
  }

  @Test func aRequestWaitsForTheConnectionThatItShares() {
    _ = run(2, close: false, scheme: "https", version: .http2)
    let phases = phases(1)
    // A lookup, a connection and TLS of another request.
    expectEqual(phases["queued"]?.duration, .milliseconds(300))
    expectNil(phases["connect"])
  }

  @Test func theWaitIsTheBlockedTimeOfAHARFile() throws {
    _ = run(2)
    let entries = try JSONValue(parsing: recorder.trace.har())["log"]["entries"]
    let (first, second) = (entries[0], entries[1])
    expectEqual(first["timings"]["blocked"], -1)
    expectEqual(second["timings"]["blocked"].double.map { $0.rounded() }, 1_300)
    expectEqual(second["timings"]["connect"], 100)
    expectEqual(second["timings"]["wait"], 1_100)
    // Both were started at once.
    expectEqual(second["startedDateTime"], first["startedDateTime"])
  }
}
