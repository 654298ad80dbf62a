import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The wall times of traces and spans after the wall clock was set, or the system slept.
@Suite struct SteppedClockTraceTests {
  private static let steps: [Duration] = [.seconds(28_800), .seconds(-3_600), .milliseconds(250)]

  private let timer = SteppedTimer()
  private let transport = MockTransport(delivery: .inline)
  private let recorder = TraceRecorder()
  private let spans = Captured<Trace.Span>()

  init() { transport.stub(.everything, with: .text("a")) }

  private func session(_ other: (any EventMonitor)? = nil) -> NetworkSession {
    var configuration = SessionConfiguration()
    let monitor = SpanMonitor { _ in
      0
    } end: { [spans] _, span in
      spans.set(span)
    }
    configuration.monitors = [other ?? recorder, monitor]
    configuration.callbackQueue = nil
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  private func get(_ session: NetworkSession, _ path: String = "a") {
    session.get("https://h.io/\(path)").response(delivery: .inline, responseSerializer: .data) { _ in }
  }

  private func nanoseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1e9).rounded()) }

  private func dates(_ trace: Trace) -> [Date] {
    trace.requests.map { trace.start.addingTimeInterval($0.start / .seconds(1)) }
  }

  private func isNear(_ dates: [Date], _ expected: [Date]) -> Bool {
    dates.count == expected.count && zip(dates, expected).allSatisfy { abs($0.timeIntervalSince($1)) < 1e-5 }
  }

  @Test(arguments: steps)
  func aSpanHasTheWallTimeOfItsStart(_ step: Duration) throws {
    let session = session()
    get(session)
    timer.step(by: step)
    timer.advance(by: .seconds(1))
    get(session)
    #expect(abs(try #require(spans.values.last).start - nanoseconds(timer.date)) < 1_000)
  }

  @Test func aStepDuringAnExchangeChangesNoDuration() throws {
    let slow = MockTransport(delivery: .inline, timer: timer)
    slow.stub(.everything, with: StubResponse.text("a").delay(.seconds(2)))
    var configuration = SessionConfiguration()
    configuration.monitors = [
      recorder,
      SpanMonitor { _ in
        0
      } end: { [spans] _, span in
        spans.set(span)
      },
    ]
    let session = NetworkSession(configuration: configuration, transport: slow, timer: timer)
    get(session)
    timer.advance(by: .seconds(1))
    timer.step(by: .seconds(-3_600))
    timer.advance(by: .seconds(1))
    let span = try #require(spans.values.last)
    expectEqual(span.end, span.start + 2_000_000_000)
    let request = try #require(recorder.trace.requests.first)
    expectEqual(request.end.map { $0 - request.start }, .seconds(2))
  }

  @Test(arguments: steps)
  func aRequestHasTheWallTimeOfItsStart(_ step: Duration) throws {
    let session = session()
    let first = timer.date
    get(session)
    timer.step(by: step)
    timer.advance(by: .seconds(1))
    let second = timer.date
    get(session)
    #expect(isNear(dates(recorder.trace), [first, second]))
    expectEqual(recorder.trace.start, min(first, second))
    #expect(recorder.trace.requests.allSatisfy { $0.start >= .zero })
  }

  @Test(arguments: steps)
  func aHARFileHasTheWallTimeOfEachRequest(_ step: Duration) throws {
    let session = session()
    get(session)
    timer.step(by: step)
    get(session)
    let entries = try JSONValue(parsing: recorder.trace.har())["log"]["entries"]
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let written = try #require(entries[1]["startedDateTime"].string)
    #expect(isNear([try style.parse(written)], [timer.date]))
  }

  @Test(arguments: steps)
  func aTraceStartsWithTheFirstRequestAfterItWasCleared(_ step: Duration) {
    let session = session()
    get(session)
    timer.step(by: step)
    recorder.clear()
    get(session)
    #expect(isNear([recorder.trace.start], [timer.date]))
    expectEqual(recorder.trace.requests.map(\.start), [.zero])
  }

  @Test func aTraceStartsWithTheFirstRequestThatIsKept() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 1))
    let session = session(recorder)
    get(session)
    timer.advance(by: .seconds(60))
    get(session)
    #expect(isNear([recorder.trace.start], [timer.date]))
    expectEqual(recorder.trace.requests.map(\.start), [.zero])
    expectEqual(recorder.trace.droppedRequests, 1)
  }

  @Test(arguments: steps)
  func sessionsThatWereCreatedBeforeAndAfterAStepAreAligned(_ step: Duration) {
    let early = session()
    timer.step(by: step)
    let late = session()
    get(late, "1")
    timer.advance(by: .seconds(1))
    get(early, "2")
    timer.advance(by: .seconds(1))
    get(late, "3")
    expectEqual(recorder.trace.requests.map(\.start), [.zero, .seconds(1), .seconds(2)])
    expectEqual(recorder.trace.duration, .seconds(2))
  }

  @Test(arguments: steps)
  func aStreamHasTheWallTimeOfItsSubscription(_ step: Duration) throws {
    let session = session()
    get(session)
    timer.step(by: step)
    timer.advance(by: .seconds(1))
    let stream = recorder.beginStream("a")
    timer.advance(by: .seconds(1))
    stream.add(.completion)
    let trace = recorder.trace
    let traced = try #require(trace.streams.first)
    let start = trace.start.addingTimeInterval(traced.start / .seconds(1))
    #expect(isNear([start], [timer.date.addingTimeInterval(-1)]))
    expectEqual(traced.end, traced.start + .seconds(1))
  }

  @Test func sessionsWithTheSystemsClockKeepTheOrderOfTheirRequests() throws {
    for number in 1...20 {
      var configuration = SessionConfiguration()
      configuration.monitors = [recorder]
      get(NetworkSession(configuration: configuration, transport: transport), "\(number)")
    }
    let starts = recorder.trace.requests.map(\.start)
    expectEqual(starts.count, 20)
    expectEqual(starts, starts.sorted())
  }
}
