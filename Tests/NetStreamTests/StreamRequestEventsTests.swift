import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

@Suite(.netTesting) struct StreamRequestEventsTests {
  private let timer = TestScheduler()
  private let transport: MockTransport
  private let feed: StreamRequest

  init() {
    transport = MockTransport(timer: timer)
    feed = NetworkSession(transport: transport, timer: timer).stream.get("https://example.com/feed")
  }

  @Test func eachSubscriptionConnects() {
    transport.stub(.get("/feed"), with: .events([ServerSentEvent("a")]).fault(.stall(after: .body)))
    let events = feed.events()
    expectTrue(transport.requests.isEmpty)
    for _ in 1...2 { expectEqual(events.record(afterEach: .test).values, [ServerSentEvent("a")]) }
    expectEqual(transport.requests.count, 2)
  }

  @Test func theReconnectionRuleSetsDelayAndAttempts() {
    transport.stub(.get("/feed"), with: .fault(.reset))
    let reconnection = EventReconnection(base: .seconds(1), maximumRetries: 2)
    let observed = timer.start(created: 0, subscribed: 100, disposed: 1_000) {
      feed.events(reconnection: reconnection)
    }
    expectEqual(observed.events.map(\.time), [.seconds(103)])
    expectEqual(transport.requests.count, 3)
  }

  @Test func aPostIsSentOnceIfTheServerEndsTheStream() {
    transport.stub(.post("/chat"), with: .events([ServerSentEvent("Hel"), ServerSentEvent("lo")]))
    let chat = feed.network.stream.post("https://example.com/chat", body: ["stream": true])
    let observed = chat.events().map(\.data).reduce("", accumulator: +).record(afterEach: .test)
    timer.advance(by: .seconds(60))
    expectEqual(observed.values, ["Hello"])
    expectTrue(observed.isCompleted)
    expectEqual(transport.requests.count, 1)
  }

  @Test func aPostIsSentOnceIfTheConnectionIsLost() {
    transport.stub(.post("/chat"), with: .events([ServerSentEvent("Hel")]).fault(.reset(after: .body)))
    let chat = feed.network.stream.post("https://example.com/chat", body: ["stream": true])
    let observed = chat.events().map(\.data).record(afterEach: .test)
    timer.advance(by: .seconds(60))
    expectEqual(observed.values, ["Hel"])
    expectEqual((observed.error as? NetworkError)?.reason, .transport(.body))
    expectEqual(transport.requests.count, 1)
  }

  @Test func aPostReconnectsIfTheCallerAsksForIt() {
    transport.stub(
      .post("/chat"), withSequence: [.events([ServerSentEvent("a", id: "1")]), .status(204)])
    let chat = feed.network.stream.post("https://example.com/chat", body: ["stream": true])
    let observed = chat.events(reconnection: EventReconnection()).record(afterEach: .test)
    timer.advance(by: .seconds(3))
    expectTrue(observed.isCompleted)
    expectEqual(transport.requests.map { $0.headers["Last-Event-ID"] }, [nil, "1"])
  }

  @Test func theReconnectionDelayUsesTheNetworksTimer() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/feed"), with: .events([ServerSentEvent("a")]))
    for network in [network, Wrapping(network: network)] as [any Networking] {
      let observed = network.stream.get("/feed").events().record(afterEach: .test)
      timer.advance(by: .milliseconds(2_999))
      expectEqual(observed.values.count, 1)
      timer.advance(by: .milliseconds(1))
      expectEqual(observed.values.count, 2)
      observed.dispose()
    }
  }

  /// A network that wraps another and has its timer.
  private struct Wrapping: Networking {
    let network: any Networking
    var timer: any NetworkTimer { network.timer }

    func request(_ description: RequestDescription) -> any NetworkRequesting { network.request(description) }
  }

  @Test func eventsAreDecodedByTheSessionsDecoderAfterOperatorsAndReconnections() {
    struct Tick: Codable, Equatable, Sendable { var maxValue: Int }
    var configuration = SessionConfiguration()
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    configuration.decoder = decoder
    let network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    transport.stub(
      .get("/feed"), with: .events([ServerSentEvent(#"{"max_value":1}"#), ServerSentEvent("[DONE]")]))
    let events = network.stream.get("https://example.com/feed").events()
    let ticks = events.filter { $0.data != "[DONE]" }.decoded(as: Tick.self).record(afterEach: .test)
    timer.advance(by: .seconds(3))
    expectEqual(ticks.values, [Tick(maxValue: 1), Tick(maxValue: 1)])
    ticks.dispose()
    let all = events.decoded(as: Tick.self).record(afterEach: .test)
    expectEqual(all.values.count, 1)
    expectEqual((all.error as? NetworkError)?.data, Data("[DONE]".utf8))
  }

  @Test func eventsCanResumeAfterAnID() {
    transport.stub(.get("/feed"), with: .status(204))
    let observed = feed.header("X-Key", "k").events(after: "41").record(afterEach: .test)
    expectTrue(observed.isCompleted)
    expectEqual(transport.lastRequest?.headers["Last-Event-ID"], "41")
    expectEqual(transport.lastRequest?.headers["X-Key"], "k")
  }

  @Test func anotherContentTypeFailsTheStream() {
    transport.stub(.get("/feed"), with: .text("<html>").header("Content-Type", "text/html"))
    let observed = feed.events().record(afterEach: .test)
    expectEqual(
      (observed.error as? NetworkError)?.reason,
      .validation(.contentType("text/html", acceptable: ["text/event-stream"])))
  }

  @Test func anEventOverTheSizeLimitFailsTheStream() {
    transport.stub(.get("/feed"), with: .events([ServerSentEvent("ab"), ServerSentEvent("abc")]))
    let observed = feed.events(maximumEventSize: 2).record(afterEach: .test)
    expectEqual(observed.values, [ServerSentEvent("ab")])
    #expect((observed.error as? NetworkError)?.underlyingError is EventTooLong)
    timer.advance(by: .seconds(3_600))
    expectEqual(transport.requests.count, 1)
  }

  @Test func takingEnoughInsideAChunkCancelsTheRequest() {
    let chunks: [StubChunk] = ["data: a\n\ndata: b\n\ndata: c\n\n"]
    transport.stub(
      .get("/feed"),
      with: .stream(chunks, headers: ["Content-Type": "text/event-stream"]).fault(.stall(after: .body)))
    let observed = feed.events().take(2).record(afterEach: .test)
    expectEqual(observed.values.map(\.data), ["a", "b"])
    expectEqual(transport.cancelCount, 1)
    expectEqual(timer.pendingCount, 0)
  }

  @Test func progressIsReportedForEachConnection() {
    transport.stub(.get("/feed"), with: .events([ServerSentEvent("a")]))
    let progress = Captured<Int64>()
    let observed = feed.progress { progress.set($0.completed) }.events().record(afterEach: .test)
    timer.advance(by: .seconds(3))
    expectEqual(observed.values.count, 2)
    expectEqual(progress.values, [9, 9])
  }

  @Test func shareUsesOneConnection() {
    transport.stub(
      .get("/feed"), with: .events([ServerSentEvent("a")], every: .seconds(1)).delay(.seconds(1)))
    let events = feed.events().share()
    let observed = [events.record(afterEach: .test), events.record(afterEach: .test)]
    timer.advance(by: .seconds(1))
    expectEqual(observed.map(\.values), [[ServerSentEvent("a")], [ServerSentEvent("a")]])
    expectEqual(transport.requests.count, 1)
  }
}
