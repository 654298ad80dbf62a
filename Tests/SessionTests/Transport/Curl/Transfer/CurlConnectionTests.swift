#if os(Linux)
  import Foundation
  import Glibc
  import Net
  import TestSupport
  import Testing

  @Suite struct CurlConnectionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func url(_ port: Int, host: String = "127.0.0.1", scheme: String = "http") throws -> URL {
      try #require(URL(string: "\(scheme)://\(host):\(port)/path"))
    }

    /// A server that responds with the number of the connection, once this many connections have sent a
    /// request.
    private func countingServer(
      waitingFor count: Int = 1, onClose: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> SocketServer {
      let arrived = Locked(0)
      let isFull = DispatchSemaphore(value: 0)
      return try SocketServer { connection, number in
        var isFirst = true
        while WireRequest(headFrom: connection) != nil {
          if isFirst {
            isFirst = false
            if arrived.update({ (total: inout Int) -> Bool in
              total += 1
              return total == count
            }) {
              for _ in 1...count { isFull.signal() }
            }
            isFull.wait()
            isFull.signal()
          }
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: \("\(number)".count)\r\n\r\n\(number)")
        }
        onClose(number)
      }
    }

    private func bodies(_ count: Int, from session: NetworkSession, _ urls: [URL]) async -> Set<String> {
      await withTaskGroup(of: String?.self) { group in
        for index in 0..<count {
          group.addTask { await session.get(urls[index % urls.count]).response(.string).value }
        }
        return await group.reduce(into: Set<String>()) { $0.insert($1 ?? "failed") }
      }
    }

    // MARK: - Responses without a body

    /// The numbers of the connections on which two requests are sent, one after another.
    private func connections(_ method: HTTPMethod, _ status: String, _ field: String) async throws
      -> [String?]
    {
      let server = try SocketServer { connection, number in
        while WireRequest(headFrom: connection) != nil {
          connection.send("HTTP/1.1 \(status)\r\nX-Connection: \(number)\r\n\(field)\r\n\r\n")
        }
      }
      let session = try CurlSession.make()
      var numbers: [String?] = []
      for _ in 0..<2 {
        let request = session.request(RequestDescription(try url(server.port), method: method))
        numbers.append(
          await request.validate(statusCode: 200..<400).response(.void).response?.headers["X-Connection"])
      }
      return numbers
    }

    /// The body would arrive as the response to the next request.
    @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
    func aConnectionWithABodyAfterA204IsNotReused(field: String) async throws {
      expectEqual(try await connections(.get, "204 No Content", field), ["1", "2"])
    }

    /// Proxies may see the end of such a response elsewhere (RFC 9112 sections 6.1 and 6.3).
    @Test(arguments: [
      ("1.0", "Connection: keep-alive\r\nTransfer-Encoding: chunked", false),
      ("1.1", "Content-Length: 9\r\nTransfer-Encoding: chunked", false),
      ("1.1", "Transfer-Encoding: chunked\r\nContent-Length: 2", false),
      ("1.1", "Transfer-Encoding: chunked", true),
    ])
    func aConnectionWithDoubtfulChunksIsNotReused(version: String, fields: String, isReused: Bool)
      async throws
    {
      let server = try SocketServer { connection, number in
        while WireRequest(headFrom: connection) != nil {
          connection.send("HTTP/\(version) 200 OK\r\n\(fields)\r\n\r\n1\r\n\(number)\r\n0\r\n\r\n")
        }
      }
      let session = try CurlSession.make()
      expectEqual(await session.get(try url(server.port)).response(.string).value, "1")
      expectEqual(await session.get(try url(server.port)).response(.string).value, isReused ? "1" : "2")
    }

    @Test(arguments: [
      (HTTPMethod.get, "204 No Content", "Content-Length: 0"),
      (.get, "304 Not Modified", "Content-Length: 5"),
      (.head, "200 OK", "Content-Length: 5"),
    ])
    func aConnectionIsReusedAfterAResponseWithoutABody(
      method: HTTPMethod, status: String, field: String
    ) async throws {
      expectEqual(try await connections(method, status, field), ["1", "1"])
    }

    /// Many servers send a 408 before they close an idle connection (RFC 9112 section 9.2).
    @Test(arguments: [false, true])
    func bytesThatArriveWithoutARequestAreNotAResponse(isSecure: Bool) async throws {
      let (isReceived, isClosed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try SocketServer { connection, number in
        guard WireRequest(headFrom: connection) != nil else { return }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
        guard number == 1 else { return }
        _ = isReceived.wait(timeout: .patience)
        connection.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
        while connection.receive() != nil {}
        isClosed.signal()
      }
      let certificates = isSecure ? try await TestCertificates() : nil
      var secured: TLSServer?
      if let certificates {
        secured = try await TLSServer.start(certificates.issue()) { $0.backend = server.port }
      }
      let session = try CurlSession.make {
        if let certificates { $0.tls.authorities = .only([.file(certificates.authority)]) }
      }
      let target = try secured?.url() ?? url(server.port)
      let first = await session.get(target).response(.string)
      isReceived.signal()
      expectEqual(try await Tool.onThread { isClosed.wait(timeout: .patience) }, .success)
      let second = await session.get(target).response(.string)
      expectEqual([first.value, second.value], ["1", "2"])
    }

    // MARK: - Limits

    @Test func theConnectionLimitPerHostIsEnforced() async throws {
      let server = try countingServer(waitingFor: 2)
      let session = try CurlSession.make { $0.connections.perHost = 2 }
      expectEqual(await bodies(8, from: session, [try url(server.port)]), ["1", "2"])
    }

    @Test func withoutALimitEachRequestHasAConnection() async throws {
      let server = try countingServer(waitingFor: 8)
      let session = try CurlSession.make()
      expectEqual(await bodies(8, from: session, [try url(server.port)]).count, 8)
    }

    @Test func theTotalConnectionLimitIsEnforced() async throws {
      let open = Locked((now: 0, most: 0))
      let server = try SocketServer { connection, _ in
        while WireRequest(headFrom: connection) != nil {
          open.update {
            $0.now += 1
            $0.most = max($0.now, $0.most)
          }
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n")
          open.update { $0.now -= 1 }
          connection.send("a")
        }
      }
      let session = try CurlSession.make { $0.connections.total = 1 }
      let hosts = try ["127.0.0.1", "localhost"].map { try url(server.port, host: $0) }
      expectEqual(await bodies(8, from: session, hosts), ["a"])
      expectEqual(open.value.most, 1)
    }

    @Test func theLimitOfIdleConnectionsIsEnforced() async throws {
      let isClosed = DispatchSemaphore(value: 0)
      let server = try countingServer(waitingFor: 2) { _ in isClosed.signal() }
      let session = try CurlSession.make { $0.connections.idle = 1 }
      let target = try url(server.port)
      async let first = session.get(target).response(.string).response?.status
      async let second = session.get(target).response(.string).response?.status
      expectEqual(await [first, second], [200, 200])
      // One of the two connections closes while the session and its transport still exist.
      expectEqual(try await Tool.onThread { isClosed.wait(timeout: .patience) }, .success)
      _ = session.configuration
    }

    // MARK: - Peers

    @Test func theRemoteAddressIsReported() async throws {
      let server = try countingServer()
      let session = try CurlSession.make()
      let response = await session.get(try url(server.port)).response(.string)
      expectEqual(
        response.timings.transport?.connection,
        TransportConnection(remoteAddress: "127.0.0.1", remotePort: server.port, isReused: false))
    }

    @Test func aReusedConnectionIsReported() async throws {
      let server = try countingServer()
      let session = try CurlSession.make()
      _ = await session.get(try url(server.port)).response(.string)
      let response = await session.get(try url(server.port)).response(.string)
      expectEqual(response.value, "1")
      expectEqual(response.timings.transport?.connection?.isReused, true)
    }

    // MARK: - Connection targets

    @Test func aUnixSocketReplacesHostAndPort() async throws {
      let path = folder.file("service.socket").path
      let heads = Locked<[String]>([])
      let server = try SocketServer(path: path) { connection, _ in
        while let request = WireRequest(headFrom: connection) {
          heads.update { $0.append(request.line + " " + (request.header("Host") ?? "")) }
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlocal")
        }
      }
      let session = try CurlSession.make { $0.unixSocketPath = path }
      let response = await session.get("http://service.invalid/path?a=1").response(.string)
      expectEqual(response.value, "local")
      expectEqual(heads.value, ["GET /path?a=1 HTTP/1.1 service.invalid"])
      _ = server.port
    }

    @Test func aMissingUnixSocketFailsInTheConnectPhase() async throws {
      let path = folder.file("missing.socket").path
      let session = try CurlSession.make { $0.unixSocketPath = path }
      let response = await session.get("http://service.invalid/").response(.string)
      expectEqual(response.failedPhase, .connect)
    }

    @Test func theLocalAddressCanBeChosen() async throws {
      let peers = Locked<[UInt32]>([])
      let server = try SocketServer { connection, _ in
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The pointers are valid during the call.
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
          unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe getpeername(connection.descriptor, $0, &size)
          }
        }
        peers.update { $0.append(UInt32(bigEndian: address.sin_addr.s_addr)) }
        while WireRequest(headFrom: connection) != nil {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      let session = try CurlSession.make { $0.localInterface = "127.0.0.9" }
      let response = await session.get(try url(server.port)).response(.data)
      expectEqual(response.response?.status, 200)
      expectEqual(peers.value, [0x7f00_0009])
    }

    @Test func aMissingInterfaceFailsInTheConnectPhase() async throws {
      let server = try countingServer()
      let session = try CurlSession.make { $0.localInterface = "nowhere7" }
      expectEqual(await session.get(try url(server.port)).response(.data).failedPhase, .connect)
    }

    @Test func theConnectTimeoutIncludesTheTLSHandshake() async throws {
      let server = try SocketServer { connection, _ in while connection.receive() != nil {} }
      let session = try CurlSession.make { $0.connectTimeout = .milliseconds(50) }
      let response = await session.get(try url(server.port, scheme: "https")).response(.data)
      expectEqual(response.failedPhase, .connect)
      expectEqual(response.curlError?.code, 28)
    }

    // MARK: - Encodings

    @Test func compressedEncodingsAreRequested() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let session = try CurlSession.make()
      _ = await session.get(try server.url()).response(.data)
      expectEqual(server.requests.first?.header("Accept-Encoding")?.contains("gzip"), true)
    }

    @Test func withoutDecompressionABodyIsUnchanged() async throws {
      let server = try LoopbackServer { _ in
        [.respond("200 OK", headers: ["Content-Encoding: gzip"], body: "as it is")]
      }
      let session = try CurlSession.make { $0.decompressesBodies = false }
      let response = await session.get(try server.url()).response(.string)
      expectEqual(response.value, "as it is")
      expectNil(server.requests.first?.header("Accept-Encoding"))
    }
  }
#endif
