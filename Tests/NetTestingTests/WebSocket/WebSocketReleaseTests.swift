import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A mock that has opened a WebSocket is released with its stubs, like one that has only answered requests.
@Suite struct WebSocketReleaseTests {
  /// An object that the closure of a stub captures.
  private final class Model: Sendable {}

  // Written before the mock is used, and read after its release.
  private final class Seen: @unchecked Sendable {
    weak var ledger: StubLedger?
    weak var model: Model?
  }

  /// Returns what a mock retained, after a WebSocket and the mock have ended.
  private func afterAWebSocket<Mock: Stubbing>(
    to mock: () -> Mock, network: (Mock) throws -> any Networking, end: (Mock) -> Void = { _ in }
  ) async throws -> Seen {
    let seen = Seen()
    do {
      let (mock, model) = (mock(), Model())
      (seen.ledger, seen.model) = (mock.ledger, model)
      mock.stub(
        .webSocket("/chat"),
        with: .script { peer in
          peer.onMessage { message in
            withExtendedLifetime(model) {}
            return [message]
          }
        })
      let connection = try await network(mock).webSocket("/chat").connect()
      try await connection.send(.text("hello"))
      try await connection.close()
      end(mock)
    }
    return seen
  }

  @Test func aMockTransportIsReleasedAfterAWebSocket() async throws {
    let seen = try await afterAWebSocket(to: { MockTransport() }) { mock in
      var configuration = SessionConfiguration()
      configuration.baseURL = URL(string: "https://mock.test/")
      return NetworkSession(configuration: configuration, transport: mock)
    }
    expectNil(seen.ledger)
    expectNil(seen.model)
  }

  @Test func aNetworkingMockIsReleasedAfterAWebSocket() async throws {
    let seen = try await afterAWebSocket(to: { NetworkingMock() }) { $0 }
    expectNil(seen.ledger)
    expectNil(seen.model)
  }
}
