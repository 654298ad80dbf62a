import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a caller attaches to a request reaches everything that acts on the request, and nothing that is sent.
@Suite struct TaggedRequestTests {
  private enum Screen: RequestTagKey { typealias Value = String }

  private final class Monitor: EventMonitor {
    let seen = Captured<String>()

    func request(_ id: RequestID, did event: RequestEvent) {
      switch event {
      case .started(let description): note("started", description.tags)
      case .adapted(let request): note("adapted", request.tags)
      case .sent(let request, _): note("sent", request.tags)
      case .redirected(_, let request): note("redirected", request.tags)
      case .resent(let request): note("resent", request.tags)
      case .willRetry(let error, _): note("willRetry", error.request?.tags)
      case .finished(let received, _): note("finished", received.request.tags)
      case .failed(let error, _): note("failed", error.request?.tags)
      default: break
      }
    }

    private func note(_ event: String, _ tags: RequestTags?) {
      seen.set("\(event) \(tags?[Screen.self] ?? "nothing")")
    }
  }

  private func tag(_ request: any NetworkRequesting) -> any NetworkRequesting {
    request.tag(Screen.self, "feed")
  }

  @Test func everyStepOfARequestHasItsTags() {
    let monitor = Monitor()
    let asked = Captured<String?>()
    let fixture = SessionFixture {
      $0.monitors.append(monitor)
      $0.interceptors = [
        TestInterceptor(
          onAdapt: { request, done in done(.success(request)) },
          onRetry: { context, done in
            asked.set(context.error.request?.tags[Screen.self])
            done(context.attempts < 2 ? .retry(after: .zero) : .pass)
          })
      ]
    }
    let started = fixture.start { tag($0) }
    fixture.tasks[0].respond(503)
    fixture.timer.advance(by: .seconds(1))
    fixture.tasks[1].respond(302, headers: ["Location": "https://other.example/b"])
    fixture.tasks[2].respond(200, body: "here")
    expectEqual(started.text, "here")
    expectEqual(asked.values, ["feed"])
    #expect(monitor.seen.values.allSatisfy { $0.hasSuffix(" feed") })
    expectEqual(
      monitor.seen.values.map { $0.prefix { $0 != " " } },
      [
        "started", "adapted", "sent", "willRetry", "adapted", "sent", "redirected", "resent", "finished",
      ])
    #expect(fixture.tasks.allSatisfy { $0.request.tags[Screen.self] == "feed" })
    expectEqual(started.outcome?.request?.tags[Screen.self], "feed")
    expectEqual(started.request.requestDescription.tags[Screen.self], "feed")
  }

  @Test func nothingOfATagIsSent() {
    let fixture = SessionFixture()
    _ = fixture.start { tag($0) }
    _ = fixture.start()
    let (tagged, plain) = (fixture.tasks[0].request, fixture.tasks[1].request)
    #expect(tagged.url == plain.url && tagged.headers == plain.headers && tagged.body == plain.body)
  }

  @Test func anAdapterMayChangeTagsForOneAttempt() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(
          onAdapt: { request, done in
            var request = request
            request.tags[Screen.self] = (request.tags[Screen.self] ?? "") + "!"
            done(.success(request))
          }, onRetry: { context, done in done(context.attempts < 2 ? .retry(after: .zero) : .pass) })
      ]
    }
    _ = fixture.start { tag($0) }
    fixture.tasks[0].respond(503)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(fixture.tasks.map { $0.request.tags[Screen.self] }, ["feed!", "feed!"])
  }

  @Test func aRequestThatAPolicyCreatesAgainKeepsTheTags() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          done(.success(TransportRequest(url: request.url, headers: ["A": "1"])))
        })
      ]
      $0.redirects = .modify { _, request in TransportRequest(url: request.url, headers: ["B": "1"]) }
    }
    _ = fixture.start { tag($0) }
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    expectEqual(fixture.tasks.map { $0.request.headers["A"] ?? $0.request.headers["B"] }, ["1", "1"])
    expectEqual(fixture.tasks.map { $0.request.tags[Screen.self] }, ["feed", "feed"])
  }

  @Test func requestsWithDifferentTagsShareAnExchange() {
    let fixture = SessionFixture { $0.coalesces = true }
    let first = fixture.start { tag($0) }
    let second = fixture.start { $0.tag(Screen.self, "search") }
    expectEqual(fixture.tasks.count, 1)
    expectEqual(fixture.tasks[0].request.tags[Screen.self], "feed")
    fixture.tasks[0].respond(200, body: "here")
    #expect(first.text == "here" && second.text == "here")
  }

  @Test func aWebSocketHandshakeHasTheTags() {
    let (monitor, transport) = (Monitor(), ScriptedWebSockets())
    var configuration = SessionConfiguration()
    configuration.monitors = [monitor]
    let session = NetworkSession(configuration: configuration, transport: transport, timer: TestScheduler())
    var socket = session.webSocket("wss://example.com/chat")
    socket.description.request.tags[Screen.self] = "chat"
    socket.connect { _ in }
    expectEqual(transport.tasks.first?.request.tags[Screen.self], "chat")
    #expect(!monitor.seen.values.isEmpty && monitor.seen.values.allSatisfy { $0.hasSuffix(" chat") })
  }

  @Test func aStubMatchesByTag() async {
    let transport = MockTransport()
    transport.stub(RequestMatcher("for the feed") { $0.tags[Screen.self] == "feed" }, with: .status(204))
    transport.stub(RequestMatcher("for nothing") { $0.tags.isEmpty }, with: .status(202))
    let network = NetworkSession(transport: transport)
    expectEqual(await tag(network.get("https://h/a")).response(.data).response?.status, 204)
    expectEqual(await network.get("https://h/a").response(.data).response?.status, 202)
  }
}
