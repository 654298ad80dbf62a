import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Recordings over a transport that does not undo content codings, and of bodies that only look compressed.
@Suite(.netTesting) struct CompressedRecordingTests {
  private let upstream = MockTransport()

  private func gzip(_ text: String) throws -> Data { Data(try Data(text.utf8).deflated(.gzip)) }

  /// Records a response, and returns the file and what is replayed.
  private func replayed(
    _ response: StubResponse, sending body: Data = Data(), _ headers: HTTPHeaders = [:]
  ) async throws -> (file: Data, body: Data, words: [String]) {
    upstream.stub(.everything, with: response)
    let url = try #require(URL(string: "https://h/a"))
    let request = TransportRequest(
      method: .post, url: url, headers: headers, body: body.isEmpty ? .none : .data(body))
    return try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      recorder.task(for: request, receiver: ReceivedEvents()).resume()
      try recorder.save()
      let received = ReceivedEvents()
      RecordingTransport(upstream, cassette: file).task(for: request, receiver: received).resume()
      return (try Data(contentsOf: file), received.body, received.words)
    }
  }

  @Test(arguments: [ZlibFormat.gzip, .zlib])
  func aBodyThatIsStillCompressedIsReplayedAsItWasReceived(_ format: ZlibFormat) async throws {
    let body = Data(try Data(repeating: 0x61, count: 500).deflated(format))
    let replayed = try await replayed(
      .data(body).header("Content-Encoding", format == .gzip ? "gzip" : "deflate"))
    expectEqual(replayed.body, body)
    expectEqual(replayed.words.last, "finished")
  }

  @Test func anArchiveThatWasCompressedAgainIsReplayed() async throws {
    // A transport has undone the coding; what is left is the archive.
    let body = try gzip("an archive")
    let replayed = try await replayed(
      .data(body).header("Content-Encoding", "gzip").header("Content-Type", "application/octet-stream"))
    expectEqual(replayed.body, body)
  }

  @Test func aSecretInACompressedBodyIsNotWritten() async throws {
    let body = try gzip(#"{"token": "s3cret-t0ken"}"#)
    let messages = CollectedFailures()
    try await messages.collectAsync {
      let replayed = try await replayed(
        .data(body).header("Content-Encoding", "gzip").header("Content-Type", "application/json"))
      #expect(!String(decoding: replayed.file, as: UTF8.self).contains(body.base64EncodedString()))
      expectTrue(replayed.body.isEmpty)
    }
    expectEqual(messages.messages.count, 1)
    expectEqual(messages.messages.first?.contains("it was received compressed, and has secrets"), true)
  }

  @Test func aSecretInACompressedRequestIsNotWritten() async throws {
    let body = try gzip(#"{"password": "s3cret"}"#)
    let replayed = try await replayed(
      .text("ok"), sending: body, ["Content-Encoding": "gzip", "Content-Type": "application/json"])
    let file = String(decoding: replayed.file, as: UTF8.self)
    #expect(!file.contains(body.base64EncodedString()))
    #expect(!file.contains("s3cret"))
    expectEqual(replayed.body, Data("ok".utf8))
  }
}
