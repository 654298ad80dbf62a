import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Request bodies that are asynchronous sequences, recorded and replayed.
@Suite(.netTesting) struct RecordingSequenceTests {
  private let upstream = MockTransport()

  private func send(_ stream: BodyStream, over transport: RecordingTransport) async -> [String] {
    let events = ReceivedEvents()
    guard let url = URL(string: "https://h/a") else { return [] }
    transport.task(for: TransportRequest(method: .post, url: url, body: .stream(stream)), receiver: events)
      .resume()
    await waitPatiently {
      events.words.last == "finished" || events.words.last?.hasPrefix("failed") == true
    }
    return events.words
  }

  private func streams(_ text: String) -> [BodyStream] {
    [
      BodyStream(AsyncStream(bytes: Data(text.utf8))),
      BodyStream(sequence: { AsyncStream(bytes: Data(text.utf8)) }),
    ]
  }

  @Test func aSequenceIsRecordedSentAndReplayed() async throws {
    upstream.stub(.post("/a") && .body(equals: Data("abc".utf8)), with: .text("yes"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      for stream in streams("abc") {
        expectEqual(await send(stream, over: recorder).suffix(3), ["head 200", "body yes", "finished"])
      }
      expectEqual(recorder.recording.map(\.request.body), [Data("abc".utf8), Data("abc".utf8)])
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      for stream in streams("abc") {
        expectEqual(await send(stream, over: replay).suffix(3), ["head 200", "body yes", "finished"])
      }
    }
    expectEqual(upstream.requests.count, 2)
  }

  @Test func onlyTheBeginningOfARepeatableSequenceIsReadForTheRecord() async throws {
    upstream.stub(.post("/a"), with: .text("yes"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 4)
      for stream in streams("0123456789") { _ = await send(stream, over: recorder) }
      expectEqual(recorder.recording.map(\.request.body), [Data("0123".utf8), Data("0123".utf8)])
    }
    expectEqual(upstream.requests.map(\.body), [Data("0123456789".utf8), Data("0123456789".utf8)])
  }

  @Test func cancellingWhileTheBodyIsReadSendsNothing() async throws {
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      let watched = WatchedStream()
      let events = ReceivedEvents()
      let task = recorder.task(
        for: TransportRequest(
          method: .post, url: try #require(URL(string: "https://h/a")),
          body: .stream(watched.body)),
        receiver: events)
      task.resume()
      await watched.opened()
      expectTrue(events.words.isEmpty)
      task.cancel()
      #expect(await watched.wasCancelled())
      expectEqual(events.words, ["failed CancellationError connect"])
    }
    expectTrue(upstream.requests.isEmpty)
  }

  @Test func anErrorOfTheSequenceFailsTheRequest() async throws {
    struct Broken: Error {}
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      let stream = BodyStream(PatternSequence(count: 3) { _ in throw Broken() })
      expectEqual(await send(stream, over: recorder), ["failed Broken send"])
    }
  }
}
