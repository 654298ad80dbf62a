import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The slot of a request for an event stream, which may stay open forever.
@Suite struct EventStreamSlotTests {
  private let fixture: SessionFixture
  private let retrying = Locked(false)

  init() {
    fixture = SessionFixture { [retrying] in
      $0.maximumConcurrentRequests = 1
      $0.callbackQueue = nil
      $0.interceptors = [
        TestInterceptor(onRetry: { $1(retrying.value ? .retry(after: .zero) : .pass) })
      ]
    }
  }

  private var paths: [String] { fixture.tasks.map(\.request.url.path) }

  private func open(
    in fixture: SessionFixture? = nil, _ timeouts: RequestTimeouts = RequestTimeouts(),
    handler: @escaping @Sendable (EventSource.Update) -> Void = { _ in }
  ) -> EventSource {
    var description = RequestDescription("https://example.com/events")
    description.timeouts = timeouts
    let source = EventSource(description, network: (fixture ?? self.fixture).session)
    source.open(delivery: .inline, handler: handler)
    return source
  }

  private func accept(_ number: Int, in fixture: SessionFixture? = nil) {
    (fixture ?? self.fixture).tasks[number].begin(200, headers: ["Content-Type": "text/event-stream"])
  }

  private func start(_ path: String) { _ = fixture.start(.get, "https://example.com/\(path)") }

  @Test func theSlotOfASourceIsFreeOnceItIsAccepted() {
    let source = open()
    start("a")
    expectEqual(paths, ["/events"])
    accept(0)
    expectEqual(paths, ["/events", "/a"])
    source.close()
  }

  @Test func theSlotOfALoopIsFreeOnceItIsAccepted() async {
    let events = fixture.session.get("https://example.com/events").events()
    let loop = Task { for try await _ in events {} }
    await expect(fixture.tasks.count).toEventually(equal(1))
    start("a")
    accept(0)
    expectEqual(paths, ["/events", "/a"])
    loop.cancel()
  }

  @Test func theSlotOfALoopOverAParserOfEventsIsFreeOnceItIsAccepted() async {
    let events = fixture.session.get("https://example.com/events").parsed(by: EventStreamParser())
    let loop = Task { for try await _ in events {} }
    await expect(fixture.tasks.count).toEventually(equal(1))
    start("a")
    accept(0)
    expectEqual(paths, ["/events", "/a"])
    loop.cancel()
  }

  @Test func theSlotOfAHandlerWithAParserOfEventsIsFreeOnceItIsAccepted() {
    let request = fixture.session.get("https://example.com/events")
      .responseStream(parsedBy: EventStreamParser()) { _ in }
    start("a")
    fixture.tasks[0].begin(500)
    expectEqual(paths, ["/events"])
    fixture.timer.advance(by: .seconds(5))
    expectEqual(paths, ["/events", "/a"])
    request.cancel()
    let accepted = fixture.session.get("https://example.com/more")
      .responseStream(parsedBy: EventStreamParser()) { _ in }
    fixture.tasks[1].respond(200)
    start("b")
    expectEqual(paths, ["/events", "/a", "/more"])
    accept(2)
    expectEqual(paths, ["/events", "/a", "/more", "/b"])
    accepted.cancel()
  }

  @Test func theSlotOfAHostIsFreeOnceTheStreamIsAccepted() {
    let fixture = SessionFixture { $0.maximumConcurrentRequestsPerHost = 1 }
    let source = open(in: fixture)
    _ = fixture.start(.get, "https://example.com/a")
    expectEqual(fixture.tasks.count, 1)
    accept(0, in: fixture)
    expectEqual(fixture.tasks.count, 2)
    source.close()
  }

  @Test func theSlotIsFreeWhenTheHandlerIsCalled() {
    let opened = Captured<Int>()
    let source = open { [fixture] update in
      guard case .opened = update else { return }
      // Its slot is the one that the stream has returned.
      _ = fixture.start(.get, "https://example.com/a")
      opened.set(fixture.tasks.count)
    }
    accept(0)
    expectEqual(opened.values, [2])
    source.close()
  }

  @Test(arguments: [(500, "text/event-stream"), (200, "text/html")])
  func aRejectedResponseKeepsItsSlotUntilItEnds(_ status: Int, _ type: String) {
    let source = open()
    start("a")
    fixture.tasks[0].begin(status, headers: ["Content-Type": type])
    expectEqual(paths, ["/events"])
    fixture.timer.advance(by: .seconds(5))
    expectEqual(paths, ["/events", "/a"])
    source.close()
  }

  enum End: CaseIterable, Sendable { case finished, failed, closed, idle, total, cancelledAll }

  @Test(arguments: End.allCases) func theEndOfAStreamDoesNotReturnTheSlotOfAnotherRequest(_ end: End) {
    let source = open(
      RequestTimeouts(idle: end == .idle ? .seconds(5) : nil, total: end == .total ? .seconds(5) : nil))
    for path in ["a", "b"] { start(path) }
    accept(0)
    expectEqual(paths, ["/events", "/a"])
    switch end {
    case .finished: fixture.tasks[0].send(.finished(TransportTimings()))
    case .failed: fixture.tasks[0].send(.failed(Broken(), phase: .body))
    case .closed: source.close()
    case .idle, .total: fixture.timer.advance(by: .seconds(6))
    case .cancelledAll: fixture.session.cancelAll()
    }
    expectEqual(paths, ["/events", "/a"])
    fixture.tasks[1].respond(200)
    expectEqual(paths, end == .cancelledAll ? ["/events", "/a"] : ["/events", "/a", "/b"])
    source.close()
  }

  @Test func aReconnectionWaitsForASlotAndReturnsItAgain() {
    let source = open()
    start("a")
    accept(0)
    fixture.tasks[0].send(.finished(TransportTimings()))
    fixture.timer.advance(by: .seconds(3))
    expectEqual(paths, ["/events", "/a"])
    fixture.tasks[1].respond(200)
    expectEqual(paths, ["/events", "/a", "/events"])
    start("b")
    expectEqual(paths, ["/events", "/a", "/events"])
    accept(2)
    expectEqual(paths, ["/events", "/a", "/events", "/b"])
    source.close()
  }

  @Test func aRetryAfterTheHeadWaitsForASlot() {
    retrying.update { $0 = true }
    let source = open()
    start("a")
    accept(0)
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(paths, ["/events", "/a"])
    fixture.tasks[1].respond(200)
    expectEqual(paths, ["/events", "/a", "/events"])
    source.close()
  }

  @Test func aStreamOfASessionWithCookiesButNoLimitIsDelivered() {
    let fixture = SessionFixture { $0.cookies = CookieJar() }
    let events = Captured<String>()
    let source = open(in: fixture) { if case .event(let event) = $0 { events.set(event.data) } }
    accept(0, in: fixture)
    fixture.tasks[0].give("data: 1\n\n")
    expectEqual(events.values, ["1"])
    source.close()
  }

  enum Body: CaseIterable, Sendable { case chunks, lines, download }

  @Test(arguments: Body.allCases) func otherBodiesOccupyASlotToTheirEnd(_ body: Body) {
    let request = fixture.session.get("https://example.com/body")
    switch body {
    case .chunks: request.responseStream { _ in }
    case .lines: request.responseLines { _ in }
    case .download: request.download { _ in }
    }
    start("a")
    fixture.tasks[0].begin(200, headers: ["Content-Type": "text/event-stream"])
    fixture.tasks[0].give("data: 1\n\n")
    expectEqual(paths, ["/body"])
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(paths, ["/body", "/a"])
  }
}
