#if os(Linux)
  import Dispatch
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// What only shows in great numbers, each in a separate process: a crash there fails one test.
  @Suite struct CurlTransportStressTests {
    @Test func tenThousandTasksThatRaceWithCancellationEndOnceEachAndLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.stub(.get("/fast"), with: .data(Data(repeating: 0x78, count: 3000)))
        server.stub(.get("/long"), with: .data(Data(repeating: 0x78, count: 300_000)))
        server.stub(.get("/slow"), with: .stream(["one", "two"], every: .milliseconds(1)))
        try server.start()
        let urls = ["fast", "long", "slow"].map { server.baseURL.appending(path: $0) }
        _ = try await Self.race(1000, urls: urls)
        let baseline = Baseline()
        let phases = try await Self.race(10_000, urls: urls)
        // It forgets what it was asked, which is much by now, and its stubs: those that were cancelled must be over.
        await waitPatiently { server.openConnectionCount == 0 }
        server.reset()
        try await baseline.isReachedAgain()
        try #require(phases.isSuperset(of: [.head, .body, nil]), "\(phases)")
        server.stop()
      }
    }

    @Test(.enabled(if: Tool.areInstalled)) func tenThousandOverTLSEndOnceEachAndLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        let certificates = try await TestCertificates()
        let server = try await TLSServer.start(certificates.issue())
        let phases = try await Self.race(over: server, trusting: certificates)
        // Some of them while TLS was agreed on, in whichever phase this libcurl counts that.
        try #require(!phases.isDisjoint(with: [.connect, .secureConnection]), "\(phases)")
        try #require(phases.isSuperset(of: [.head, nil]), "\(phases)")
      }
    }

    /// Those that are cancelled leave the connection to the others.
    @Test(.enabled(if: Tool.areInstalled)) func tenThousandStreamsOfHTTP2EndOnceEachAndLeaveNothing() async {
      await #expect(processExitsWith: .success) {
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

    @Test func aThousandAtOnceGetTheirAnswersAndLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        ProcessFigures.shareMemoryAmongThreads()
        let server = MockServer()
        try server.start()
        let answerAll = {
          // It forgets what it was asked before.
          server.reset()
          server.stub(.everything) { request in .text(request.url.lastPathComponent) }
          try await Self.crowd(server.baseURL)
        }
        // The first takes the memory that a crowd needs, the server's included.
        try await answerAll()
        let baseline = Baseline()
        for _ in 0..<4 { try await answerAll() }
        try await baseline.isReachedAgain()
        server.stop()
      }
    }

    @Test func aThousandTransportsLeaveNothing() async {
      await #expect(processExitsWith: .success) {
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

    /// A thousand requests that are all under way together.
    private static func crowd(_ url: URL) async throws {
      let transport = try CurlTransport()
      let bodies = (0..<1000).map { _ in Locked(Data()) }
      let logs = bodies.enumerated().map { number, body in
        let log = CountingReceiver { piece in body.update { $0 += piece } }
        transport.task(for: TransportRequest(url: url.appending(path: "\(number)")), receiver: log).resume()
        return log
      }
      for log in logs { await log.end() }
      try #require(logs.allSatisfy { $0.isFinished })
      try #require(bodies.map(\.value) == (0..<1000).map { Data("\($0)".utf8) })
    }

    // MARK: - Races

    /// Sends so many requests, a hundred at a time, most of which are cancelled from another thread at some moment
    /// between the first and the last thing that happens to them; in which phases that was, with nil for too late.
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

    /// Sends ten thousand over TLS after some that do not count, and sees to it that they leave nothing.
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

  /// What the process holds before something that must leave nothing.
  private struct Baseline {
    private let descriptors = ProcessFigures.descriptors
    private let memory = ProcessFigures.resident

    /// By how much memory may have grown: a good thousand bytes for each of ten thousand.
    ///
    /// Thread Sanitizer has its own memory for memory in use, and keeps it.
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
      try #require(growth < Self.tolerance, "\(growth >> 10) KiB are left")
    }
  }
#endif
