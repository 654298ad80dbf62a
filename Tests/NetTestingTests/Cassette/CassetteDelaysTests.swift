import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Entries that are replayed with their recorded delays, in virtual time.
@Suite struct CassetteDelaysTests {
  private let time = TestScheduler()
  private let failures = CollectedFailures()
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func transport(_ file: URL, delays: Bool = true) -> RecordingTransport {
    failures.collect { RecordingTransport(cassette: file, replaysDelays: delays, timer: time) }
  }

  private func writeResponse(to file: URL) throws {
    let url = try #require(URL(string: "https://h/a"))
    let entry = Cassette.Entry(
      startedAt: start, request: RecordedRequest(method: .get, url: url),
      response: Cassette.Response(status: 200, body: Data("slow".utf8)),
      timings: Cassette.Timings(wait: .seconds(3), receive: .seconds(2)))
    try Cassette(entries: [entry]).write(to: file)
  }

  /// A conversation: hello after 1 second, an answer 4 seconds after the client's message, and the close after 2 more.
  private func writeConversation(to file: URL, helloAt time: Date? = nil) throws {
    let url = try #require(URL(string: "https://example.com/chat"))
    var entry = Cassette.Entry(
      startedAt: start,
      request: RecordedRequest(method: .get, url: url, headers: ["Upgrade": "websocket"]),
      response: Cassette.Response(status: 101), timings: Cassette.Timings(wait: .seconds(3)))
    func record(_ second: Double, isSent: Bool = false, _ content: WebSocketRecord.Content) -> WebSocketRecord
    {
      WebSocketRecord(isSent: isSent, time: start.addingTimeInterval(second), content: content)
    }
    entry.webSocket = [
      WebSocketRecord(
        isSent: false, time: time ?? start.addingTimeInterval(4), content: .message(.text("hello"))),
      record(10, isSent: true, .message(.text("hi"))),
      record(14, .message(.text("answer"))), record(16, .close(WebSocketClosure(code: .normal))),
    ]
    try Cassette(entries: [entry]).write(to: file)
  }

  @Test func aResponseIsReplayedWithItsRecordedDelay() async throws {
    try await CassetteFixtures.inFolder { file in
      try writeResponse(to: file)
      let received = try transport(file).receive()
      time.advance(by: .milliseconds(2999))
      expectTrue(received.words.isEmpty)
      time.advance(by: .milliseconds(1))
      expectEqual(received.words, ["head 200"])
      time.advance(by: .milliseconds(1999))
      expectEqual(received.words, ["head 200"])
      time.advance(by: .milliseconds(1))
      expectEqual(received.words, ["head 200", "body slow", "finished"])
    }
  }

  @Test func withoutTheOptionAResponseComesAtOnce() async throws {
    try await CassetteFixtures.inFolder { file in
      try writeResponse(to: file)
      expectEqual(try transport(file, delays: false).receive().words, ["head 200", "body slow", "finished"])
    }
  }

  @Test(arguments: [(TransportPhase.connect, false), (.send, false), (.head, true), (.body, true)])
  func theBodyOfARequestWithoutAResponseIsSentBeforeTheDelay(_ phase: TransportPhase, _ isSent: Bool)
    async throws
  {
    try await CassetteFixtures.inFolder { file in
      let url = try #require(URL(string: "https://h/a"))
      let entry = Cassette.Entry(
        startedAt: start, request: RecordedRequest(method: .post, url: url, body: Data("body".utf8)),
        failure: Cassette.Failure(text: "lost", phase: phase), timings: Cassette.Timings(wait: .seconds(3)))
      try Cassette(entries: [entry]).write(to: file)
      let received = try transport(file).receive(.post, body: "body")
      expectEqual(received.words, isSent ? ["sent 4"] : [])
      time.advance(by: .seconds(3))
      expectEqual(received.words.last, "failed ReplayedFailure \(phase)")
    }
  }

  @Test func aRequestIsCancelledDuringADelay() async throws {
    try await CassetteFixtures.inFolder { file in
      try writeResponse(to: file)
      let received = ReceivedEvents()
      let url = try #require(URL(string: "https://h/a"))
      let task = transport(file).task(for: TransportRequest(url: url), receiver: received)
      task.resume()
      time.advance(by: .seconds(1))
      task.cancel()
      expectEqual(received.words, ["failed CancellationError connect"])
      time.advance(by: .seconds(10))
      expectEqual(received.words.count, 1)
    }
  }

  @Test func aDelayThatEndsWhileItIsScheduledDoesNotReplaceTheNext() async throws {
    try await CassetteFixtures.inFolder { file in
      try writeResponse(to: file)
      let timer = HookedTimer()
      let transport = failures.collect {
        RecordingTransport(cassette: file, replaysDelays: true, timer: timer)
      }
      let received = ReceivedEvents()
      let url = try #require(URL(string: "https://h/a"))
      let task = transport.task(for: TransportRequest(url: url), receiver: received)
      timer.onSchedule.update { $0 = { timer.time.advance(by: .seconds(3)) } }
      task.resume()
      expectEqual(received.words, ["head 200"])
      expectEqual(timer.time.pendingCount, 1)
      task.cancel()
      expectEqual(received.words, ["head 200", "failed CancellationError body"])
      expectEqual(timer.time.pendingCount, 0)
    }
  }

  @Test(arguments: [1e21, -1e21, 1e300])
  func aMessageAtATimeThatNoClockHasIsReplayed(_ time: Double) async throws {
    try await CassetteFixtures.inFolder { file in
      try writeConversation(to: file, helloAt: Date(timeIntervalSince1970: time))
      let session = NetworkSession(transport: transport(file, delays: false), timer: self.time)
      let client = ReceivedUpdates(session.webSocket("wss://example.com/chat"))
      expectEqual(client.texts, ["hello"])
      let late = NetworkSession(transport: transport(file), timer: self.time)
      let waiting = ReceivedUpdates(late.webSocket("wss://example.com/chat"))
      self.time.advance(by: .seconds(3))
      expectNotNil(waiting.connection)
      expectEqual(waiting.texts, time < 0 ? ["hello"] : [])
      for client in [client, waiting] { client.connection?.cancel() }
    }
  }

  @Test func messagesAreAsLateAsTheyWereRecorded() async throws {
    try await CassetteFixtures.inFolder { file in
      try writeConversation(to: file)
      let session = NetworkSession(transport: transport(file), timer: time)
      let client = ReceivedUpdates(session.webSocket("wss://example.com/chat"))
      time.advance(by: .milliseconds(2999))
      expectNil(client.connection)
      time.advance(by: .milliseconds(1))
      expectNotNil(client.connection)
      time.advance(by: .milliseconds(999))
      expectTrue(client.texts.isEmpty)
      time.advance(by: .milliseconds(1))
      expectEqual(client.texts, ["hello"])
      // The client's message comes when it comes, and what follows is late after it.
      time.advance(by: .seconds(100))
      client.send(.text("hi"))
      time.advance(by: .milliseconds(3999))
      expectEqual(client.texts, ["hello"])
      time.advance(by: .milliseconds(1))
      expectEqual(client.texts, ["hello", "answer"])
      expectFalse(client.hasEnded)
      time.advance(by: .seconds(2))
      expectEqual(client.closure?.code, .normal)
      expectTrue(failures.messages.isEmpty)
    }
  }
}
