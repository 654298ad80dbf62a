import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The body of a response is received once: after a stream, nothing else can read it.
@Suite(.netTesting) struct StreamedBodyTests {
  struct User: Decodable, Sendable { let name: String }

  private static func reason<Value>(_ body: () async throws -> Value) async -> NetworkError.Reason? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? NetworkError)?.reason
    }
  }

  /// What reads the body, with the reason of its failure.
  private static let readings:
    [(name: String, reason: @Sendable (any NetworkRequesting) async -> NetworkError.Reason?)] = [
      ("data", { request in await reason { try await request.data() } }),
      ("optionalData", { request in await reason { try await request.value(.optionalData) } }),
      ("string", { request in await reason { try await request.string() } }),
      ("lines", { request in await reason { try await request.value(.lines) } }),
      ("json", { request in await reason { try await request.json() } }),
      ("object", { request in await reason { try await request.object(as: User.self) } }),
      ("optional object", { request in await reason { try await request.object(as: User?.self) } }),
      ("empty object", { request in await reason { try await request.object(as: Empty.self) } }),
    ]

  /// What receives the body itself, which is a mistake of the caller for a mock once the request has started.
  private static let receptions:
    [(name: String, reason: @Sendable (any NetworkRequesting) async -> NetworkError.Reason?)] = [
      ("download", { request in await reason { try await request.download() } }),
      ("chunks", { request in await reason { for try await _ in request.chunks() {} } }),
      ("events", { request in await reason { for try await _ in request.events() {} } }),
    ]

  /// Ways to stream the body.
  private static let streams: [(name: String, run: @Sendable (any NetworkRequesting) async throws -> Void)] =
    [
      ("chunks", { request in for try await _ in request.chunks() {} }),
      ("lines", { request in for try await _ in request.lines() {} }),
      (
        "responseStream",
        { request in
          await withCheckedContinuation { continuation in
            request.responseStream(delivery: .inline) {
              if case .complete = $0 { continuation.resume() }
            }
          }
        }
      ),
    ]

  private static let responses: [StubResponse] = [.json(#"{"name":"Ada"}"#), .status(204), .data(Data())]

  private func networks(_ response: StubResponse) -> [any Networking] {
    let (transport, mock) = (MockTransport(), NetworkingMock())
    transport.stub(.everything, with: response)
    mock.stub(.everything, with: response)
    return [NetworkSession(transport: transport), mock]
  }

  @Test(arguments: streams.indices, responses.indices)
  func whatReadsABodyAfterAStreamFails(_ stream: Int, _ response: Int) async throws {
    for network in networks(Self.responses[response]) {
      for reading in Self.readings {
        let request = network.get("https://example.com/log")
        try await Self.streams[stream].run(request)
        expectEqual(await reading.reason(request), .transfer(.alreadyStarted), "\(reading.name)")
      }
    }
  }

  @Test(arguments: streams.indices, responses.indices)
  func whatReceivesABodyAfterAStreamFails(_ stream: Int, _ response: Int) async throws {
    for reception in Self.receptions {
      let request = networks(Self.responses[response])[0].get("https://example.com/log")
      try await Self.streams[stream].run(request)
      expectEqual(await reception.reason(request), .transfer(.alreadyStarted), "\(reception.name)")
    }
  }

  @Test func theEndOfAStreamCanBeAwaited() async throws {
    for network in networks(.text("a")) {
      let request = network.get("https://example.com/log")
      for try await _ in request.chunks() {}
      try await request.void()
    }
  }

  @Test func theFailureOfAStreamIsThatOfLaterCalls() async throws {
    for network in networks(.status(404)) {
      let request = network.get("https://example.com/log")
      try? await Self.streams[0].run(request)
      expectEqual(await Self.reason { try await request.data() }, .validation(.statusCode(404)))
    }
  }

  @Test func aCompletionHandlerAfterAStreamFails() {
    for network in networks(.text("a")) {
      let reasons = Captured<NetworkError.Reason?>()
      network.get("https://example.com/log").responseStream(delivery: .inline) { _ in }
        .response(delivery: .inline, responseSerializer: .optionalData) { reasons.set($0.error?.reason) }
      expectEqual(reasons.values, [.transfer(.alreadyStarted)])
    }
  }
}
