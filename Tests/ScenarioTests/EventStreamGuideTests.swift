import Dispatch
import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// The samples of the guide on event streams and lines, compiled and run.
@Suite(.netTesting) struct EventStreamGuideTests {
  private let timer = TestScheduler()
  private let transport: MockTransport
  private let network: NetworkSession
  private let shown = Captured<String>()

  init() {
    transport = MockTransport(timer: timer)
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    configuration.callbackQueue = DispatchQueue(label: "callbacks")
    network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  private func waitForShown(_ text: String) async {
    while shown.value != text, await shown.next(within: .patience) != nil {}
    #expect(shown.value == text)
  }

  @Test func followingEvents() {
    transport.stub(.get("/ticks"), withSequence: [.events([ServerSentEvent("1", id: "a")]), .status(204)])
    let show: @Sendable (String) -> Void = { shown.set($0) }
    // snippet: follow
    let ticks = network.stream.get("ticks").events()
    let subscription = ticks.subscribe(
      onNext: { event in show(event.data) },
      onError: { error in show("\(error)") },
      onCompleted: { show("the server has no more") })
    // snippet.end
    #expect(shown.values == ["1"])
    timer.advance(by: .seconds(3))
    #expect(shown.values == ["1", "the server has no more"])
    #expect(transport.lastRequest?.headers["Last-Event-ID"] == "a")
    subscription.dispose()
  }

  @Test func receivingUpdatesInAHandler() async {
    transport.stub(.get("/ticks"), with: .events([ServerSentEvent("1")]).fault(.reset(after: .body)))
    let show: @Sendable (String) -> Void = { shown.set($0) }
    // snippet: source
    let source = EventSource(RequestDescription("ticks"), network: network)
    source.open { update in
      switch update {
      case .opened: show("connected")
      case .event(let event): show(event.data)
      case .reconnecting(let delay, _): show("connecting again in \(delay)")
      case .ended(let result): show("\(result)")
      }
    }
    // snippet.end
    await waitForShown("connecting again in 3.0 seconds")
    #expect(shown.values == ["connected", "1", "connecting again in 3.0 seconds"])
    source.close()
  }

  @Test func configuringReconnection() {
    transport.stub(.get("/ticks"), with: .fault(.reset))
    // snippet: reconnection
    let reconnection = EventReconnection(base: .seconds(1), maximumDelay: .seconds(30), maximumRetries: 10)
    let ticks = network.stream.get("ticks").timeout(idle: .seconds(300)).events(reconnection: reconnection)
    // snippet.end
    let observed = ticks.record(afterEach: .test)
    timer.advance(by: .seconds(3_600))
    #expect((observed.error as? NetworkError)?.reason == .transport(.head))
    #expect(transport.requests.count == 11)
  }

  private struct Delta: Codable, Sendable { var text: String }

  private func stubChat() {
    let deltas = ["Hel", "lo"].map { ServerSentEvent(#"{"text":"\#($0)"}"#) }
    transport.stub(.post("/chat"), with: .events(deltas + [ServerSentEvent("[DONE]")]))
  }

  @Test func receivingAnAnswerToAPost() async throws {
    stubChat()
    let prompt = "Say hello"
    // snippet: post
    let request = network.post("chat", body: ["prompt": prompt, "stream": true])
    var (answer, isComplete) = ("", false)
    for try await event in request.events() {
      if event.data == "[DONE]" {
        isComplete = true
        break
      }
      answer += try event.decoded(as: Delta.self).text
    }
    // snippet.end
    #expect(answer == "Hello" && isComplete)
    #expect(transport.requests.count == 1)
  }

  @Test func receivingAnAnswerToAPostAsAStream() {
    stubChat()
    let prompt = "Say hello"
    // snippet: post-stream
    let answer = network.stream.post("chat", body: ["prompt": prompt, "stream": true]).events()
      .take(while: { $0.data != "[DONE]" })
      .decoded(as: Delta.self)
      .scan("") { answer, delta in answer + delta.text }
    // snippet.end
    let observed = answer.record(afterEach: .test)
    timer.advance(by: .seconds(60))
    #expect(observed.values == ["Hel", "Hello"])
    #expect(observed.isCompleted)
    #expect(transport.requests.count == 1)
  }

  @Test func receivingJSONInsteadOfEvents() async throws {
    transport.stub(.post("/mcp"), with: .json(#"{"id":1}"#))
    struct Reply: Decodable, Sendable { var id: Int }
    let received = Captured<Int>()
    let receive: @Sendable (Reply) -> Void = { received.set($0.id) }
    // snippet: mcp
    let headers: HTTPHeaders = [.accept("application/json, text/event-stream")]
    do {
      for try await event in network.post("mcp", body: ["id": 1], headers: headers).events() {
        receive(try event.decoded(as: Reply.self))
      }
    } catch let error as NetworkError where error.response?.status == 200 {
      guard case .validation(.contentType) = error.reason else { throw error }
      receive(try error.decodeBody(as: Reply.self))
    }
    // snippet.end
    #expect(received.values == [1])
  }

  @Test func readingLines() async throws {
    transport.stub(.get("/log"), with: .text("ERROR a\nb\n"))
    // snippet: lines
    var errors: [String] = []
    for try await line in network.get("log").lines() where line.hasPrefix("ERROR") { errors.append(line) }
    // snippet.end
    #expect(errors == ["ERROR a"])
  }

  private struct Reading: Decodable, Sendable { var degrees: Double }

  @Test func readingJSONLines() {
    transport.stub(.get("/readings.ndjson"), with: .text("{\"degrees\":21}\n{\"degrees\":23}\n"))
    // snippet: json-lines
    let highest = network.stream.get("readings.ndjson").jsonLines(of: Reading.self)
      .scan(-Double.infinity) { highest, reading in max(highest, reading.degrees) }
    // snippet.end
    #expect(highest.record(afterEach: .test).value == 23)
  }

  @Test func parsingEvents() throws {
    // snippet: parser
    var parser = EventStreamParser()
    parser.append(Data("id: 1\ndata: hel".utf8))
    parser.append(Data("lo\n\n".utf8))
    let event = try parser.next()
    // snippet.end
    #expect(event == ServerSentEvent("hello", id: "1"))
  }
}
