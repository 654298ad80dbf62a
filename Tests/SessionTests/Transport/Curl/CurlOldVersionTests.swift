#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// Behavior for versions of libcurl older than that of this machine.
  @Suite struct CurlOldVersionTests {
    /// Before 7.88, libcurl loses data that it has read for these requests.
    @Test(.enabled(if: Tool.areInstalled), .timeLimit(.minutes(10)))
    func cancellingARequestKeepsTheOthersOnItsConnection() async throws {
      // No more than an old version sends before it knows the server's limit.
      let count = 12
      // The server responds on a connection once all requests are there.
      let behind = try HTTP2Server(batches: [count])
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(certificates.issue()) {
        $0.protocols = ["h2"]
        $0.backend = behind.port
      }
      var capabilities = try #require(CurlCapabilities.sharing)
      capabilities.version = min(capabilities.version, .init(7, 81))
      var options = TransportOptions()
      options.proxy = .none
      options.tls.authorities = .only([.file(certificates.authority)])
      let url = try server.url()
      for _ in 0..<20 {
        let transport = LoopsTransport(
          loops: try CurlLoops(options: CurlOptions(options, capabilities: capabilities)))
        let tasks = Locked<[any TransportTask]>([])
        // Each request that receives a head cancels the next one, whose response comes later.
        let logs = (0..<count).map { number in
          EventLog { event in
            guard case .head = event, number.isMultiple(of: 2) else { return }
            tasks.value[number + 1].cancel()
          }
        }
        tasks.update { tasks in
          tasks = logs.map { transport.task(for: TransportRequest(url: url), receiver: $0) }
        }
        for task in tasks.value { task.resume() }
        for log in logs { await log.end() }
        for (number, log) in logs.enumerated() where number.isMultiple(of: 2) {
          expectEqual(log.summary, ["head 200", "body", "finished"])
        }
      }
    }

    /// From 7.88 to 8.0, libcurl can lose the end of a long response on a shared connection.
    @Test(.enabled(if: Tool.areInstalled)) func longConcurrentResponsesAreComplete() async throws {
      let behind = try HTTP2Server(padding: [5600, 5600, 5600])
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(certificates.issue()) {
        $0.protocols = ["h2"]
        $0.backend = behind.port
      }
      let session = try CurlSession.make { $0.tls.authorities = .only([.file(certificates.authority)]) }
      let url = try server.url()
      for _ in 0..<20 {
        let sizes = await withTaskGroup(of: Int?.self) { group in
          for _ in 0..<3 { group.addTask { await session.get(url).response(.data).value?.count } }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes.allSatisfy { $0 ?? 0 > 16_800 })
      }
    }

    @Test(.enabled(if: Tool.areInstalled)) func withoutMultiplexingAConnectionServesRequestsInTurn()
      async throws
    {
      let behind = try HTTP2Server(batches: [1, 1])
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(certificates.issue()) {
        $0.protocols = ["h2"]
        $0.backend = behind.port
      }
      var capabilities = try #require(CurlCapabilities.current)
      capabilities.features.remove(.multiplexing)
      var options = TransportOptions()
      options.proxy = .none
      options.tls.authorities = .only([.file(certificates.authority)])
      let transport = LoopsTransport(
        loops: try CurlLoops(options: CurlOptions(options, capabilities: capabilities)))
      let session = NetworkSession(transport: transport)
      let url = try server.url()
      let inTurn = [
        await session.get(url).response(.string).value, await session.get(url).response(.string).value,
      ]
      expectEqual(inTurn, ["connection 1, stream 1, 0 bytes", "connection 1, stream 3, 0 bytes"])
      // Overlapping requests need separate connections. Of this many, some overlap.
      let connections = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<16 { group.addTask { await session.get(url).response(.string).value } }
        return await group.reduce(into: Set()) { $0.insert($1?.prefix { $0 != "," }) }
      }
      #expect(connections.count > 1)
      #expect(!connections.contains(nil))
    }

    /// Before 7.80, libcurl retries by itself on a reused connection, but not on a new one.
    @Test func aRequestThatIsNotIdempotentGetsANewConnection() async throws {
      let connections = Locked<[String]>([])
      let server = try SocketServer { connection, number in
        while let request = WireRequest(headFrom: connection) {
          connections.update { $0.append("\(request.line.prefix { $0 != " " }) \(number)") }
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      var capabilities = try #require(CurlCapabilities.current)
      capabilities.version = .init(7, 79)
      var options = TransportOptions()
      options.proxy = .none
      let transport = LoopsTransport(
        loops: try CurlLoops(options: CurlOptions(options, capabilities: capabilities)))
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      for method in [HTTPMethod.get, .put, .post, .get] {
        let log = EventLog()
        transport.task(for: TransportRequest(method: method, url: url), receiver: log).resume()
        await log.end()
        expectEqual(log.summary, ["head 200", "finished"])
      }
      expectEqual(connections.value.prefix(3), ["GET 1", "PUT 1", "POST 2"])
    }
  }
#endif
