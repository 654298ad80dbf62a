import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Without an explicit upstream, a recording and a session use the same platform transport.
@Suite(.netTesting) struct RecordingOverTheNetworkTests {
  /// Returns what a client received, with and without a recording, and what was recorded of a local server's response.
  private func recorded(
    _ response: StubResponse
  ) async throws -> (received: DataResponse<Data>, direct: DataResponse<Data>, entry: Cassette.Entry?) {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/a"), with: response)
    try server.start()
    let url = server.baseURL.appending(path: "a")
    return try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(cassette: file, mode: .recordAll)
      let received = await NetworkSession(transport: recorder).get(url).response(.data)
      let direct = await NetworkSession().get(url).response(.data)
      try recorder.save()
      return (received, direct, try Cassette(contentsOf: file).entries.first)
    }
  }

  @Test func repeatedFieldsAreTheSameAsWithoutRecording() async throws {
    let recorded = try await recorded(
      .text("a").addingHeader("X-Note", "1").addingHeader("X-Note", "2"))
    let direct = recorded.direct.response?.headers.values(for: "X-Note")
    expectEqual(recorded.received.response?.headers.values(for: "X-Note"), direct)
    expectEqual(recorded.entry?.response?.headers.values(for: "X-Note"), direct)
    #if os(Linux)
      expectEqual(direct, ["1", "2"])
    #endif
  }

  @Test func aResponseWithTrailersIsRecorded() async throws {
    let recorded = try await recorded(.stream([StubChunk("hello")]).trailer("X-Sum", "5"))
    expectEqual(recorded.received.data, Data("hello".utf8))
    expectEqual(recorded.entry?.response?.body, Data("hello".utf8))
  }
}
