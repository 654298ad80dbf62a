import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The events that not every request has.
@Suite struct RequestEventTests {
  private let monitor = RecordingMonitor(recordsDetails: true)

  private func fixture(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> SessionFixture {
    SessionFixture {
      $0.monitors = [monitor]
      configure(&$0)
    }
  }

  private struct Refusing: ResponseSerializer {
    func serialize(_ response: ReceivedResponse) throws -> Int { throw Broken() }
  }

  @Test func aWholeRequestIsReportedInOrder() {
    let fixture = fixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          var request = request
          request.url.append(path: "b")
          done(.success(request))
        })
      ]
    }
    _ = fixture.start(.post, content: .data(Data("abc".utf8), contentType: nil))
    let task = fixture.tasks[0]
    task.send(.sent(bytes: 3))
    task.send(.head(ResponseHead(status: 200)))
    task.send(.body(Data("hello".utf8)))
    let connection = TransportConnection(remoteAddress: "192.0.2.1", remotePort: 80, isReused: false)
    task.send(.finished(TransportTimings(connect: .milliseconds(1), connection: connection)))
    expectEqual(
      monitor.events,
      [
        "#1 started", "#1 adapted /a/b", "#1 sent POST 1", "#1 sent 3 bytes", "#1 head 200",
        "#1 received 5 bytes",
        "#1 connection 192.0.2.1", "#1 finished", "#1 decoded Data 0.0 seconds true",
      ])
  }

  @Test func withoutInterceptorsThereIsNoAdaptedEvent() {
    let fixture = fixture()
    _ = fixture.start()
    expectEqual(monitor.events, ["#1 started", "#1 sent GET 1"])
  }

  @Test func anAdaptedRedirectIsReportedBeforeItWaitsForASlot() {
    let fixture = fixture {
      $0.interceptors = [TestInterceptor(adaptsRedirects: true)]
      $0.maximumConcurrentRequests = 1
    }
    _ = fixture.start()
    _ = fixture.start(.get, "https://example.com/other")
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    expectEqual(
      monitor.events.filter { $0.hasPrefix("#1") },
      [
        "#1 started", "#1 adapted /a", "#1 sent GET 1", "#1 redirected 302 /b", "#1 adapted /b", "#1 queued",
      ])
  }

  @Test func theRequestOfARedirectIsReportedWhenItIsSent() {
    let fixture = fixture { $0.maximumConcurrentRequests = 1 }
    _ = fixture.start()
    _ = fixture.start(.get, "https://example.com/other")
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    expectEqual(monitor.events.filter { $0.hasPrefix("#1") }.last, "#1 queued")
    fixture.tasks[1].respond(200)
    expectEqual(monitor.events.filter { $0.hasPrefix("#1") }.last, "#1 resent GET /b")
  }

  @Test func aRedirectThatTheTransportFollowsIsSentAtOnce() {
    let fixture = fixture()
    _ = fixture.start()
    fixture.tasks[0].send(.redirect(ResponseHead(status: 302)))
    expectEqual(monitor.events.suffix(2), ["#1 redirected 302 /a", "#1 resent GET /a"])
  }

  @Test func withoutConnectionInformationThereIsNoConnectionEvent() {
    let fixture = fixture()
    _ = fixture.start()
    fixture.tasks[0].respond(200)
    #expect(!monitor.events.contains { $0.contains("connection") })
  }

  @Test func theConnectionOfAFollowedRedirectIsReported() {
    let fixture = fixture()
    _ = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: ["Location": "/b"])))
    let connection = TransportConnection(remoteAddress: "192.0.2.1", remotePort: 80, isReused: true)
    fixture.tasks[0].send(.finished(TransportTimings(connection: connection)))
    #expect(monitor.events.contains("#1 connection 192.0.2.1"))
  }

  @Test func eachSerializerReportsWhatItDecoded() {
    let fixture = fixture()
    let started = fixture.start()
    started.request.response(delivery: .inline, responseSerializer: .string) { _ in }
    fixture.tasks[0].respond(200, body: "x")
    expectEqual(
      monitor.events.suffix(3),
      [
        "#1 finished", "#1 decoded Data 0.0 seconds true", "#1 decoded String 0.0 seconds true",
      ])
  }

  @Test func aSerializerThatFailsReportsItsError() {
    let fixture = fixture()
    fixture.session.get("https://example.com/")
      .response(delivery: .inline, responseSerializer: Refusing()) { _ in }
    fixture.tasks[0].respond(200, body: "x")
    expectEqual(monitor.events.last, "#1 decoded Int 0.0 seconds false")
  }

  @Test func aFailedRequestIsNotDecoded() {
    let fixture = fixture()
    _ = fixture.start()
    fixture.tasks[0].respond(500)
    #expect(!monitor.events.contains { $0.contains("decoded") })
  }
}

/// How a log shows the events that not every request has.
@Suite struct LoggedStepTests {
  private func lines(_ event: RequestEvent, level: LoggingMonitor.Level = .debug) -> [String] {
    let lines = Locked<[String]>([])
    LoggingMonitor(level: level) { level, text in lines.update { $0.append("\(level): \(text)") } }
      .request(RequestID(number: 1), did: event)
    return lines.value
  }

  private func connection(_ address: String, isReused: Bool = false) -> TransportConnection {
    TransportConnection(remoteAddress: address, remotePort: 80, isReused: isReused)
  }

  @Test func aNewConnectionIsLoggedWithItsSteps() {
    let timings = TransportTimings(
      nameLookup: .milliseconds(1), connect: .milliseconds(2), secureConnection: .milliseconds(3),
      connection: connection("192.0.2.1"))
    expectEqual(
      lines(.connection(timings)),
      [
        "debug: #1 connected to 192.0.2.1:80: name 1.0 ms, connect 2.0 ms, TLS 3.0 ms"
      ])
  }

  @Test func theRequestOfARedirectIsLoggedWithItsCommand() throws {
    let request = TransportRequest(url: try #require(URL(string: "https://example.com/b")))
    expectEqual(lines(.resent(request)).first, "debug: #1 → GET https://example.com/b")
    expectEqual(lines(.resent(request)).last, "debug: #1 curl --request GET 'https://example.com/b'")
    #expect(lines(.resent(request), level: .info).isEmpty)
  }

  @Test func aFailureThatAStoredResponseReplacesIsAWarning() {
    let error = NetworkError(.timeout(.idle))
    expectEqual(
      lines(.willFallBack(error)).first?.hasPrefix("warning: #1 uses a stored response instead: "), true)
  }

  @Test func aReusedConnectionIsLogged() {
    let timings = TransportTimings(connection: connection("::1", isReused: true))
    expectEqual(lines(.connection(timings)), ["debug: #1 reused the connection to [::1]:80"])
  }

  @Test(arguments: [
    (RequestEvent.CacheEvent.hit(age: .seconds(2)), "hit, 2000.0 ms old"),
    (.unavailable(.uriMiss), "unavailable (uri-miss)"),
    (.stale(age: .seconds(2), .error), "stale, 2000.0 ms old (error)"),
    (.forwarded(.varyMiss), "forwarded (vary-miss)"), (.revalidated(age: .zero), "revalidated, 0.0 ms old"),
    (.stored(lifetime: .seconds(1)), "stored, fresh for 1000.0 ms"),
    (.refused(.noStore), "not stored (no-store)"),
  ])
  func cacheEventsAreLogged(event: RequestEvent.CacheEvent, words: String) {
    expectEqual(lines(.cache(event)), ["debug: #1 cache: \(words)"])
  }

  @Test(arguments: [
    (RequestEvent.WebSocketEvent.opened(subprotocol: "v2"), "opened, v2"),
    (.sent(.text("s3cret")), "→ text, 6 bytes"), (.received(.data(Data(count: 3))), "← data, 3 bytes"),
    (.ponged(after: .milliseconds(5)), "pong after 5.0 ms"),
    (.closed(code: 1000, reason: "bye"), "closed, 1000 \"bye\""),
    (.closed(code: 1008, reason: "token=s3cret"), "closed, 1008 \"token=<redacted>\""),
  ])
  func webSocketMessagesAreLoggedByTheirSizes(event: RequestEvent.WebSocketEvent, words: String) {
    expectEqual(lines(.webSocket(event)), ["debug: #1 websocket: \(words)"])
  }

  @Test func aDecodingFailureIsAnError() {
    let event = RequestEvent.decoded(
      type: "User", took: .zero, error: NetworkError(.serialization("no name")))
    expectEqual(lines(event, level: .error), ["error: #1 ✗ not decoded as User: no name"])
  }
}
