#if os(Linux)
  import Dispatch
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// Failures that show only under load.
  ///
  /// Each test runs in a separate process, so a crash fails only one.
  @Suite struct CurlTransportStressTests {
    @Test func tenThousandRacesWithCancellationEndOnceEachWithoutLeaks() async {
      await #expect(processExitsWith: .success) {
        ProcessFigures.shareMemoryAmongThreads()
        let server = MockServer()
        server.stub(.get("/fast"), with: .data(Data(repeating: 0x78, count: 3000)))
        server.stub(.get("/long"), with: .data(Data(repeating: 0x78, count: 300_000)))
        server.stub(.get("/slow"), with: .stream(["one", "two"], every: .milliseconds(1)))
        try server.start()
        let urls = ["fast", "long", "slow"].map { server.baseURL.appending(path: $0) }
        _ = try await Self.race(1000, urls: urls)
        let baseline = Baseline()
        let phases = try await Self.race(10_000, urls: urls)
        // Resets the server, which forgets its recorded requests and its stubs, once no cancelled request
        // is open.
        await waitPatiently { server.openConnectionCount == 0 }
        server.reset()
        try await baseline.isReachedAgain()
        try #require(phases.isSuperset(of: [.head, .body, nil]), "\(phases)")
        server.stop()
      }
    }

    @Test(.enabled(if: Tool.areInstalled)) func tenThousandRacesOverTLSEndOnceEachWithoutLeaks() async {
      await #expect(processExitsWith: .success) {
        ProcessFigures.shareMemoryAmongThreads()
        let certificates = try await TestCertificates()
        let server = try await TLSServer.start(certificates.issue())
        let phases = try await Self.race(over: server, trusting: certificates)
        // Some were cancelled during the TLS handshake, which belongs to one of these phases depending on
        // libcurl's version.
        try #require(!phases.isDisjoint(with: [.connect, .secureConnection]), "\(phases)")
        try #require(phases.isSuperset(of: [.head, nil]), "\(phases)")
      }
    }

    /// Cancelled requests leave the connection to the others.
    @Test(.enabled(if: Tool.areInstalled)) func tenThousandRacesOverHTTP2EndOnceEachWithoutLeaks() async {
      await #expect(processExitsWith: .success) {
        ProcessFigures.shareMemoryAmongThreads()
        let certificates = try await TestCertificates()
        let backend = try HTTP2Server()
        let server = try await TLSServer.start(certificates.issue()) {
          $0.protocols = ["h2"]
          $0.backend = backend.port
        }
        let phases = try await Self.race(over: server, trusting: certificates) { options in
          try LoopsTransport(sharing: options)
        }
        try #require(phases.isSuperset(of: [.head, nil]), "\(phases)")
      }
    }

    @Test func aThousandConcurrentRequestsCompleteWithoutLeaks() async {
      await #expect(processExitsWith: .success) {
        ProcessFigures.shareMemoryAmongThreads()
        let server = MockServer()
        try server.start()
        let answerAll = {
          // Makes the server forget its recorded requests.
          server.reset()
          server.stub(.everything) { request in .text(request.url.lastPathComponent) }
          try await Self.crowd(server.baseURL)
        }
        // The first round allocates the memory that so many requests need, in the server too.
        try await answerAll()
        let baseline = Baseline()
        for _ in 0..<4 { try await answerAll() }
        try await baseline.isReachedAgain()
        server.stop()
      }
    }

    @Test func aThousandTransportsLeaveNoLeaks() async {
      await #expect(processExitsWith: .success) {
        ProcessFigures.shareMemoryAmongThreads()
        let server = MockServer()
        server.stub(.everything, with: .text("hello"))
        try server.start()
        _ = try await Self.race(100, urls: [server.baseURL])
        let baseline = Baseline()
        for _ in 0..<1000 {
          let log = CountingReceiver()
          try CurlTransport().task(for: TransportRequest(url: server.baseURL), receiver: log).resume()
          await log.end()
          try #require(log.isFinished)
        }
        try await baseline.isReachedAgain()
        server.stop()
      }
    }

    /// Sends a thousand concurrent requests.
    private static func crowd(_ url: URL) async throws {
      let transport = try CurlTransport()
      let bodies = (0..<1000).map { _ in Locked(Data()) }
      let logs = bodies.enumerated().map { number, body in
        let log = CountingReceiver { chunk in body.update { $0 += chunk } }
        transport.task(for: TransportRequest(url: url.appending(path: "\(number)")), receiver: log).resume()
        return log
      }
      for log in logs { await log.end() }
      try #require(logs.allSatisfy { $0.isFinished })
      try #require(bodies.map(\.value) == (0..<1000).map { Data("\($0)".utf8) })
    }

    // MARK: - Races

    /// Sends this many requests, a hundred at a time, and cancels most of them from another thread at varying
    /// moments between their first and last event.
    ///
    /// Returns the phases in which they were cancelled, with nil for too late.
    private static func race(
      _ count: Int, urls: [URL], makeTransport: () throws -> any Transport = { try CurlTransport() }
    ) async throws -> Set<TransportPhase?> {
      let transport = try makeTransport()
      var phases: Set<TransportPhase?> = []
      var span = Duration.milliseconds(1)
      for _ in 0..<(count / 100) {
        let start = ContinuousClock.now
        let ends = (0..<100).map { _ in CountingReceiver() }
        for (number, end) in ends.enumerated() {
          let url = urls[number % urls.count]
          let task = transport.task(for: TransportRequest(url: url), receiver: end)
          switch number % 10 {
          case 0: break
          case 1: task.cancel()
          default:
            let delay = Int((span * number / 80).components.attoseconds / 1_000_000_000)
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(delay)) { task.cancel() }
          }
          task.resume()
        }
        for end in ends { await end.end() }
        span = min(.milliseconds(500), ContinuousClock.now - start)
        try #require(ends.allSatisfy { $0.count == 1 })
        for (number, end) in ends.enumerated() {
          switch number % 10 {
          case 0: try #require(end.isFinished)
          case 1: try #require(!end.isFinished)
          default: phases.insert(end.failedPhase)
          }
        }
      }
      return phases
    }

    /// Sends ten thousand requests over TLS after some that warm up, and checks that they leave nothing
    /// behind.
    private static func race(
      over server: TLSServer, trusting certificates: TestCertificates,
      makeTransport: (TransportOptions) throws -> any Transport = { try CurlTransport(options: $0) }
    ) async throws -> Set<TransportPhase?> {
      var options = TransportOptions()
      options.proxy = .none
      options.tls.authorities = .only([.file(certificates.authority)])
      let url = try server.url()
      _ = try await race(1000, urls: [url]) { try makeTransport(options) }
      let baseline = Baseline()
      let phases = try await race(10_000, urls: [url]) { try makeTransport(options) }
      try await baseline.isReachedAgain()
      return phases
    }
  }

  /// The resources of the process before an operation that must not leak.
  private struct Baseline {
    private let descriptors = ProcessFigures.descriptors
    private let memory = ProcessFigures.resident

    /// The allowed growth of memory: about a thousand bytes for each of ten thousand requests.
    ///
    /// Thread Sanitizer keeps shadow memory for the memory in use.
    private static var tolerance: Int {
      #if THREAD_SANITIZER
        256 << 20
      #else
        12 << 20
      #endif
    }

    func isReachedAgain() async throws {
      await ProcessFigures.settle { ProcessFigures.descriptors <= descriptors }
      try #require(ProcessFigures.descriptors <= descriptors)
      let growth = ProcessFigures.resident - memory
      try #require(growth < Self.tolerance, "\(growth >> 10) KiB are still in use")
    }
  }
#endif
