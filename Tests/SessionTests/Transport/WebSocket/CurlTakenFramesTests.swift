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

    @Test func aCloseFrameIsTakenAfterTheMessagesBeforeIt() async throws {
      let reads = DispatchSemaphore(value: 0)
      let server = try BlockingWebSocketServer { peer in
        _ = reads.wait(timeout: .patience)
        while peer.socket.receive() != nil {}
      }
      defer { reads.signal() }
      let (opened, signal) = AsyncStream<Void>.makeStream()
      let task = try task(port: server.port, Opened(signal: signal))
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
      // A ping is sent as soon as the loop attends to it, before commands that wait for room.
      expectEqual(taken.value.filter { $0 != "ping" }, [])
      #expect(task.traffic.taken < Self.message.count)
      reads.signal()
      for await word in log where word == "close" || word == "failed" { break }
      expectEqual(Set(taken.value), ["message", "ping", "close"])
      expectEqual(taken.value.last, "close")
      #expect(task.traffic.taken > Self.message.count)
      task.cancel()
    }

    @Test func aPingIsAnsweredWhileALongMessageIsSent() async throws {
      // More than the buffers of a connection hold, and no more than a server takes.
      let message = Data(count: 15 << 20)
      let reads = DispatchSemaphore(value: 0)
      let (first, events) = AsyncStream<WebSocketEndpoint.Event?>.makeStream()
      let server = try BlockingWebSocketServer { peer in
        peer.ping([1, 2])
        _ = reads.wait(timeout: .patience)
        for _ in 0..<2 { events.yield(peer.receive()) }
      }
      defer { reads.signal() }
      let (opened, signal) = AsyncStream<Void>.makeStream()
      let task = try task(port: server.port, Opened(signal: signal))
      task.send(.data(message)) { _ in }
      task.resume()
      for await _ in opened { break }
      reads.signal()
      var received = first.makeAsyncIterator()
      expectEqual(await received.next(), .pong([1, 2]))
      expectEqual(await received.next(), .message(.data(message)))
      task.cancel()
    }

    @Test func theBytesOfAMessageThatIsArrivingAreCounted() async throws {
      let (ponged, answers) = AsyncStream<Void>.makeStream()
      let goesOn = DispatchSemaphore(value: 0)
      let server = try BlockingWebSocketServer { peer in
        // The first of two fragments.
        peer.socket.send(Data([0x02, 3, 1, 2, 3]))
        peer.ping()
        guard case .pong? = peer.receive() else { return }
        answers.yield()
        _ = goesOn.wait(timeout: .patience)
        peer.socket.send(Data([0x80, 0]))
        peer.ping()
        guard case .pong? = peer.receive() else { return }
        answers.yield()
        _ = peer.receive()
      }
      var answer = ponged.makeAsyncIterator()
      let (opened, signal) = AsyncStream<Void>.makeStream()
      let task = try task(port: server.port, Opened(signal: signal))
      task.resume()
      for await _ in opened { break }
      await answer.next()
      expectEqual(task.traffic.arrived, 3)
      goesOn.signal()
      await answer.next()
      expectEqual(task.traffic.arrived, 0)
      task.cancel()
    }

    private func task(port: Int, _ receiver: Opened) throws -> any MeasuredWebSocketTask {
      var options = TransportOptions()
      options.proxy = .none
      let transport = try CurlTransport(options: options)
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
      return try #require(
        transport.webSocketTask(
          for: TransportRequest(method: .get, url: url), subprotocols: [], options: WebSocketOptions(),
          receiver: receiver) as? any MeasuredWebSocketTask)
    }
  }
#endif
