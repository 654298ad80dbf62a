import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The client of a network over a server sees the URLs that it asked for, not those of the server.
@Suite(.netTesting) struct ServerDetourTests {
  private func network() throws -> TestNetwork { try TestNetwork(.mockServer, afterEach: .test) }

  @Test func anOpenWebSocketHasTheURLOfTheClient() async throws {
    let network = try network()
    network.stub(.webSocket("wss://example.com/chat"), with: .script { _ in })
    let socket = try await network.webSocket("wss://example.com/chat?room=1").connect()
    expectEqual(socket.response.url?.absoluteString, "https://example.com/chat?room=1")
    socket.cancel()
  }

  @Test func aRefusedWebSocketHasTheURLOfTheClient() async throws {
    let network = try network()
    network.stub(.webSocket("wss://example.com/chat"), with: .text("no").status(403))
    let error = await #expect(throws: NetworkError.self) {
      try await network.webSocket("wss://example.com/chat").connect()
    }
    expectEqual(error?.response?.url?.absoluteString, "https://example.com/chat")
  }

  @Test func anInterimResponseToAHandshakeHasTheURLOfTheClient() async throws {
    let urls = Captured<String>()
    var configuration = NetworkingMock.defaultConfiguration
    configuration.monitors = [InterimURLs(urls)]
    let network = try TestNetwork(.mockServer, configuration: configuration, afterEach: .test)
    network.stub(.webSocket("wss://example.com/chat"), with: .text("no").status(403).interim(103))
    _ = try? await network.webSocket("wss://example.com/chat").connect()
    expectEqual(urls.values, ["https://example.com/chat"])
  }

  private struct InterimURLs: EventMonitor {
    let urls: Captured<String>

    init(_ urls: Captured<String>) { self.urls = urls }

    func request(_ id: RequestID, did event: RequestEvent) {
      if case .receivedInterim(let head) = event { urls.set(head.url?.absoluteString ?? "none") }
    }
  }
}
