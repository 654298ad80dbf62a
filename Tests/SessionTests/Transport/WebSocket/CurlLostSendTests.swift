#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// Sends over a connection that is lost while its receiver does not read.
  @Suite struct CurlLostSendTests {
    /// Pauses a WebSocket when it is open, and lets its server go on.
    private final class Pausing: WebSocketReceiver {
      let task = Locked<(any WebSocketTask)?>(nil)
      private let opened: DispatchSemaphore

      init(opened: DispatchSemaphore) { self.opened = opened }

      func receive(_ event: WebSocketTransportEvent) {
        guard case .opened = event else { return }
        task.value?.pause()
        opened.signal()
      }
    }

    private func error(ofSendBy task: any WebSocketTask) async -> (any Error)? {
      await withCheckedContinuation { continuation in
        task.send(.text("a")) { continuation.resume(returning: $0) }
      }
    }

    /// A consumer that sends an answer for each message would otherwise never ask for the next one.
    @Test func eachSendCompletesAlthoughReadingIsPaused() async throws {
      let opened = DispatchSemaphore(value: 0)
      let server = try BlockingWebSocketServer { peer in
        _ = opened.wait(timeout: .patience)
        peer.socket.resetsOnClose()
      }
      var options = TransportOptions()
      options.proxy = .none
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      let receiver = Pausing(opened: opened)
      let task = try CurlTransport(options: options)
        .webSocketTask(
          for: TransportRequest(url: url), subprotocols: [], options: WebSocketOptions(), receiver: receiver)
      receiver.task.update { $0 = task }
      task.resume()
      // Until the reset has arrived, messages are taken.
      while await error(ofSendBy: task) == nil {}
      let errors = Locked<[WebSocketError?]>([])
      for _ in 0..<3 {
        task.send(.text("late")) { error in errors.update { $0.append(error as? WebSocketError) } }
      }
      await waitPatiently { errors.value.count == 3 }
      expectEqual(errors.value, Array(repeating: .connectionLost, count: 3))
      task.cancel()
      receiver.task.update { $0 = nil }
    }
  }
#endif
