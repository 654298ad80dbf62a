import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The times of HAR entries whose requests have not ended: they last until the trace was taken.
@Suite struct PendingEntriesTests {
  private let clock = TestScheduler()
  private let recorder = TraceRecorder()

  private func session(
    _ transport: any Transport, configure: (inout SessionConfiguration) -> Void = { _ in }
  ) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    configuration.timeouts = RequestTimeouts()
    configuration.monitors = [recorder]
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: clock)
  }

  private func start(_ session: NetworkSession) -> any NetworkRequesting {
    session.get("https://example.com/slow").responseData { _ in }
  }

  private func entries() throws -> [JSONValue] {
    try JSONValue(parsing: recorder.trace.har())["log"]["entries"].array ?? []
  }

  @Test func aRequestThatWaitsForItsResponseHasWaitedUntilNow() throws {
    let transport = MockTransport()
    transport.stub(.everything, with: .text("late").delay(.seconds(100)))
    let session = session(transport)
    clock.advance(by: .seconds(1))
    let (first, second) = (start(session), start(session))
    clock.advance(by: .seconds(2))
    first.cancel()
    clock.advance(by: .seconds(1))
    let entries = try entries()
    expectEqual(entries.map { $0["timings"]["wait"] }, [2_000, 3_000])
    expectEqual(entries.map { $0["time"] }, [2_000, 3_000])
    withExtendedLifetime(second) {}
  }

  @Test func aBodyThatArrivesHasBeenReceivedUntilNow() throws {
    let transport = MockTransport()
    transport.stub(.everything, with: .stream(["a", "b"], every: .seconds(10)))
    let request = start(session(transport))
    clock.advance(by: .seconds(7))
    let entry = try #require(try entries().first)
    #expect(entry["timings"]["receive"].double ?? 0 > 0)
    expectEqual(entry["time"], 7_000)
    withExtendedLifetime(request) {}
  }

  @Test func aRequestInTheQueueHasBeenBlockedUntilNow() throws {
    let transport = MockTransport(delivery: .held)
    transport.stub(.everything, with: .text("held"))
    let session = session(transport) { $0.maximumConcurrentRequests = 1 }
    let requests = [start(session), start(session)]
    clock.advance(by: .seconds(4))
    let last = try #require(try entries().last)
    expectEqual(last["timings"]["blocked"], 4_000)
    expectEqual(last["time"], 4_000)
    for request in requests { request.cancel() }
  }

  @Test func aTraceThatEndsBeforeAPhaseBeginsHasNoNegativeTime() throws {
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(1))
    trace.requests = [.pending(1, "https://h.io/", start: 5_000)]
    let entry = try JSONValue(parsing: trace.har())["log"]["entries"][0]
    expectEqual(entry["timings"]["wait"], 0)
    expectEqual(entry["time"], 0)
  }
}
