#if os(Linux)
  import Dispatch
  import Foundation
  import Glibc
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// WebSockets that wait for a descriptor because the process may open no more, each test in a separate process.
  @Suite struct WebSocketDescriptorShortageTests {
    private static func request(port: Int) throws -> TransportRequest {
      TransportRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/")))
    }

    private static func task(
      to port: Int, over loops: CurlLoops, _ log: WebSocketEventLog
    ) throws -> CurlSocketTask {
      CurlSocketTask(
        try request(port: port), handshake: WebSocketHandshake(), options: WebSocketOptions(), receiver: log,
        seat: loops.seatForWebSocket())
    }

    private static func loops(patience: Duration) throws -> CurlLoops {
      try CurlLoops(
        options: CurlOptions(TransportOptions(), capabilities: try #require(CurlCapabilities.current)),
        patience: patience)
    }

    @Test("A WebSocket without a descriptor opens as soon as one is free")
    func aFreedDescriptorIsUsed() async {
      await #expect(processExitsWith: .success) {
        try DescriptorLimit.set(to: 128)
        let server = try BlockingWebSocketServer { $0.echo() }
        let hasChanged = DispatchSemaphore(value: 0)
        let log = WebSocketEventLog { _ in hasChanged.signal() }
        let loops = try Self.loops(patience: .seconds(30))
        let task = try Self.task(to: server.port, over: loops, log)
        try DescriptorLimit.allowNone()
        task.resume()
        let early = try await Tool.onThread { hasChanged.wait(timeout: .now() + .milliseconds(200)) }
        try DescriptorLimit.set(to: 128)
        try #require(early == .timedOut, "\(String(describing: log.error))")
        let late = try await Tool.onThread { hasChanged.wait(timeout: .patience) }
        try #require(late == .success)
        try #require(log.summary == ["opened"], "\(log.summary)")
        task.close(WebSocketClosure(code: .normal))
        await log.end()
        try #require(log.summary == ["opened", "closed 1000"], "\(log.summary)")
      }
    }

    @Test("A server of these tests that has no descriptor for a connection keeps it until one is free")
    func aServerWithoutADescriptorKeepsListening() async {
      await #expect(processExitsWith: .success) {
        let (listener, port) = try StreamSocket.listening()
        let client = StreamSocket.unconnected()
        try #require(client.connect(to: port))
        // Before the first `accept`, which therefore finds none.
        try DescriptorLimit.allowNone()
        let server = SocketServer(listener, port: port) { connection, _ in connection.send("hello") }
        let hasEnded = DispatchSemaphore(value: 0)
        let received = Locked<[Data?]>([])
        Thread.detachNewThread {
          received.update { $0.append(client.receive()) }
          hasEnded.signal()
        }
        let early = try await Tool.onThread { hasEnded.wait(timeout: .now() + .milliseconds(200)) }
        try DescriptorLimit.set(to: 128)
        try #require(early == .timedOut, "the server closed the connection")
        let late = try await Tool.onThread { hasEnded.wait(timeout: .patience) }
        try #require(late == .success)
        try #require(received.value == [Data("hello".utf8)])
        withExtendedLifetime(server) {}
      }
    }

    @Test("A WebSocket that waits too long for a descriptor fails, and the error gives the reason")
    func aLastingShortageIsAnErrorThatNamesTheLimit() async {
      await #expect(processExitsWith: .success) {
        let log = WebSocketEventLog()
        let task = try Self.task(to: 9, over: Self.loops(patience: .milliseconds(50)), log)
        try DescriptorLimit.allowNone()
        task.send(.text("a")) { _ in }
        task.resume()
        await log.end()
        try DescriptorLimit.set(to: 128)
        let error = try #require(log.error as? CurlError)
        try #require(error.message == "Too many open files: the limit of this process is 3")
        try #require(error.systemError == Int(EMFILE))
        try #require(log.summary == ["failed connect"])
      }
    }

    /// Only one descriptor is left.
    ///
    /// A WebSocket that waited would fail at once, and name the limit.
    @Test("A WebSocket whose connection is refused during a shortage fails at once with the refusal")
    func aRefusalDuringAShortageIsReported() async {
      await #expect(processExitsWith: .success) {
        try DescriptorLimit.set(to: 128)
        let port = try LoopbackServer.unusedPort()
        let loops = try Self.loops(patience: .zero)
        // The first one opens what the loop keeps.
        for isShort in [false, true] {
          var others = isShort ? DescriptorLimit.takeAll() : []
          if isShort { _ = close(others.removeLast()) }
          let log = WebSocketEventLog()
          try Self.task(to: port, over: loops, log).resume()
          await log.end()
          for descriptor in others { _ = close(descriptor) }
          let error = try #require(log.error as? CurlError)
          try #require(error.systemError == Int(ECONNREFUSED), "\(error)")
        }
      }
    }

    @Test("A WebSocket that waits for a descriptor can be cancelled")
    func aWaitingWebSocketCanBeCancelled() async {
      await #expect(processExitsWith: .success) {
        let loops = try Self.loops(patience: .seconds(30))
        let logs = (0..<20).map { _ in WebSocketEventLog() }
        let tasks = try logs.map { try Self.task(to: 9, over: loops, $0) }
        try DescriptorLimit.allowNone()
        for task in tasks { task.resume() }
        // Also those that the loop has already tried.
        for task in tasks.dropFirst(10) { task.ping() }
        for task in tasks { task.cancel() }
        for log in logs { await log.end() }
        try DescriptorLimit.set(to: 128)
        try #require(logs.allSatisfy { $0.summary == ["cancelled"] })
      }
    }

    @Test("200 WebSockets in a process that may open 128 files all open, one after the other", .heavy)
    func moreWebSocketsThanDescriptorsOpen() async {
      await #expect(processExitsWith: .success) {
        try DescriptorLimit.set(to: 128)
        // The server needs as many descriptors, and closes each connection.
        let server = MockServer()
        server.stub(.everything, with: .script { $0.close() })
        try server.start()
        let port = try #require(server.baseURL.port)
        let loops = try Self.loops(patience: .seconds(60))
        let logs = (0..<200).map { _ in WebSocketEventLog() }
        let tasks = try logs.map { try Self.task(to: port, over: loops, $0) }
        for task in tasks { task.resume() }
        for log in logs { await log.end() }
        server.stop()
        let failed = logs.filter { $0.summary != ["opened", "closed 1000"] }
        try #require(failed.isEmpty, "\(failed.count): \(failed.prefix(3).map(\.summary))")
      }
    }
  }
#endif
