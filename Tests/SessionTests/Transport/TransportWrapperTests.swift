import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

@Suite struct TransportWrapperTests {
  private struct Wrapper: TransportWrapper {
    let base: any Transport
  }

  /// A transport that opens no WebSockets.
  private struct Plain: Transport {
    let base = MockTransport()
    let decodesBodies: Bool

    func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
      base.task(for: request, receiver: receiver)
    }
  }

  @Test(arguments: [true, false]) func bodiesAreDecodedAsByTheWrappedTransport(decodes: Bool) {
    let transport: any Transport = Wrapper(base: Wrapper(base: Plain(decodesBodies: decodes)))
    expectEqual(transport.decodesBodies, decodes)
  }

  @Test func requestsAreSentByTheWrappedTransport() async throws {
    let transport = MockTransport()
    transport.stub(.get("/a"), with: .text("hello"))
    let session = NetworkSession(transport: Wrapper(base: transport))
    expectEqual(try await session.get("https://example.com/a").string(), "hello")
  }

  @Test func webSocketsAreOpenedByTheWrappedTransport() async throws {
    let transport = MockTransport()
    transport.stub(.webSocket("/chat"), with: .script { $0.send(.text("hi")) })
    let session = NetworkSession(transport: Wrapper(base: Wrapper(base: transport)))
    let connection = try await session.webSocket("wss://example.com/chat").connect()
    connection.cancel()
    expectEqual(transport.requests.count, 1)
  }

  @Test func aWrappedTransportWithoutWebSocketsIsNamedByTheError() async throws {
    let session = NetworkSession(transport: Wrapper(base: Plain(decodesBodies: true)))
    let error = await #expect(throws: NetworkError.self) {
      try await session.webSocket("wss://example.com/chat").connect()
    }
    expectEqual(error?.underlyingError as? WebSocketError, .unsupported(transport: "Plain"))
  }

  @Test func aWrapperKeepsThePromisesOfTransports() async {
    await TransportContract.check(scripted: { script in
      let transport = MockTransport(timer: script.timer)
      transport.stub(.everything) { script.response(to: $0) }
      return Wrapper(base: transport)
    })
  }
}
