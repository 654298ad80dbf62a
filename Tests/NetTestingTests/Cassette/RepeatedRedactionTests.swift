import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a file contains is redacted already, and is redacted again when it is replayed or written back.
@Suite(.netTesting) struct RepeatedRedactionTests {
  private static let words = [
    "password", "token", "a", "=", "=", "&", "&", "\n", ":", "\"", "{", "}", ",", "1", "secret", "<redacted>",
    "%3Credacted%3E", "/", "?", "https://u:p@h/", "https://h/?token=1", " ", "+", ";", "[", "\r\n", "<",
    "Authorization: Bearer abc", "%3D", "\\", "Content-Disposition: form-data; name=\"token\"", "data: ",
  ]

  private static let types = [
    "", "text/plain", "application/json", "application/x-www-form-urlencoded", "application/xml",
    "application/x-ndjson", "text/event-stream", "application/octet-stream",
  ]

  /// Records a request and replays it; returns how it ends.
  private func replay(
    _ url: String = "https://h/a", headers: HTTPHeaders = [:], body: String, at file: URL
  ) throws -> String? {
    let upstream = MockTransport()
    upstream.stub(.everything, with: .text("a"))
    let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
    try recorder.receive(.post, url, headers: headers, body: body)
    try recorder.save()
    let transport = RecordingTransport(cassette: file, mode: .replay)
    return try transport.receive(.post, url, headers: headers, body: body).words.last
  }

  @Test(arguments: ["a=1&b=2\npassword=s3cret", "=password=s3cret"])
  func aBodyThatReadsDifferentlyOnceRedactedIsReplayed(body: String) async throws {
    try await CassetteFixtures.inFolder { file in
      expectEqual(try replay(headers: ["Content-Type": "text/plain"], body: body, at: file), "finished")
    }
  }

  @Test func aURLThatReadsDifferentlyOnceRedactedIsReplayed() async throws {
    try await CassetteFixtures.inFolder { file in
      let url = "https://h/Content-Disposition:name=%22token%22https://u:p@h/=token%3D%3E"
      expectEqual(try replay(url, body: "", at: file), "finished")
    }
  }

  @Test(.heavy, arguments: 0..<4) func requestsWithRandomSecretsAreReplayed(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var failures: [String] = []
    try await CassetteFixtures.inFolder { file in
      for _ in 0..<200 {
        let count = Int.random(in: 1...8, using: &random)
        let body = (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }.joined()
        let type = Self.types.randomElement(using: &random) ?? ""
        let end = try replay(headers: ["Content-Type": type], body: body, at: file)
        if end != "finished" { failures.append("\(type) \(body.debugDescription)") }
      }
    }
    expectEqual(failures, [])
  }

  @Test func aFileWithOtherEntriesIsNotChangedByAddingOne() async throws {
    let upstream = MockTransport()
    upstream.stub(.everything, with: .text("=password=s3cret"))
    try await CassetteFixtures.inFolder { file in
      let first = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      try first.receive(.post, body: "=password=s3cret")
      try first.save()
      let entry = try Cassette(contentsOf: file).entries.first
      let second = RecordingTransport(upstream, cassette: file, mode: .recordNew)
      try second.receive(.get, "https://h/b")
      try second.save()
      expectEqual(try Cassette(contentsOf: file).entries.first, entry)
    }
  }
}
