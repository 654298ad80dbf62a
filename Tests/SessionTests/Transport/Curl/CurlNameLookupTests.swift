#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// During a name lookup, only the requests that need it wait for the resolver.
  ///
  /// The name service responds only after everything that must not wait for it. Each test runs in a separate
  /// process with its own name service.
  @Suite struct CurlNameLookupTests {
    @Test func cancellingDuringALookupEndsAtOnce() async {
      await #expect(processExitsWith: .success) { try await Self.cancel(waitsForResolver: false) }
    }

    /// Like versions of libcurl that cannot cancel a lookup (before 7.87).
    @Test func cancellingEndsAtOnceEvenIfLibcurlWaits() async {
      await #expect(processExitsWith: .success) { try await Self.cancel(waitsForResolver: true) }
    }

    /// libcurl says nothing about descriptors, so a lookup that fails while there are none counts as a lack of them.
    @Test func aCancelledRequestWhoseLookupLacksDescriptorsIsNotTriedAgain() async {
      await #expect(processExitsWith: .success) {
        let names = try await SilentNameService.start()
        let loops = try CurlLoops(
          options: CurlOptions(Self.direct, capabilities: #require(CurlCapabilities.current)),
          waitsForResolver: true, patience: .seconds(Int32.max))
        let release = AsyncStream<Void>.makeStream()
        var task: CurlTask? = try Self.send(reportingReleaseTo: release.continuation, by: loops)
        await names.waitUntilAsked()
        task?.cancel()
        task = nil
        try DescriptorLimit.allowNone()
        names.respond()
        // Ends when the request is released, which the transport keeps as long as it may be sent again.
        for await _ in release.stream {}
        withExtendedLifetime(loops) {}
      }
    }

    @Test func theConnectTimeoutOfASessionDoesNotWaitForALookup() async {
      await #expect(processExitsWith: .success) {
        let names = try await SilentNameService.start()
        var configuration = SessionConfiguration()
        configuration.timeouts.connect = .milliseconds(20)
        let network = NetworkSession(
          configuration: configuration, transport: try CurlTransport(options: Self.direct))
        let response = await network.get("http://a.silent/").response(.data)
        try #require(response.error?.reason == .timeout(.connect))
        try #require(names.completed == 0)
        names.respond()
      }
    }

    @Test func theConnectTimeoutOfATransportDoesNotWaitForALookup() async {
      await #expect(processExitsWith: .success) {
        // Older versions of libcurl wait, which is a separate limit.
        guard let curl = CurlCapabilities.current, curl.features.contains(.quickCancellation) else { return }
        let names = try await SilentNameService.start()
        var options = Self.direct
        options.connectTimeout = .milliseconds(20)
        let network = NetworkSession(transport: try CurlTransport(options: options))
        let response = await network.get("http://a.silent/").response(.data)
        try #require(response.failedPhase == .connect)
        try #require(response.curlError?.urlErrorCode == .timedOut)
        try #require(names.completed == 0)
        names.respond()
      }
    }

    @Test func anUnknownHostFailsInTheNameLookup() async {
      await #expect(processExitsWith: .success) {
        let names = try await SilentNameService.start()
        names.respond()
        for transport in [try CurlTransport(options: Self.direct), URLSessionTransport()] as [any Transport] {
          let response = await NetworkSession(transport: transport).get("http://a.silent/").response(.data)
          try #require(response.failedPhase == .nameLookup, "\(response)")
        }
        try #require(names.completed > 0)
      }
    }

    private static var direct: TransportOptions {
      var options = TransportOptions()
      options.proxy = .none
      return options
    }

    private static func cancel(waitsForResolver: Bool) async throws {
      let names = try await SilentNameService.start()
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      let capabilities = try #require(CurlCapabilities.current)
      let descriptors = ProcessFigures.descriptors
      var loops: CurlLoops? = try CurlLoops(
        options: CurlOptions(direct, capabilities: capabilities),
        waitsForResolver: waitsForResolver || !capabilities.features.contains(.quickCancellation))
      let pending = try (0..<20).map { try send(URL(string: "http://\($0).silent/"), by: loops) }
      await names.waitUntilAsked()
      try #require(names.asked > 0)
      for (_, task) in pending { task.cancel() }
      for (log, _) in pending {
        await log.end()
        try #require(log.summary == ["cancelled"])
      }
      // Other requests continue, and releasing the transport does not block.
      let (other, _) = try send(try server.url(), by: loops)
      await other.end()
      try #require(other.body == "hello")
      loops = nil
      try #require(names.completed == 0)
      names.respond()
      await ProcessFigures.settle { ProcessFigures.descriptors <= descriptors }
      try #require(ProcessFigures.descriptors <= descriptors)
    }

    /// Sends a request whose release ends a stream.
    private static func send(
      reportingReleaseTo stream: AsyncStream<Void>.Continuation, by loops: CurlLoops
    ) throws -> CurlTask {
      var request = TransportRequest(url: try #require(URL(string: "http://a.silent/")))
      request.tags[Witness.self] = Data.reporting { stream.finish() }
      let task = CurlTask(request, receiver: EventLog(), seat: loops.seat(for: request))
      task.resume()
      return task
    }

    private enum Witness: RequestTagKey { typealias Value = Data }

    private static func send(_ url: URL?, by loops: CurlLoops?) throws -> (EventLog, CurlTask) {
      let log = EventLog()
      let request = TransportRequest(url: try #require(url))
      let task = CurlTask(request, receiver: log, seat: try #require(loops).seat(for: request))
      task.resume()
      return (log, task)
    }
  }
#endif
