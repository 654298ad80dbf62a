import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What is recorded of requests that are cancelled, by the session or by the code, and how it is replayed.
@Suite struct CancelledRecordingTests {
  private let timer = TestScheduler()
  private let upstream: MockTransport

  init() { upstream = MockTransport(timer: timer) }

  private static let bigBody = StubResponse.stream(
    Array(repeating: StubChunk(Data(repeating: 0x78, count: 30_000), after: .milliseconds(10)), count: 10))

  /// Records what the body does, and replays it; returns the results of both and what was recorded.
  private func twice<Value: Sendable>(
    _ change: (inout SessionConfiguration) -> Void = { _ in }, _ body: (NetworkSession) throws -> Value
  ) async throws -> (recorded: Value, replayed: Value, entries: [Cassette.Entry]) {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://h/")
    configuration.timeouts = RequestTimeouts()
    change(&configuration)
    return try await CassetteFixtures.inFolder { file in
      func run(_ mode: RecordingMode) throws -> Value {
        var configuration = configuration
        if configuration.cache != nil { configuration.cache = .memory(limit: 1 << 20) }
        let recorder = RecordingTransport(upstream, cassette: file, mode: mode, timer: timer)
        let value = try body(NetworkSession(configuration: configuration, transport: recorder, timer: timer))
        if mode == .recordAll { try recorder.save() }
        return value
      }
      let recorded = try run(.recordAll)
      return (recorded, try run(.replay), try Cassette(contentsOf: file).entries)
    }
  }

  /// Requests a path, and returns the body or the reason of the failure.
  private func ask(_ network: NetworkSession, _ path: String = "a", limit: Int? = nil) -> String {
    let got = Captured<DataResponse<String>>()
    let request = network.get(path)
    (limit.map { request.maximumBodySize($0) } ?? request)
      .response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    timer.advance(by: .seconds(60))
    guard let error = got.value?.error else { return got.value?.value ?? "nothing" }
    return "\(error.reason) \(error.response?.status ?? 0) \(error.data?.count ?? 0)"
  }

  @Test func aRedirectWithALargeBodyIsReplayed() async throws {
    upstream.stub(.get("/a"), with: Self.bigBody.status(302).header("Location", "/b"))
    upstream.stub(.get("/b"), with: .text("target"))
    let (recorded, replayed, entries) = try await twice { ask($0) }
    expectEqual(recorded, "target")
    expectEqual(replayed, "target")
    expectEqual(entries.map(\.response?.status), [302, 200])
    expectEqual(entries.first?.response?.body.isEmpty, false)
    expectEqual(entries.first?.failure?.phase, .body)
  }

  @Test func aRefusedDownloadWithALargePageIsReplayed() async throws {
    upstream.stub(.get("/a"), with: Self.bigBody.status(404))
    let (recorded, replayed, _) = try await twice { network -> String in
      let got = Captured<DataResponse<URL>>()
      network.get("a").download(to: .temporary, delivery: .inline) { got.set($0) }
      timer.advance(by: .seconds(60))
      let error = try #require(got.value?.error)
      return "\(error.reason) \(error.response?.status ?? 0)"
    }
    expectEqual(recorded, "\(NetworkError.Reason.validation(.statusCode(404))) 404")
    expectEqual(replayed, recorded)
  }

  @Test func aBodyThatIsTooLargeIsReplayed() async throws {
    upstream.stub(.get("/a"), with: Self.bigBody)
    let (recorded, replayed, _) = try await twice { ask($0, limit: 40_000) }
    #expect(recorded.hasPrefix("\(NetworkError.Reason.transfer(.bodyTooLarge(limit: 40_000))) 200"))
    #expect(replayed.hasPrefix("\(NetworkError.Reason.transfer(.bodyTooLarge(limit: 40_000))) 200"))
  }

  @Test(arguments: [TimeoutKind.idle, .total])
  func aTimeoutBeforeTheHeadIsReplayed(kind: TimeoutKind) async throws {
    upstream.stub(.get("/a"), with: .text("late").delay(.seconds(9)))
    let (recorded, replayed, entries) = try await twice {
      $0.timeouts =
        kind == .idle ? RequestTimeouts(idle: .seconds(3)) : RequestTimeouts(total: .seconds(3))
    } _: {
      ask($0)
    }
    expectEqual(recorded, "\(NetworkError.Reason.timeout(kind)) 0 0")
    expectEqual(replayed, recorded)
    expectEqual(entries.count, 1)
    expectNil(entries.first?.response)
  }

  @Test func aTimeoutInsideTheBodyIsReplayed() async throws {
    upstream.stub(.get("/a"), with: StubResponse.text("0123456789").fault(.stall(after: .bodyBytes(4))))
    let (recorded, replayed, entries) = try await twice {
      $0.timeouts = RequestTimeouts(idle: .seconds(3))
    } _: {
      ask($0)
    }
    expectEqual(recorded, "\(NetworkError.Reason.timeout(.idle)) 200 4")
    expectEqual(replayed, recorded)
    expectEqual(entries.first?.response?.body, Data("0123".utf8))
  }

  @Test func aStoredResponseThatIsUsedInsteadOfATimeoutIsReplayed() async throws {
    upstream.stub(
      .get("/a"),
      withSequence: [
        .text("good").header("Cache-Control", "max-age=0, stale-if-error=86400"),
        .text("late").delay(.seconds(9)),
      ])
    let (recorded, replayed, _) = try await twice {
      $0.timeouts = RequestTimeouts(idle: .seconds(3))
      $0.cache = .memory(limit: 1 << 20)
    } _: {
      [ask($0), ask($0)]
    }
    expectEqual(recorded, ["good", "good"])
    expectEqual(replayed, recorded)
  }

  @Test func aStreamThatTheCodeCancelsIsReplayed() async throws {
    let endless = StubResponse.text("0123456789").fault(.stall(after: .bodyBytes(4)))
    upstream.stub(.get("/a"), with: endless)
    let (recorded, replayed, _) = try await twice { network -> [String] in
      let (chunks, ends) = (Captured<String>(), Captured<String>())
      let request = network.get("a")
      request.responseStream(delivery: .inline) { event in
        switch event {
        case .head: break
        case .chunk(let data): chunks.set(String(decoding: data, as: UTF8.self))
        case .complete(let response): ends.set("\(response.error.map { "\($0.reason)" } ?? "whole")")
        }
      }
      timer.advance(by: .seconds(8))
      let before = ends.values
      request.cancel()
      return chunks.values + before + ["then"] + ends.values
    }
    expectEqual(recorded, ["0123", "then", "cancelled"])
    expectEqual(replayed, recorded)
  }

  @Test func aCutResponseThatIsNotCancelledFailsAfterTenSeconds() async throws {
    let endless = StubResponse.text("0123456789").fault(.stall(after: .bodyBytes(4)))
    upstream.stub(.get("/a"), with: endless)
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, timer: timer)
      let url = try #require(URL(string: "https://h/a"))
      let task = recorder.task(for: TransportRequest(url: url), receiver: ReceivedEvents())
      task.resume()
      timer.advance(by: .seconds(3))
      task.cancel()
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file, timer: timer)
      let received = try replay.receive(.get, "https://h/a")
      timer.advance(by: .seconds(12))
      expectEqual(received.words.count, 2)
      timer.advance(by: .seconds(1))
      expectEqual(received.words.last, "failed ReplayedFailure body")
    }
  }

  private static let greeting = StubResponse.script { peer in
    peer.expect(.text("hi"))
    peer.send(.text("hello"))
  }

  @Test func aCancelledWebSocketIsReplayedUntilItIsCancelledAgain() async throws {
    upstream.stub(.webSocket("/a"), with: Self.greeting)
    let (recorded, replayed, _) = try await twice { network -> [String] in
      let ends = Captured<String>()
      network.webSocket("wss://h/a").connect(delivery: .inline) { result in
        guard case .success(let connection) = result else { return ends.set("refused") }
        connection.send(.text("hi")) { _ in }
        connection.receive(delivery: .inline) { update in
          switch update {
          case .message(let message): ends.set("\(message)")
          case .ended(let end): ends.set("\(end)")
          }
        }
      }
      timer.advance(by: .seconds(8))
      let before = ends.values
      network.cancelAll()
      return before + ["then"] + ends.values.dropFirst(before.count)
    }
    expectEqual(recorded.count, 3)
    expectEqual(replayed, recorded)
  }

  @Test func aCutWebSocketThatIsNotCancelledFailsAfterTenSeconds() async throws {
    upstream.stub(.webSocket("/a"), with: Self.greeting)
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, timer: timer)
      let client = ReceivedUpdates(
        NetworkSession(transport: recorder, timer: timer).webSocket("wss://h/a"))
      client.send(.text("hi"))
      timer.advance(by: .seconds(3))
      client.connection?.cancel()
      try recorder.save()
      let failure = try #require(try Cassette(contentsOf: file).entries.first?.failure)
      #expect(failure.text.hasPrefix("The recording ends here, after 2 messages, because"))
      let replay = RecordingTransport(upstream, cassette: file, timer: timer)
      let replayed = ReceivedUpdates(
        NetworkSession(transport: replay, timer: timer).webSocket("wss://h/a"))
      replayed.send(.text("hi"))
      timer.advance(by: .seconds(12))
      expectFalse(replayed.hasEnded)
      timer.advance(by: .seconds(1))
      expectTrue(replayed.hasEnded)
      expectEqual(replayed.texts, ["hello"])
    }
  }
}
