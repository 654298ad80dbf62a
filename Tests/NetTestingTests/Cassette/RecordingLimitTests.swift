import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Bodies over the recording limit still reach the code under test and the server whole.
@Suite(.netTesting) struct RecordingLimitTests {
  private let failures = CollectedFailures()
  private let upstream = MockTransport(chunkSize: 4)

  @Test func aBodyOverTheLimitIsDeliveredButNotRecorded() async throws {
    upstream.stub(.everything, with: .text("0123456789"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 9)
      let received = try recorder.receive()
      expectEqual(received.words, ["head 200", "body 0123", "body 4567", "body 89", "finished"])
      expectEqual(recorder.recording.first?.response?.body, Data())
      try recorder.save()
      let entry = try Cassette(contentsOf: file).entries.first
      expectEqual(
        entry?.response?.missingBody, "it has 10 bytes, and 9 are recorded at most, as maximumBodySize says")
    }
  }

  @Test func replayingAnUnrecordedBodyFailsTheTestWithTheReason() async throws {
    upstream.stub(.everything, with: .text("0123456789"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 9)
      try recorder.receive()
      try recorder.save()
      let replay = failures.collect { RecordingTransport(upstream, cassette: file) }
      expectEqual(try replay.receive().words, ["failed StubMisuse connect"])
      expectEqual(failures.messages.first?.contains("it has 10 bytes, and 9 are recorded at most"), true)
    }
  }

  @Test func replayingAnUnrecordedBodyOfAFailedTransferFailsTheTest() async throws {
    upstream.stub(.everything, with: .text("0123456789").fault(.contentLength(off: 2)))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 9)
      expectEqual(try recorder.receive().words.last, "failed ServerFault body")
      try recorder.save()
      let replay = failures.collect { RecordingTransport(upstream, cassette: file) }
      expectEqual(try replay.receive().words, ["failed StubMisuse connect"])
      expectEqual(failures.messages.first?.contains("it has 10 bytes, and 9 are recorded at most"), true)
    }
  }

  @Test func aBodyOfExactlyTheLimitIsRecorded() async throws {
    upstream.stub(.everything, with: .text("0123456789"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 10)
      try recorder.receive()
      expectEqual(recorder.recording.first?.response?.body, Data("0123456789".utf8))
      expectNil(recorder.recording.first?.response?.missingBody)
    }
  }

  @Test func onlyThePrefixOfALargeRequestBodyIsRecordedAndCompared() async throws {
    upstream.stub(.everything, with: .text("a"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 4)
      try recorder.receive(.post, body: "0123456789")
      try recorder.save()
      expectEqual(upstream.lastRequest?.body, Data("0123456789".utf8))
      expectEqual(try Cassette(contentsOf: file).entries.first?.request.body, Data("0123".utf8))
      let replay = RecordingTransport(upstream, cassette: file, maximumBodySize: 4)
      expectEqual(try replay.receive(.post, body: "0123456789").words.last, "finished")
    }
  }

  @Test(arguments: [0, 3, 4, 5, 9, 10, 11, 1 << 20, .max], [0, 4, 9, 10, 1 << 20])
  func aCassetteIsReplayedUnderAnyLimit(_ replayed: Int, _ recorded: Int) async throws {
    upstream.stub(.everything, with: .status(204))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: recorded)
      try recorder.receive(.post, body: "0123456789")
      try recorder.save()
      let replay = failures.collect {
        RecordingTransport(upstream, cassette: file, maximumBodySize: replayed)
      }
      expectEqual(try replay.receive(.post, body: "0123456789").words, ["sent 10", "head 204", "finished"])
      expectEqual(failures.messages, [])
    }
  }

  @Test func entriesOfSeveralLimitsAreReplayedInOrder() async throws {
    let statuses = SharedLock([201, 202, 203])
    upstream.stub(.everything) { _ in .status(statuses.withLock { $0.removeFirst() }) }
    try await CassetteFixtures.inFolder { file in
      var entries: [Cassette.Entry] = []
      for (limit, body) in [(4, "0123456789"), (100, "abcdefghij"), (6, "0123456xxx")] {
        let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: limit)
        try recorder.receive(.post, body: body)
        try recorder.save()
        entries += try Cassette(contentsOf: file).entries
      }
      try Cassette(entries: entries).write(to: file)
      let replay = RecordingTransport(upstream, cassette: file, maximumBodySize: 50)
      expectEqual(try replay.receive(.post, body: "0123456xxx").head?.status, 201)
      expectEqual(try replay.receive(.post, body: "0123456xxx").head?.status, 203)
      expectEqual(try replay.receive(.post, body: "abcdefghij").head?.status, 202)
    }
  }

  @Test func anotherBeginningDoesNotMatch() async throws {
    upstream.stub(.everything, with: .status(204))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 4)
      try recorder.receive(.post, body: "0123456789")
      try recorder.save()
      for body in ["0124456789", "0123", "012", ""] {
        let replay = failures.collect { RecordingTransport(upstream, cassette: file) }
        expectEqual(try replay.receive(.post, body: body).words.last, "failed UnmatchedRequest connect")
      }
      expectEqual(failures.messages.last?.contains("body: expected 0123, and more"), true)
    }
  }

  @Test func aSecretInTheBeginningIsComparedRedacted() async throws {
    upstream.stub(.everything, with: .status(204))
    let body = #"{"password": "s3cret", "text": "\#(String(repeating: "x", count: 100))"}"#
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 40)
      try recorder.receive(.post, headers: ["Content-Type": "application/json"], body: body)
      try recorder.save()
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("s3cret"))
      let replay = RecordingTransport(upstream, cassette: file)
      let other = body.replacingOccurrences(of: "s3cret", with: "other1")
      let received = try replay.receive(.post, headers: ["Content-Type": "application/json"], body: other)
      expectEqual(received.words.last, "finished")
    }
  }

  @Test(arguments: [RecordingMode.recordAll, .recordNew])
  func aOneShotBodyStreamIsRecordedAndSent(mode: RecordingMode) async throws {
    upstream.stub(.everything, with: .text("a"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: mode)
      let url = try #require(URL(string: "https://h/a"))
      let body = BodyStream(isRepeatable: false, inputStream: { InputStream(data: Data("hello".utf8)) })
      let received = ReceivedEvents()
      recorder.task(
        for: TransportRequest(method: .post, url: url, body: .stream(body)), receiver: received
      ).resume()
      expectEqual(received.words.last, "finished")
      expectEqual(upstream.lastRequest?.body, Data("hello".utf8))
      expectEqual(recorder.recording.first?.request.body, Data("hello".utf8))
    }
  }

  @Test func anUnreadableRequestBodyFailsTheRequest() async throws {
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      let url = try #require(URL(string: "https://h/a"))
      let received = ReceivedEvents()
      recorder.task(
        for: TransportRequest(method: .post, url: url, body: .file(URL(filePath: "/nowhere/a"))),
        receiver: received
      ).resume()
      expectEqual(received.words, ["failed RequestBodyError send"])
      expectTrue(upstream.requests.isEmpty)
    }
  }
}
