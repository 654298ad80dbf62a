import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct CassetteRedactionTests {
  let upstream = MockTransport()

  /// Records one exchange and returns the text of the file and its entry.
  private func record(
    _ method: HTTPMethod = .get, _ url: String = "https://h/a", headers: HTTPHeaders = [:],
    body: String? = nil,
    answer: StubResponse = .text("a"), redaction: Redaction = .standard
  ) async throws -> (text: String, entry: Cassette.Entry) {
    upstream.stub(.everything, with: answer)
    return try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, redaction: redaction)
      try recorder.receive(method, url, headers: headers, body: body)
      try recorder.save()
      return (
        try String(contentsOf: file, encoding: .utf8),
        try #require(try Cassette(contentsOf: file).entries.first)
      )
    }
  }

  @Test func secretHeadersAreNotWritten() async throws {
    let (text, entry) = try await record(headers: [
      "Authorization": "Bearer hunter2", "Cookie": "a=hunter2; b=hunter2",
    ])
    #expect(!text.contains("hunter2"))
    expectEqual(entry.request.headers["Authorization"], "<redacted>")
    expectEqual(entry.request.headers["Cookie"], "a=<redacted>; b=<redacted>")
  }

  @Test func setCookieKeepsItsNameAndAttributes() async throws {
    let (text, entry) = try await record(
      answer: .text("a").addingHeader("Set-Cookie", "sid=hunter2; Path=/; HttpOnly"))
    #expect(!text.contains("hunter2"))
    expectEqual(entry.response?.headers["Set-Cookie"], "sid=<redacted>; Path=/; HttpOnly")
  }

  @Test func secretQueryParametersAndCredentialsAreNotWritten() async throws {
    let (text, entry) = try await record(.get, "https://me:hunter2@h/a?token=hunter2&q=1")
    #expect(!text.contains("hunter2"))
    expectEqual(entry.request.url.absoluteString, "https://%3Credacted%3E@h/a?token=%3Credacted%3E&q=1")
  }

  @Test func aSecretInTheLocationHeaderIsNotWritten() async throws {
    let (text, _) = try await record(answer: .redirect(to: "https://h/b?access_token=hunter2"))
    #expect(!text.contains("hunter2"))
  }

  @Test(arguments: ["s", "a secret that is longer than what it is replaced with"])
  func aDownloadOfARedactedBodyIsReplayed(_ secret: String) async throws {
    upstream.stub(.everything, with: .json(["access_token": .string(secret)]))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      _ = await NetworkSession(transport: recorder).get("https://h/a").response(.data)
      try recorder.save()
      let session = NetworkSession(transport: RecordingTransport(upstream, cassette: file))
      let downloaded = file.appendingPathExtension("body")
      _ = try await session.get("https://h/a").download(to: .file(downloaded))
      expectEqual(try Data(contentsOf: downloaded), Data(#"{"access_token":"<redacted>"}"#.utf8))
    }
  }

  @Test(arguments: [("identity", "4"), ("Identity", "4"), ("gzip", "9")])
  func theLengthOfABodyThatWasEditedIsCorrectedUnlessItWasEncoded(coding: String, length: String) async throws
  {
    let request = RecordedRequest(method: .get, url: try #require(URL(string: "https://h/a")))
    let response = Cassette.Response(
      status: 200, headers: ["Content-Encoding": coding, "Content-Length": "9"], body: Data("edit".utf8))
    try await CassetteFixtures.inFolder { file in
      try Cassette(entries: [Cassette.Entry(startedAt: .distantPast, request: request, response: response)])
        .write(to: file)
      let replayed = await NetworkSession(transport: RecordingTransport(upstream, cassette: file)).get(
        "https://h/a"
      )
      .response(.string)
      expectEqual(replayed.response?.headers["Content-Length"], length)
      expectEqual(try replayed.result.get(), "edit")
    }
  }

  @Test func aBodyThatBrokeOffKeepsTheLengthThatItsHeadStated() async throws {
    upstream.stub(.everything, with: .json(["access_token": "a"]).fault(.reset(after: .bodyBytes(19))))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      try recorder.receive()
      try recorder.save()
      let response = await NetworkSession(transport: RecordingTransport(upstream, cassette: file)).get(
        "https://h/a"
      )
      .response(.data)
      expectEqual(response.response?.headers["Content-Length"], "20")
      expectEqual(response.error?.reason, .transport(.body))
    }
  }

  @Test func nestedSecretFieldsOfJSONAreNotWritten() async throws {
    let (text, entry) = try await record(
      .post, body: #"{"user": {"name": "Trent", "Password": "hunter2"}}"#,
      answer: .json(["access_token": "hunter2", "items": [["refresh_token": "hunter2"]]]))
    #expect(!text.contains("hunter2"))
    expectEqual(entry.request.body, Data(#"{"user": {"name": "Trent", "Password": "<redacted>"}}"#.utf8))
  }

  @Test func secretFieldsOfAFormAreNotWritten() async throws {
    let (text, entry) = try await record(
      .post, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: "user=a&password=hunter2&x=+1")
    #expect(!text.contains("hunter2"))
    expectEqual(entry.request.body, Data("user=a&password=%3Credacted%3E&x=+1".utf8))
  }

  @Test func namesAddedToTheRedactionAreNotWritten() async throws {
    var redaction = Redaction.standard
    redaction.insert(headerName: "X-Patient")
    redaction.insert(queryName: "visit")
    redaction.insert(bodyName: "iban")
    let (text, _) = try await record(
      .post, "https://h/a?visit=hunter2", headers: ["X-Patient": "hunter2"], body: #"{"iban": "hunter2"}"#,
      redaction: redaction)
    #expect(!text.contains("hunter2"))
  }

  @Test func withoutRedactionEverythingIsWritten() async throws {
    let (_, entry) = try await record(
      .post, "https://h/a?token=1", headers: ["Authorization": "Bearer 1"], body: #"{"password": "1"}"#,
      answer: .text("a").addingHeader("Set-Cookie", "a=1"), redaction: .none)
    expectEqual(entry.request.url.absoluteString, "https://h/a?token=1")
    expectEqual(entry.request.headers["Authorization"], "Bearer 1")
    expectEqual(entry.request.body, Data(#"{"password": "1"}"#.utf8))
    expectEqual(entry.response?.headers["Set-Cookie"], "a=1")
  }

  @Test func aBodyWithoutSecretsIsWrittenUnchanged() async throws {
    let (_, entry) = try await record(.post, body: #"{ "b": 1.0, "a": 2 }"#)
    expectEqual(entry.request.body, Data(#"{ "b": 1.0, "a": 2 }"#.utf8))
  }

  @Test func requestsWithOtherSecretsMatchTheRecordedEntry() async throws {
    upstream.stub(.everything, with: .text("a"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      try recorder.receive(.post, "https://h/a?token=1", body: #"{"password": "1"}"#)
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      let replayed = try replay.receive(.post, "https://h/a?token=2", body: #"{"password": "2"}"#)
      expectEqual(replayed.words.last, "finished")
    }
  }

  @Test func theMismatchReportContainsNoSecrets() async throws {
    let failures = CollectedFailures()
    try await CassetteFixtures.with(CassetteFixtures.mitmproxy) { file in
      let replay = failures.collect { RecordingTransport(upstream, cassette: file) }
      try replay.receive(.post, "https://h/?token=hunter2", body: #"{"password": "hunter2"}"#)
      expectEqual(failures.messages.count, 1)
      expectEqual(failures.messages.first?.contains("hunter2"), false)
    }
  }
}
