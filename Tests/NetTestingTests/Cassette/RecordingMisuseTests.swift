import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct RecordingMisuseTests {
  let failures = CollectedFailures()
  let upstream = MockTransport()

  @Test func anUnmatchedRequestFailsTheTestWithTheNearestEntries() async throws {
    try await CassetteFixtures.with(CassetteFixtures.mitmproxy) { file in
      let replay = failures.collect { RecordingTransport(upstream, cassette: file, line: 8) }
      let received = try replay.receive(
        .post, "https://api.example.com/todos", headers: ["Content-Type": "application/json"],
        body: #"{"title": "Bread"}"#)
      expectEqual(received.words, ["failed UnmatchedRequest connect"])
      expectEqual(
        failures.messages,
        [
          """
          The cassette test.har does not match.
          No entry answers POST https://api.example.com/todos
          Nearest of 2:
            entry 1: POST https://api.example.com/todos
              JSON body at title: expected "Milk", got "Bread"
            entry 2: GET https://down.example.com/
              method: expected GET, got POST
              URL: expected https://down.example.com/, got https://api.example.com/todos
              body: expected none, got {"title": "Bread"}
          To answer it: record it, in mode .recordNew, which adds it to the cassette; or everything again, in mode \
          .recordAll. If a part differs each time, such as a date, pass it to the code; if it is a secret, add its \
          name to the Redaction.
          """
        ])
      expectEqual(failures.lines, [8])
      expectTrue(upstream.requests.isEmpty)
    }
  }

  @Test func theReportListsTheSkippedEntries() async throws {
    let text = #"{"log": {"entries": [{"request": {"method": "GET", "url": ""}}]}}"#
    try await CassetteFixtures.with(text) { file in
      let replay = failures.collect { RecordingTransport(upstream, cassette: file) }
      try replay.receive()
      expectEqual(
        failures.messages.first?.hasSuffix(
          """
          Entries that could not be read, and were skipped: log.entries[0].request.url: expected an absolute URL, \
          got the text "".
          """), true)
    }
  }

  @Test func anEntryIsReplayedOnce() async throws {
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      let replay = failures.collect { RecordingTransport(upstream, cassette: file) }
      for _ in 0..<2 { try replay.receive(.get, "https://api.example.com/dot.png") }
      expectEqual(failures.messages.count, 1)
      expectEqual(failures.messages.first?.contains("already used 1 of 1"), true)
    }
  }

  @Test func anEntryWithoutItsBodyFailsTheTest() async throws {
    try await CassetteFixtures.with(CassetteFixtures.chrome) { file in
      let replay = failures.collect { RecordingTransport(upstream, cassette: file, line: 4) }
      let received = try replay.receive(.get, "https://api.example.com/evicted")
      expectEqual(received.words, ["failed StubMisuse connect"])
      expectEqual(failures.messages.first?.hasPrefix("Entry 4 of the cassette test.har answers"), true)
      expectEqual(failures.lines, [4])
    }
  }

  @Test func aMissingCassetteFailsTheTestAndEveryRequest() async throws {
    try await CassetteFixtures.inFolder { file in
      let replay = failures.collect { RecordingTransport(upstream, cassette: file, line: 3) }
      let received = try replay.receive()
      expectEqual(received.words, ["failed CassetteError connect"])
      expectEqual(failures.messages.count, 1)
      expectEqual(
        failures.messages.first?.hasSuffix("Record it first, in mode .recordNew or .recordAll."), true)
      expectEqual(failures.lines, [3])
    }
  }

  @Test(arguments: [RecordingMode.replay, .recordNew])
  func anUnreadableFileFailsTheTestOnce(mode: RecordingMode) async throws {
    try await CassetteFixtures.with("no HAR") { file in
      let scope = TestScope()
      _ = failures.collect { RecordingTransport(upstream, cassette: file, mode: mode, afterEach: scope) }
      expectEqual(failures.messages.count, 1)
      scope.end()
      expectEqual(failures.messages.count, 1)
    }
  }

  @Test func anUnreadableFileIsNotOverwritten() async throws {
    upstream.stub(.everything, with: .text("a"))
    try await CassetteFixtures.with("no HAR") { file in
      let recorder = failures.collect { RecordingTransport(upstream, cassette: file, mode: .recordNew) }
      let received = try recorder.receive()
      expectEqual(received.words, ["failed CassetteError connect"])
      #expect(throws: CassetteError.self) { try recorder.save() }
      expectEqual(try String(contentsOf: file, encoding: .utf8), "no HAR")
      expectTrue(upstream.requests.isEmpty)
    }
  }

  @Test func anUnwritableFileFailsTheTest() async throws {
    upstream.stub(.everything, with: .text("a"))
    try await CassetteFixtures.with("a file, and no folder") { file in
      let scope = TestScope()
      let recorder = failures.collect {
        RecordingTransport(
          upstream, cassette: file.appending(path: "b.har"), mode: .recordAll, afterEach: scope, line: 5)
      }
      try recorder.receive()
      scope.end()
      expectEqual(failures.messages.first?.contains("b.har: the cassette cannot be written"), true)
      expectEqual(failures.lines, [5])
    }
  }
}
