#if os(Linux)
  import Dispatch
  import Foundation
  import Glibc
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// Requests that wait for a descriptor because the process may open no more, each test in a separate
  /// process.
  @Suite struct DescriptorShortageTests {
    @Test("2,000 requests at once in a process that may open 1,024 files all complete", .heavy)
    func moreRequestsThanDescriptorsComplete() async {
      await #expect(processExitsWith: .success) {
        try DescriptorLimit.set(to: 1024)
        // The server runs in this process too and needs as many descriptors. It closes its connections, so
        // that every request gets one.
        let server = MockServer()
        server.stub(.everything, with: .text("hello").addingHeader("Connection", "close"))
        try server.start()
        let transport = try CurlTransport()
        let logs = (0..<2000).map { _ in CountingReceiver() }
        for log in logs {
          transport.task(for: TransportRequest(url: server.baseURL), receiver: log).resume()
        }
        for log in logs { await log.end() }
        let failures = logs.filter { !$0.isFinished }.count
        try #require(failures == 0, "\(failures)")
        server.stop()
      }
    }

    @Test("500 requests at once to a host by its name all complete", .heavy)
    func namesAreLookedUpWithFewDescriptors() async {
      await #expect(processExitsWith: .success) {
        try DescriptorLimit.set(to: 256)
        let server = MockServer()
        server.stub(.everything, with: .text("hello").addingHeader("Connection", "close"))
        try server.start()
        let url = try #require(URL(string: "http://localhost:\(server.baseURL.port ?? 0)/"))
        let transport = try CurlTransport()
        let logs = (0..<500).map { _ in EventLog() }
        for log in logs { transport.task(for: TransportRequest(url: url), receiver: log).resume() }
        for log in logs { await log.end() }
        let errors = logs.compactMap(\.error)
        try #require(errors.isEmpty, "\(errors.count) \(errors.prefix(3))")
        server.stop()
      }
    }

    @Test("A request without a descriptor completes as soon as one is free")
    func aFreedDescriptorIsUsed() async {
      await #expect(processExitsWith: .success) {
        try DescriptorLimit.set(to: 128)
        let server = MockServer()
        server.stub(.everything, with: .text("hello"))
        try server.start()
        let transport = try CurlTransport()
        let hasEnded = DispatchSemaphore(value: 0)
        let log = EventLog { event in
          switch event {
          case .finished, .failed: hasEnded.signal()
          default: break
          }
        }
        try DescriptorLimit.allowNone()
        transport.task(for: TransportRequest(url: server.baseURL), receiver: log).resume()
        let early = try await Tool.onThread { hasEnded.wait(timeout: .now() + .milliseconds(200)) }
        try DescriptorLimit.set(to: 128)
        try #require(early == .timedOut, "\(String(describing: log.error))")
        await log.end()
        try #require(log.body == "hello")
        server.stop()
      }
    }

    @Test("A request that waits too long for a descriptor fails, and the error gives the reason")
    func aLastingShortageIsAnErrorThatNamesTheLimit() async {
      await #expect(processExitsWith: .success) {
        let capabilities = try #require(CurlCapabilities.current)
        let loops = try CurlLoops(
          options: CurlOptions(TransportOptions(), capabilities: capabilities),
          patience: .milliseconds(50))
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let request = TransportRequest(url: url)
        let log = EventLog()
        try DescriptorLimit.allowNone()
        CurlTask(request, receiver: log, seat: loops.seat(for: request)).resume()
        await log.end()
        try DescriptorLimit.set(to: 128)
        let error = try #require(log.error as? CurlError)
        try #require(error.message == "Too many open files: the limit of this process is 3")
        try #require(error.systemError == Int(EMFILE))
      }
    }

    /// Only one descriptor is left, which the socket takes.
    @Test(
      "A request over TLS waits until the file with its authorities can be opened",
      .enabled(if: Tool.areInstalled))
    func authoritiesAreReadOnceADescriptorIsFree() async {
      await #expect(processExitsWith: .success) {
        let certificates = try await TestCertificates()
        let server = try await TLSServer.start(try await certificates.issue())
        try DescriptorLimit.set(to: 128)
        var options = TransportOptions()
        options.tls.authorities = .only([.file(certificates.authority)])
        let transport = try CurlTransport(options: options)
        let url = try server.url()
        let hasEnded = DispatchSemaphore(value: 0)
        let log = EventLog { if $0.isLast { hasEnded.signal() } }
        var others = DescriptorLimit.takeAll()
        _ = close(others.removeLast())
        transport.task(for: TransportRequest(url: url), receiver: log).resume()
        let early = try await Tool.onThread { hasEnded.wait(timeout: .now() + .milliseconds(300)) }
        for descriptor in others { _ = close(descriptor) }
        try #require(early == .timedOut, "\(String(describing: log.error))")
        await log.end()
        try #require(log.error == nil)
      }
    }

    /// Only one descriptor is left.
    ///
    /// A request that waited would fail at once, and name the limit.
    @Test("A request whose connection is refused during a shortage fails at once with the refusal")
    func aRefusalDuringAShortageIsReported() async {
      await #expect(processExitsWith: .success) {
        try DescriptorLimit.set(to: 128)
        let capabilities = try #require(CurlCapabilities.current)
        let loops = try CurlLoops(
          options: CurlOptions(TransportOptions(), capabilities: capabilities), patience: .zero)
        let url = try #require(URL(string: "http://127.0.0.1:\(try LoopbackServer.unusedPort())/"))
        let request = TransportRequest(url: url)
        let log = EventLog()
        var others = DescriptorLimit.takeAll()
        _ = close(others.removeLast())
        CurlTask(request, receiver: log, seat: loops.seat(for: request)).resume()
        await log.end()
        for descriptor in others { _ = close(descriptor) }
        let error = try #require(log.error as? CurlError)
        try #require(error.systemError == Int(ECONNREFUSED), "\(error)")
      }
    }

    /// The server closes the connection of HTTP/2 when it has the body.
    @Test(
      "An upload that is sent again waits for the descriptor of its new connection",
      .enabled(if: Tool.areInstalled))
    func anUploadThatIsSentAgainWaitsForADescriptor() async {
      await #expect(processExitsWith: .success) {
        let certificates = try await TestCertificates()
        let behind = try HTTP2Server(refusals: [nil, .close])
        let server = try await TLSServer.start(try await certificates.issue()) {
          $0.protocols = ["h2"]
          $0.backend = behind.port
        }
        try DescriptorLimit.set(to: 128)
        var options = TransportOptions()
        options.tls.authorities = .only([.file(certificates.authority)])
        options.proxy = .none
        let transport = try CurlTransport(options: options)
        let url = try server.url()
        let first = EventLog()
        transport.task(for: TransportRequest(url: url), receiver: first).resume()
        await first.end()
        let hasEnded = DispatchSemaphore(value: 0)
        let log = EventLog { if $0.isLast { hasEnded.signal() } }
        let request = TransportRequest(method: .put, url: url, body: .data(Data("body".utf8)))
        try DescriptorLimit.allowNone()
        transport.task(for: request, receiver: log).resume()
        let early = try await Tool.onThread { hasEnded.wait(timeout: .now() + .milliseconds(300)) }
        try DescriptorLimit.set(to: 128)
        let version = try #require(CurlCapabilities.current).version
        if version >= CurlCapabilities.Version(8, 0), early == .success {
          // libcurl itself has sent the request again, and does not wait.
          return try #require((log.error as? CurlError)?.code == 7)
        }
        try #require(early == .timedOut, "\(String(describing: log.error))")
        await log.end()
        try #require(log.body == "connection 2, stream 1, 4 bytes")
      }
    }

    @Test("A request that waits for a descriptor can be cancelled")
    func aWaitingRequestCanBeCancelled() async {
      await #expect(processExitsWith: .success) {
        let transport = try CurlTransport()
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let logs = (0..<20).map { _ in EventLog() }
        try DescriptorLimit.allowNone()
        let tasks = logs.map { transport.task(for: TransportRequest(url: url), receiver: $0) }
        for task in tasks { task.resume() }
        for task in tasks { task.cancel() }
        for log in logs { await log.end() }
        try DescriptorLimit.set(to: 128)
        try #require(logs.allSatisfy { $0.summary == ["cancelled"] })
      }
    }

    @Test("Idle connections are closed to make room for requests to other hosts")
    func idleConnectionsMakeRoom() async {
      await #expect(processExitsWith: .success) {
        let (listener, port) = try Self.listening()
        // Responds once on each connection and keeps it open. A separate process, with its own descriptors.
        let server = try ForkedChild {
          while case let accepted = accept(listener, nil, nil), accepted >= 0 {
            let connection = StreamSocket(descriptor: accepted)
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
          }
          return 1
        }
        try DescriptorLimit.set(to: 64)
        let transport = try CurlTransport()
        var bodies: [String] = []
        for host in 1...120 {
          let url = try #require(URL(string: "http://127.0.0.\(host):\(port)/"))
          let log = EventLog()
          transport.task(for: TransportRequest(url: url), receiver: log).resume()
          await log.end()
          bodies.append(log.body)
        }
        kill(server.identifier, SIGKILL)
        try #require(server.wait() == .signalled(SIGKILL))
        try #require(bodies == Array(repeating: "hello", count: 120))
      }
    }

    @Test("With one connection per host, a request is sent when the one before it is cancelled")
    func cancellingStartsTheNextRequest() async throws {
      let isHeld = DispatchSemaphore(value: 0)
      let server = try SocketServer { connection, number in
        _ = connection.receive()
        if number == 1 {
          isHeld.signal()
          while connection.receive() != nil {}
        } else {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        }
      }
      var options = TransportOptions()
      options.proxy = .none
      options.connections.perHost = 1
      let transport = try CurlTransport(options: options)
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      let first = EventLog()
      let second = EventLog()
      let held = transport.task(for: TransportRequest(url: url), receiver: first)
      held.resume()
      try await Tool.onThread { isHeld.wait() }
      transport.task(for: TransportRequest(url: url), receiver: second).resume()
      held.cancel()
      await second.end()
      expectEqual(second.body, "hello")
    }

    /// Listens on a port of all addresses of this machine.
    private static func listening() throws -> (descriptor: Int32, port: Int) {
      let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      // The pointers are valid during the calls.
      let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe bind(made, pointer, size) == 0 && listen(made, 128) == 0
            && getsockname(made, pointer, &size) == 0
        }
      }
      guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
      return (made, Int(UInt16(bigEndian: address.sin_port)))
    }
  }
#endif
