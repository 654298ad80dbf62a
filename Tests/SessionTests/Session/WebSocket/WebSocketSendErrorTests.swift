import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// The error of a message that was not sent is why the connection ended, over every transport.
@Suite struct WebSocketSendErrorTests {
  /// A task that sends nothing, and ends with what its owner did.
  private final class StalledTask: WebSocketTask {
    private let receiver: any WebSocketReceiver
    private let sends = Locked<[@Sendable ((any Error)?) -> Void]>([])

    init(_ receiver: any WebSocketReceiver) { self.receiver = receiver }

    func resume() {}
    func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
      sends.update { $0.append(completion) }
    }
    func ping() {}
    func close(_ closure: WebSocketClosure) {}
    func pause() {}
    func proceed() {}
    func cancel() {
      for send in sends.value { send(CancellationError()) }
      receiver.receive(.failed(CancellationError(), phase: .body))
    }
  }

  private func errorOfASend(
    _ change: (inout WebSocketOptions) -> Void, then act: (WebSocketChannel, TestScheduler) -> Void
  ) -> Locked<[String]> {
    let timer = TestScheduler()
    var options = WebSocketOptions()
    change(&options)
    let relay = Relay()
    let channel = WebSocketChannel(
      StalledTask(relay), opening: WebSocketOpening(head: ResponseHead(status: 101)), options: options,
      timer: timer)
    relay.channel.update { $0 = channel }
    channel.open()
    let errors = Locked<[String]>([])
    channel.send(.text("a")) { error in
      errors.update { $0.append(error.map { "\(type(of: $0)).\($0)" } ?? "sent") }
    }
    act(channel, timer)
    relay.channel.update { $0 = nil }
    return errors
  }

  private final class Relay: WebSocketReceiver {
    let channel = Locked<WebSocketChannel?>(nil)

    func receive(_ event: WebSocketTransportEvent) { channel.value?.receive(event) }
  }

  @Test func aMissingPongIsTheErrorOfAPendingMessage() {
    let errors = errorOfASend {
      $0.pingInterval = .seconds(1)
      $0.pongTimeout = .seconds(1)
    } then: { _, timer in
      timer.advance(by: .seconds(5))
    }
    expectEqual(errors.value, ["WebSocketError.\(WebSocketError.pongTimeout)"])
  }

  @Test func anIdleTimeoutIsTheErrorOfAPendingMessage() {
    let errors = errorOfASend {
      $0.idleTimeout = .seconds(1)
    } then: { _, timer in
      timer.advance(by: .seconds(5))
    }
    expectEqual(errors.value, ["WebSocketError.\(WebSocketError.idleTimeout)"])
  }

  @Test func aCancellationIsTheErrorOfAPendingMessage() {
    let errors = errorOfASend({ _ in }) { channel, _ in channel.cancel() }
    expectEqual(errors.value, ["NetworkError.\(NetworkError(.cancelled))"])
  }

  /// As over sockets: the WebSocket is closed.
  @Test func afterACloseOfThePeerAPendingMessageOfAMockFailsWithNotOpen() async throws {
    let transport = MockTransport()
    transport.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.stopReading()
      })
    let session = NetworkSession(transport: transport)
    let connection = try await session.webSocket("wss://example.com/chat").connect()
    let errors = Captured<WebSocketError>()
    connection.send(.text("a")) { if case .failure(let error as WebSocketError) = $0 { errors.set(error) } }
    let peer = try #require(transport.webSockets.first)
    peer.close()
    expectEqual(errors.values, [.notOpen])
  }
}
