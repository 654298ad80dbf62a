#if os(Linux)
  import Dispatch
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlTakenFramesTests {
    private struct Opened: WebSocketReceiver {
      let signal: AsyncStream<Void>.Continuation

      func receive(_ event: WebSocketTransportEvent) { if case .opened = event { signal.yield() } }
    }

    /// More than the buffers of a connection hold.
    private static let message = Data(count: 32 << 20)

    @Test func framesAreTakenAfterTheMessagesBeforeThem() async throws {
      let reads = DispatchSemaphore(value: 0)
      let server = try BlockingWebSocketServer { peer in
        _ = reads.wait(timeout: .patience)
        while peer.socket.receive() != nil {}
      }
      defer { reads.signal() }
      var options = TransportOptions()
      options.proxy = .none
      let transport = try CurlTransport(options: options)
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      let (opened, signal) = AsyncStream<Void>.makeStream()
      let task = try #require(
        transport.webSocketTask(
          for: TransportRequest(method: .get, url: url), subprotocols: [], options: WebSocketOptions(),
          receiver: Opened(signal: signal)) as? any MeasuredWebSocketTask)
      task.resume()
      for await _ in opened { break }
      let (log, logger) = AsyncStream<String>.makeStream()
      let taken = Locked<[String]>([])
      let note: @Sendable (String) -> Void = { word in
        taken.update { $0.append(word) }
        logger.yield(word)
      }
      task.send(.data(Self.message)) { note($0 == nil ? "message" : "failed") }
      task.ping { note("ping") }
      task.close(WebSocketClosure(code: .normal)) { note("close") }
      #expect(taken.value == [])
      #expect(task.takenBytes < Self.message.count)
      reads.signal()
      for await word in log where word == "close" || word == "failed" { break }
      // A ping is sent as soon as the loop attends to it, before commands that wait for room.
      #expect(Set(taken.value) == ["message", "ping", "close"])
      #expect(taken.value.last == "close")
      #expect(task.takenBytes > Self.message.count)
      task.cancel()
    }
  }
#endif
