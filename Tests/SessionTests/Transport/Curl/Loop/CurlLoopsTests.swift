#if os(Linux)
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  @Suite(.netTesting) struct CurlLoopsTests {
    private func loops(
      limit: Int, _ change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> CurlLoops {
      var options = TransportOptions()
      change(&options)
      let capabilities = try #require(CurlCapabilities.sharing)
      return try CurlLoops(
        options: CurlOptions(options, capabilities: capabilities), waitsForResolver: false, limit: limit)
    }

    private func tasks(
      _ count: Int, for url: URL, on loops: CurlLoops, onEvent: @escaping @Sendable (TransportEvent) -> Void
    ) -> [(CurlTask, EventLog)] {
      (0..<count).map { _ in
        let request = TransportRequest(url: url)
        let log = EventLog(onEvent: onEvent)
        return (CurlTask(request, receiver: log, seat: loops.seat(for: request)), log)
      }
    }

    @Test func aTransportStartsWithOneLoop() throws {
      expectEqual(try loops(limit: 4).count, 1)
    }

    @Test func manyRequestsUseAllLoops() async throws {
      let server = MockServer(afterEach: .test)
      try server.start()
      server.stub(.everything, with: .text("hello"))
      let loops = try loops(limit: 2)
      // Not the threads: if a delivery takes long, another thread of the same loop continues.
      let used = Locked<Set<ObjectIdentifier>>([])
      let tasks = tasks(20, for: server.baseURL, on: loops) { event in
        guard event.isLast, let loop = CrewThread.current else { return }
        used.update { _ = $0.insert(ObjectIdentifier(loop)) }
      }
      expectEqual(loops.count, 2)
      for (task, _) in tasks { task.resume() }
      for (_, log) in tasks {
        await log.end()
        expectEqual(log.body, "hello")
      }
      expectEqual(used.value.count, 2)
    }

    @Test func endedAndReleasedTasksNoLongerCountAsLoad() async throws {
      let server = MockServer(afterEach: .test)
      try server.start()
      server.stub(.everything, with: .text("hello"))
      let loops = try loops(limit: 4)
      for _ in 0..<10 {
        let tasks = tasks(4, for: server.baseURL, on: loops) { _ in }
        for (task, _) in tasks.prefix(2) { task.resume() }
        for (_, log) in tasks.prefix(2) { await log.end() }
      }
      expectEqual(loops.count, 1)
    }

    @Test func withConnectionLimitsThereIsOneLoop() async throws {
      let server = MockServer(afterEach: .test)
      try server.start()
      server.stub(.everything, with: .text("hello"))
      let loops = try loops(limit: 4) { $0.connections.total = 2 }
      let tasks = tasks(40, for: server.baseURL, on: loops) { _ in }
      for (task, _) in tasks { task.resume() }
      for (_, log) in tasks { await log.end() }
      expectEqual(loops.count, 1)
      #expect(server.connectionCount <= 2)
    }

    /// The server responds once it has all requests on one connection.
    ///
    /// Old versions send at most 13 before they know the server's limit.
    @Test func http2RequestsShareAConnectionAcrossLoops() async throws {
      let certificates = try await TestCertificates()
      let behind = try HTTP2Server(batches: [12])
      let server = try await TLSServer.start(try await certificates.issue()) {
        $0.protocols = ["h2"]
        $0.backend = behind.port
      }
      let authority = certificates.authority
      let loops = try loops(limit: 4) { $0.tls.authorities = .only([.file(authority)]) }
      let tasks = tasks(12, for: try server.url(), on: loops) { _ in }
      for (task, _) in tasks { task.resume() }
      for (_, log) in tasks {
        await log.end()
        #expect(log.body.hasPrefix("connection 1, "))
      }
    }
  }

  extension CurlLoops {
    /// The number of loops.
    var count: Int { contents.withLock { $0.engines.count } }
  }
#endif
