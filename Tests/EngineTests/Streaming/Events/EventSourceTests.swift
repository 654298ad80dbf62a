import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The shell around the state machine, in virtual time.
@Suite struct EventSourceTests {
  private let fixture = SessionFixture()
  private let updates = Captured<String>()
  private let head = ResponseHead(status: 200, headers: ["Content-Type": "text/event-stream"])

  private func source(
    _ description: RequestDescription = RequestDescription("https://example.com/feed"),
    lastEventID: String? = nil,
    reconnection: EventReconnection = EventReconnection()
  ) -> EventSource {
    EventSource(description, network: fixture.session, lastEventID: lastEventID, reconnection: reconnection)
  }

  private func opened(_ source: EventSource) -> EventSource {
    source.open(delivery: .inline) { [updates] in updates.set(words($0)) }
    return source
  }

  private func words(_ update: EventSource.Update) -> String {
    switch update {
    case .opened(let head): "opened \(head.status)"
    case .event(let event): event.data
    case .reconnecting(let delay, let error): "again in \(delay)" + (error.map { ", \($0.reason)" } ?? "")
    case .ended(.success): "ended"
    case .ended(.failure(let error)): "failed \(error.reason)"
    }
  }

  private func accept(_ task: Int, _ body: String = "") {
    fixture.tasks[task].send(.head(head))
    if !body.isEmpty { fixture.tasks[task].send(.body(Data(body.utf8))) }
  }

  @Test func nothingIsSentBeforeOpening() {
    _ = source()
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func eachConnectionSendsTheLastEventID() {
    let source = opened(source())
    accept(0, "id: 7\ndata: a\n\n")
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(source.lastEventID, "7")
    fixture.timer.advance(by: .milliseconds(2_999))
    expectEqual(fixture.tasks.count, 1)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(fixture.tasks.count, 2)
    accept(1)
    expectEqual(updates.values, ["opened 200", "a", "again in 3.0 seconds", "opened 200"])
    expectEqual(fixture.tasks.map { $0.request.headers["Last-Event-ID"] }, [nil, "7"])
    expectEqual(
      fixture.tasks.map { $0.request.headers["Accept"] }, ["text/event-stream", "text/event-stream"])
    expectEqual(fixture.tasks[1].request.headers["Cache-Control"], "no-store")
    source.close()
  }

  @Test func methodHeadersAndBodyOfTheRequestAreKept() {
    let description = RequestDescription(
      "https://example.com/feed", method: .post,
      headers: ["Accept": "text/event-stream, text/plain", "X": "y"],
      content: .data(Data("q".utf8), contentType: "text/plain"))
    let source = opened(source(description, lastEventID: "3"))
    let request = fixture.tasks[0].request
    expectEqual(request.method, .post)
    expectEqual(request.headers["Accept"], "text/event-stream, text/plain")
    expectEqual(request.headers["X"], "y")
    expectEqual(request.headers["Last-Event-ID"], "3")
    expectEqual(request.body.data, Data("q".utf8))
    source.close()
  }

  @Test func aLostConnectionReportsItsError() {
    let source = opened(source())
    accept(0)
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(updates.values, ["opened 200", "again in 3.0 seconds, transport(Net.TransportPhase.body)"])
    source.close()
  }

  /// RFC 9110 section 10.2.3.
  @Test(arguments: [("120", "120.0"), ("1", "3.0")])
  func aProxyThatRefusesATunnelSetsTheLeastDelay(field: String, delay: String) {
    let source = opened(source())
    let refusal = ProxyRefusal(response: ResponseHead(status: 503, headers: ["Retry-After": field]))
    fixture.tasks[0].send(.failed(refusal, phase: .connect))
    expectEqual(updates.values, ["again in \(delay) seconds, transport(Net.TransportPhase.connect)"])
    source.close()
  }

  @Test func theRetryAfterOfAStreamThatWasAcceptedSetsNoDelay() {
    let source = opened(source())
    var head = head
    head.headers["Retry-After"] = "120"
    fixture.tasks[0].send(.head(head))
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(updates.values.last, "again in 3.0 seconds, transport(Net.TransportPhase.body)")
    source.close()
  }

  @Test func anIdleTimeoutCountsAsALostConnection() {
    let source = opened(source())
    accept(0)
    fixture.timer.advance(by: .seconds(60))
    expectEqual(updates.value, "again in 3.0 seconds, timeout(Net.TimeoutKind.idle)")
    #expect(fixture.tasks[0].isCancelled)
    source.close()
  }

  @Test func closingCancelsTheConnectionWithoutAnUpdate() {
    let source = opened(source())
    accept(0, "data: a\n\n")
    source.close()
    source.close()
    #expect(fixture.tasks[0].isCancelled)
    fixture.timer.advance(by: .seconds(3_600))
    expectEqual(updates.values, ["opened 200", "a"])
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func theLastEventIDIsThatOfTheLastDeliveredEvent() {
    let source = source()
    let ids = Captured<String?>()
    source.open(delivery: .inline) { [weak source] update in
      guard case .event = update else { return }
      ids.set(source?.lastEventID)
      if source?.lastEventID == "2" { source?.close() }
    }
    accept(0, "id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: c\n\n")
    expectEqual(ids.values, ["1", "2"])
    expectEqual(source.lastEventID, "2")
  }

  @Test func anIDWithoutAnEventCounts() {
    let source = opened(source(lastEventID: "0"))
    expectEqual(source.lastEventID, "0")
    accept(0, "id: 1\ndata: a\n\nid: 2\n\n")
    expectEqual(source.lastEventID, "2")
    source.close()
  }

  @Test func closingDuringTheDelayCancelsTheTimer() {
    let source = opened(source())
    accept(0)
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(fixture.timer.pendingCount, 1)
    source.close()
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func closingInAHandlerStopsDelivery() {
    let source = source()
    source.open(delivery: .inline) { [updates] update in
      updates.set(words(update))
      if case .event = update { source.close() }
    }
    accept(0, "data: a\n\ndata: b\n\n")
    expectEqual(updates.values, ["opened 200", "a"])
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test func closingInTheReconnectingUpdatePreventsTheDelay() {
    let source = source()
    source.open(delivery: .inline) { update in if case .reconnecting = update { source.close() } }
    fixture.tasks[0].send(.failed(Broken(), phase: .connect))
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func closingBeforeOpeningSendsNothing() {
    let source = source()
    source.close()
    _ = opened(source)
    expectTrue(fixture.tasks.isEmpty)
    expectTrue(updates.values.isEmpty)
  }

  @Test func aRejectedResponseEndsTheStreamAndKeepsTheReceivedBytes() {
    let ended = Captured<NetworkError>()
    source().open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ended.set(error) }
    }
    fixture.tasks[0].respond(503, body: "busy")
    expectEqual(ended.value?.reason, .validation(.statusCode(503)))
    expectEqual(ended.value?.data, Data("busy".utf8))
    fixture.timer.advance(by: .seconds(3_600))
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func anotherContentTypeEndsTheStreamWithTheBodyAndTheAttempts() {
    let ended = Captured<NetworkError>()
    source().open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ended.set(error) }
    }
    fixture.tasks[0].send(.head(ResponseHead(status: 200, headers: ["Content-Type": "text/html"])))
    fixture.tasks[0].send(.body(Data("<p>no".utf8)))
    expectTrue(ended.values.isEmpty)
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(
      ended.values.map(\.reason),
      [
        .validation(.contentType("text/html", acceptable: ["text/event-stream"]))
      ])
    expectEqual(ended.value?.request?.url.path, "/feed")
    expectEqual(ended.value?.data, Data("<p>no".utf8))
    expectEqual(ended.value?.attempts, 1)
    expectEqual(fixture.monitor.events.last, ended.value.map { "#1 failed \($0.reason)" })
  }

  @Test func anEventThatIsTooLongEndsTheExchangeWithTheSameError() {
    let ended = Captured<NetworkError>()
    let source = EventSource(
      RequestDescription("https://example.com/feed"), network: fixture.session, maximumEventSize: 3)
    source.open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ended.set(error) }
    }
    accept(0, "data: 12345678\n\n")
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(ended.values.map(\.reason), [.serialization("an event has more than 3 bytes")])
    expectEqual(ended.value?.attempts, 1)
    expectEqual(fixture.monitor.events.last, ended.value.map { "#1 failed \($0.reason)" })
  }

  @Test func aStatusThatIsNotOfAnEventStreamEndsTheExchangeWithTheSameError() {
    let ended = Captured<NetworkError>()
    source().open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ended.set(error) }
    }
    fixture.tasks[0].send(.head(ResponseHead(status: 201, headers: ["Content-Type": "text/event-stream"])))
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(ended.values.map(\.reason), [.validation(.statusCode(201))])
    expectEqual(ended.value?.attempts, 1)
    expectEqual(fixture.monitor.events.last, ended.value.map { "#1 failed \($0.reason)" })
  }

  @Test func a204EndsTheStream() {
    _ = opened(source())
    fixture.tasks[0].respond(204)
    expectEqual(updates.values, ["ended"])
    #expect(!fixture.tasks[0].isCancelled)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func a204AfterARetryOfTheConnectionEndsTheStream() {
    var description = RequestDescription("https://example.com/feed")
    description.interceptors = [RetryPolicy(base: .zero)]
    _ = opened(source(description))
    accept(0)
    fixture.tasks[0].send(.failed(URLError(.networkConnectionLost), phase: .body))
    fixture.tasks[1].send(.head(ResponseHead(status: 204)))
    fixture.tasks[1].send(.finished(TransportTimings()))
    expectEqual(updates.values, ["opened 200", "ended"])
  }

  @Test func aRetryOfTheConnectionOpensTheStreamOnce() {
    var description = RequestDescription("https://example.com/feed")
    description.interceptors = [RetryPolicy(base: .zero)]
    let source = opened(source(description))
    accept(0)
    fixture.tasks[0].send(.failed(URLError(.networkConnectionLost), phase: .body))
    accept(1, "data: a\n\n")
    expectEqual(updates.values, ["opened 200", "a"])
    source.close()
  }

  @Test func theNextConnectionSendsTheLastIDThatIsAValidFieldValue() {
    _ = opened(source())
    accept(0, "id: 7\ndata: a\n\nid: 1\u{1}\ndata: b\n\n")
    fixture.tasks[0].send(.finished(TransportTimings()))
    fixture.timer.advance(by: .seconds(3))
    expectEqual(fixture.tasks.map { $0.request.headers["Last-Event-ID"] }, [nil, "7"])
  }

  @Test func interceptorsAdaptEachConnection() {
    let adapted = Captured<String>()
    var description = RequestDescription("https://example.com/feed")
    var interceptor = TestInterceptor()
    interceptor.onAdapt = { request, done in
      adapted.set("adapted")
      done(.success(request))
    }
    description.interceptors = [interceptor]
    let source = opened(source(description))
    fixture.tasks[0].send(.failed(Broken(), phase: .connect))
    fixture.timer.advance(by: .seconds(3))
    expectEqual(adapted.count, 2)
    source.close()
  }

  @Test func aHandlerIsCalledOnItsQueueInOrder() async {
    let queue = DispatchQueue(label: "events")
    let isThere = Captured<Bool>()
    let source = source()
    source.open(queue: queue) { [updates] update in
      dispatchPrecondition(condition: .onQueue(queue))
      updates.set(words(update))
      if case .event(let event) = update, event.data == "c" { isThere.set(true) }
    }
    accept(0, "data: a\n\ndata: b\n\n")
    fixture.tasks[0].send(.body(Data("data: c\n\n".utf8)))
    _ = await isThere.next(within: .patience)
    expectEqual(updates.values, ["opened 200", "a", "b", "c"])
    source.close()
  }

  @Test func anEndedSourceIsReleased() {
    weak let source = endedSource()
    expectNil(source)
  }

  @Test func aClosedSourceIsReleased() {
    weak let source = closedSource()
    expectNil(source)
  }

  /// A source that has ended, without another owner.
  private func endedSource() -> EventSource {
    let source = opened(source())
    fixture.tasks[0].respond(204)
    return source
  }

  private func closedSource() -> EventSource {
    let source = opened(source())
    accept(0, "data: a\n\n")
    source.close()
    return source
  }
}
