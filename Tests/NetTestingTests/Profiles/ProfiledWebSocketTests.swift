import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct ProfiledWebSocketTests {
  private final class Received: WebSocketReceiver {
    let words = Captured<String>()

    func receive(_ event: WebSocketTransportEvent) {
      switch event {
      case .opened: words.set("opened")
      case .failed(let error, let phase): words.set("failed \(type(of: error)) \(phase)")
      default: break
      }
    }
  }

  /// A transport that opens no WebSockets.
  private struct PlainTransport: Transport {
    func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
      MockTransport().task(for: request, receiver: receiver)
    }
  }

  private let received = Received()

  private func task(over base: any Transport) throws -> any WebSocketTask {
    let transport = ProfiledTransport(base, profile: .threeG, timer: TestScheduler())
    let request = TransportRequest(url: try #require(URL(string: "http://h/chat")))
    return transport.webSocketTask(
      for: request, subprotocols: [], options: WebSocketOptions(), receiver: received)
  }

  @Test func aWebSocketIsOpenedByTheUnderlyingTransportWithoutDelay() throws {
    let mock = MockTransport()
    mock.stub(.webSocket("/chat"), with: .script { _ in })
    let task = try task(over: mock)
    task.resume()
    expectEqual(received.words.values.first, "opened")
    task.cancel()
  }

  @Test func aTransportWithoutWebSocketsFails() throws {
    let task = try task(over: PlainTransport())
    task.resume()
    task.resume()
    task.cancel()
    expectEqual(received.words.values, ["failed WebSocketError connect"])
  }

  @Test func cancellingBeforeTheStartFailsTheTaskWhenItStarts() throws {
    let task = try task(over: PlainTransport())
    task.cancel()
    task.resume()
    expectEqual(received.words.values, ["failed CancellationError connect"])
  }
}
