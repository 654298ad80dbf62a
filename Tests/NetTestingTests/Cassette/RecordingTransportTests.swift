import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct RecordingTransportTests {
  let upstream = MockTransport()

  private func recorder(
    _ file: URL, _ mode: RecordingMode, redaction: Redaction = .standard
  ) -> RecordingTransport {
    RecordingTransport(upstream, cassette: file, mode: mode, redaction: redaction)
  }

  @Test func aRecordingIsReplayedWithoutTheNetwork() async throws {
    upstream.stub(
      .get("/a"),
      with: .json(["name": "Trent"]).addingHeader("Link", "<1>").addingHeader("Link", "<2>").status(201))
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      let recorded = try recorder.receive()
      try recorder.save()
      let replayed = try RecordingTransport(upstream, cassette: file).receive()
      expectEqual(replayed.words, recorded.words)
      expectEqual(replayed.head, recorded.head)
      expectEqual(replayed.head?.headers.values(for: "Link"), ["<1>", "<2>"])
      expectEqual(upstream.requests.count, 1)
    }
  }

  @Test(arguments: [
    Data([0, 255, 1, 254]), Data("Grüße\u{2028}\u{0}".utf8), Data(),
    Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
  ])
  func everyBodyIsReplayedByteForByte(body: Data) async throws {
    upstream.stub(.post("/a")) { request in .data(request.body) }
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      let url = try #require(URL(string: "https://h/a"))
      let request = TransportRequest(method: .post, url: url, body: .data(body))
      recorder.task(for: request, receiver: ReceivedEvents()).resume()
      try recorder.save()
      let entry = try #require(try Cassette(contentsOf: file).entries.first)
      expectEqual(entry.response?.body, body)
      expectEqual(entry.request.body, body)
    }
  }

  @Test(arguments: ["a\u{85}b", "a\u{2028}b", "\u{2029}", "a\u{b}\u{c}b", "caf\u{e9}", ""])
  func aFieldWithAnyValueIsReplayedAsOne(_ value: String) async throws {
    upstream.stub(.get("/a"), with: .status(204).header("X-A", value))
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      try recorder.receive()
      try recorder.save()
      let replayed = try RecordingTransport(upstream, cassette: file).receive()
      expectEqual(replayed.head?.headers.values(for: "X-A"), [value])
    }
  }

  @Test func textInAnotherCharsetIsWrittenAsText() async throws {
    upstream.stub(
      .get("/a"),
      with: .data(Data([0x47, 0x72, 0xfc]), headers: ["Content-Type": "text/plain; charset=ISO-8859-1"]))
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      try recorder.receive()
      try recorder.save()
      #expect(try String(contentsOf: file, encoding: .utf8).contains(#""text": "Grü""#))
      expectEqual(try Cassette(contentsOf: file).entries.first?.response?.body, Data([0x47, 0x72, 0xfc]))
    }
  }

  @Test func repeatedRequestsAreReplayedInSequence() async throws {
    upstream.stub(.get("/a"), withSequence: [.text("1"), .text("2")])
    upstream.stub(.get("/b"), with: .text("b"))
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      for path in ["a", "b", "a"] { try recorder.receive(.get, "https://h/\(path)") }
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      let bodies = try ["b", "a", "a"].map { try replay.receive(.get, "https://h/\($0)").words[1] }
      expectEqual(bodies, ["body b", "body 1", "body 2"])
    }
  }

  @Test func aFailureIsReplayedAsAFailure() async throws {
    upstream.stub(.get("/a"), with: .failure(URLError(.cannotConnectToHost)))
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      try recorder.receive()
      try recorder.save()
      let replayed = try RecordingTransport(upstream, cassette: file).receive()
      expectEqual((replayed.error as? URLError)?.code, .cannotConnectToHost)
      expectEqual(replayed.words.count, 1)
    }
  }

  @Test func recordNewReplaysKnownRequestsAndRecordsNewOnes() async throws {
    upstream.stub(.everything) { request in .text(request.url.path) }
    try await CassetteFixtures.inFolder { file in
      let first = recorder(file, .recordNew)
      try first.receive(.get, "https://h/a")
      try first.save()
      let second = recorder(file, .recordNew)
      try second.receive(.get, "https://h/a")
      try second.receive(.get, "https://h/b")
      try second.save()
      expectEqual(upstream.requests.map(\.url.path), ["/a", "/b"])
      expectEqual(try Cassette(contentsOf: file).entries.map(\.request.url.path), ["/a", "/b"])
    }
  }

  @Test func recordNewKeepsTheFieldsOfOtherTools() async throws {
    upstream.stub(.everything, with: .text("new"))
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      let recorder = recorder(file, .recordNew)
      try recorder.receive()
      try recorder.save()
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(#""_priority": "High""#))
      expectEqual(try Cassette(contentsOf: file).entries.count, 6)
    }
  }

  @Test func recordAllReplacesTheFile() async throws {
    upstream.stub(.everything, with: .text("new"))
    try await CassetteFixtures.with(CassetteFixtures.mitmproxy) { file in
      let recorder = recorder(file, .recordAll)
      try recorder.receive()
      try recorder.save()
      expectEqual(try Cassette(contentsOf: file).entries.map(\.request.description), ["GET https://h/a"])
    }
  }

  @Test func withoutNewRequestsTheFileIsUnchanged() async throws {
    try await CassetteFixtures.with(CassetteFixtures.mitmproxy) { file in
      for mode in [RecordingMode.replay, .recordNew, .recordAll] { try recorder(file, mode).save() }
      expectEqual(try String(contentsOf: file, encoding: .utf8), CassetteFixtures.mitmproxy)
    }
  }

  @Test func theFileIsWrittenAtTheEndOfTheTest() async throws {
    upstream.stub(.everything, with: .text("a"))
    try await CassetteFixtures.inFolder { file in
      let scope = TestScope()
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, afterEach: scope)
      try recorder.receive()
      #expect(!FileManager.default.fileExists(atPath: file.path))
      scope.end()
      expectEqual(try Cassette(contentsOf: file).entries.count, 1)
    }
  }

  @Test func cancelledAndUnfinishedRequestsAreNotRecorded() async throws {
    let held = MockTransport(delivery: .held)
    held.stub(.everything, with: .text("a"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(held, cassette: file, mode: .recordAll)
      let url = try #require(URL(string: "https://h/a"))
      let cancelled = ReceivedEvents()
      let task = recorder.task(for: TransportRequest(url: url), receiver: cancelled)
      task.resume()
      task.cancel()
      try recorder.receive(.get, "https://h/b")
      try recorder.receive(.get, "https://h/c")
      held.pending.last?.complete()
      expectEqual(cancelled.words, ["failed CancellationError connect"])
      expectEqual(recorder.recording.map(\.request.url.path), ["/c"])
    }
  }

  @Test func entriesKeepTheOrderOfTheRequests() async throws {
    let held = MockTransport(delivery: .held)
    held.stub(.everything, with: .text("a"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(held, cassette: file, mode: .recordAll)
      for path in ["a", "b"] { try recorder.receive(.get, "https://h/\(path)") }
      for pending in held.pending.reversed() { pending.complete() }
      expectEqual(recorder.recording.map(\.request.url.path), ["/a", "/b"])
    }
  }

  @Test func aFileOfABrowserIsReplayed() async throws {
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      let replay = RecordingTransport(upstream, cassette: file)
      let user = try replay.receive(.get, "https://api.example.com:443/users/trentm?page=1")
      expectEqual(user.words, ["head 200", #"body {"name": "Trent"}"#, "finished"])
      let blocked = try replay.receive(.get, "https://ads.example.net/track")
      expectEqual(blocked.words, ["failed ReplayedFailure connect"])
    }
  }

  @Test func equivalentURLsAndJSONBodiesMatch() async throws {
    upstream.stub(.everything, with: .text("a"))
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      try recorder.receive(.post, "https://H/a?x=1&y=2#top", body: #"{"a": 1, "b": [2]}"#)
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      let replayed = try replay.receive(.post, "https://h:443/a?y=2&x=1", body: #"{"b":[2],"a":1}"#)
      expectEqual(replayed.words.last, "finished")
    }
  }

  @Test func theMultipartBoundaryIsIgnored() async throws {
    upstream.stub(.everything, with: .text("a"))
    func multipart(_ boundary: String) -> (headers: HTTPHeaders, body: String) {
      (
        ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
      )
    }
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      let first = multipart("first")
      try recorder.receive(.post, headers: first.headers, body: first.body)
      try recorder.save()
      let second = multipart("second")
      let replay = RecordingTransport(upstream, cassette: file)
      expectEqual(
        try replay.receive(.post, headers: second.headers, body: second.body).words.last, "finished")
    }
  }

  @Test func multipartBodiesWithOtherBytesAreOtherRequests() async throws {
    upstream.stub(.everything) { .text($0.body.contains(0xff) ? "first" : "second") }
    func multipart(_ byte: UInt8, _ boundary: String) throws -> TransportRequest {
      let type = "multipart/form-data; boundary=\(boundary)"
      let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
      let body = Data(head.utf8) + [byte] + Data("\r\n--\(boundary)--\r\n".utf8)
      let url = try #require(URL(string: "https://h/a"))
      return TransportRequest(method: .post, url: url, headers: ["Content-Type": type], body: .data(body))
    }
    func receive(_ byte: UInt8, _ boundary: String, from transport: RecordingTransport) throws -> [String] {
      let received = ReceivedEvents()
      transport.task(for: try multipart(byte, boundary), receiver: received).resume()
      return received.words
    }
    try await CassetteFixtures.inFolder { file in
      let recorder = recorder(file, .recordAll)
      _ = try receive(0xff, "one", from: recorder)
      _ = try receive(0xfe, "two", from: recorder)
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      #expect(try receive(0xfe, "three", from: replay).contains("body second"))
      #expect(try receive(0xff, "four", from: replay).contains("body first"))
    }
  }

  @Test func aPausedReplayHoldsTheBody() async throws {
    try await CassetteFixtures.with(CassetteFixtures.mitmproxy) { file in
      let replay = RecordingTransport(upstream, cassette: file)
      let received = ReceivedEvents()
      let url = try #require(URL(string: "https://api.example.com/todos"))
      let request = TransportRequest(method: .post, url: url, body: .data(Data(#"{"title":"Milk"}"#.utf8)))
      let task = replay.task(for: request, receiver: received)
      task.pause()
      task.resume()
      expectEqual(received.words, ["sent 16", "head 201"])
      task.proceed()
      expectEqual(received.words, ["sent 16", "head 201", #"body {"id":1}"#, "finished"])
    }
  }

  @Test func cancellingBeforeResumeFailsTheTaskOnce() async throws {
    try await CassetteFixtures.with(CassetteFixtures.mitmproxy) { file in
      let replay = RecordingTransport(upstream, cassette: file)
      let received = ReceivedEvents()
      let task = replay.task(
        for: TransportRequest(url: try #require(URL(string: "https://h/a"))), receiver: received)
      task.cancel()
      task.resume()
      task.cancel()
      expectEqual(received.words, ["failed CancellationError connect"])
    }
  }
}
