#if os(Linux)
  import Foundation
  import Glibc
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// The default transport in a process that can open no files or sockets; each test runs in a separate process.
  @Suite struct PlatformTransportTests {
    private static func transportOfAShortage() throws -> any Transport {
      try DescriptorLimit.allowNone()
      defer { try? DescriptorLimit.set(to: 256) }
      return PlatformTransport.standard()
    }

    @Test func aTransportThatIsCreatedInAShortageSendsRequestsAfterIt() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.stub(.everything, with: .text("hello"))
        try server.start()
        let transport = try Self.transportOfAShortage()
        try #require(transport is CurlTransport)
        for _ in 0..<2 {
          let log = EventLog()
          transport.task(for: TransportRequest(url: server.baseURL), receiver: log).resume()
          await log.end()
          try #require(log.body == "hello", "\(log.summary) \(String(describing: log.error))")
        }
        server.stop()
      }
    }

    @Test func aRequestDuringTheShortageFailsAndTheErrorNamesTheLimit() async {
      await #expect(processExitsWith: .success) {
        let transport = try Self.transportOfAShortage()
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let log = EventLog()
        try DescriptorLimit.allowNone()
        transport.task(for: TransportRequest(url: url), receiver: log).resume()
        await log.end()
        try DescriptorLimit.set(to: 256)
        try #require(log.summary == ["failed connect"], "\(log.summary)")
        try #require(
          (log.error as? CurlError)?.systemError == Int(EMFILE), "\(String(describing: log.error))")
      }
    }

    @Test func aRequestDuringTheShortageThatIsCancelledFirstEndsOnceAsCancelled() async {
      await #expect(processExitsWith: .success) {
        let transport = try Self.transportOfAShortage()
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let log = EventLog()
        try DescriptorLimit.allowNone()
        let task = transport.task(for: TransportRequest(url: url), receiver: log)
        task.cancel()
        task.resume()
        try DescriptorLimit.set(to: 256)
        try #require(log.summary == ["cancelled"], "\(log.summary)")
      }
    }

    @Test func aPausedRequestDuringTheShortageFailsWhenItProceeds() async {
      await #expect(processExitsWith: .success) {
        let transport = try Self.transportOfAShortage()
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let log = EventLog()
        try DescriptorLimit.allowNone()
        let task = transport.task(for: TransportRequest(url: url), receiver: log)
        task.pause()
        task.resume()
        let early = log.summary
        task.proceed()
        try DescriptorLimit.set(to: 256)
        try #require(early.isEmpty)
        try #require(log.summary == ["failed connect"], "\(log.summary)")
      }
    }

    @Test func aWebSocketFailsDuringTheShortageAndOpensAfterIt() async {
      await #expect(processExitsWith: .success) {
        let server = try BlockingWebSocketServer { $0.echo() }
        let transport = try #require(try Self.transportOfAShortage() as? CurlTransport)
        let request = TransportRequest(url: try #require(URL(string: "http://127.0.0.1:\(server.port)/")))
        func task(_ log: WebSocketEventLog) -> any WebSocketTask {
          transport.webSocketTask(
            for: request, subprotocols: [], options: WebSocketOptions(), receiver: log)
        }
        let refused = WebSocketEventLog()
        try DescriptorLimit.allowNone()
        let first = task(refused)
        first.pause()
        first.resume()
        first.proceed()
        await refused.end()
        try DescriptorLimit.set(to: 256)
        try #require((refused.error as? CurlError)?.systemError == Int(EMFILE), "\(refused.summary)")
        let log = WebSocketEventLog()
        let second = task(log)
        second.resume()
        second.close(WebSocketClosure(code: .normal))
        await log.end()
        try #require(log.summary == ["opened", "closed 1000"], "\(log.summary)")
      }
    }

    @Test func aSessionThatIsCreatedInAShortageCompletesRequestsAfterIt() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.stub(.everything, with: .text("hello"))
        try server.start()
        try DescriptorLimit.allowNone()
        let session = NetworkSession()
        try DescriptorLimit.set(to: 256)
        let response = await session.get(server.baseURL).response(.string)
        try #require(response.value == "hello", "\(response)")
        try #require(response.response?.httpVersion != nil)
        server.stop()
      }
    }
  }
#endif
