import Net
import NetTesting
import TestSupport
import Testing

/// A consumer that does not keep up makes the connection stop reading, over a mock as over a socket.
@Suite(.netTesting) struct WebSocketBackPressureTests {
  private struct Monitor: EventMonitor {
    let received: Locked<Int>

    func request(_ id: RequestID, did event: RequestEvent) {
      if case .webSocket(.received) = event { received.update { $0 += 1 } }
    }
  }

  @Test func noMoreMessagesThanAllowedWaitForTheConsumer() async throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(
      .webSocket("/chat"),
      with: .script { peer in
        for number in 0..<50 { peer.send(.text("\(number)")) }
        peer.close()
      })
    let received = Locked(0)
    var configuration = SessionConfiguration()
    configuration.monitors = [Monitor(received: received)]
    let session = NetworkSession(configuration: configuration, transport: transport)
    var options = WebSocketOptions()
    options.maximumWaitingMessages = 4
    let connection = try await session.webSocket("wss://h/chat", options: options).connect()
    expectEqual(received.value, 4)
    var consumed = 0
    var most = 0
    for try await message in connection.messages {
      expectEqual(message, .text("\(consumed)"))
      consumed += 1
      most = max(most, received.value - consumed)
    }
    expectEqual(consumed, 50)
    #expect(most <= 4)
  }
}
