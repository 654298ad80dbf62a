#if os(Linux)
  import Dispatch
  import Foundation
  import NetTesting
  import Testing

  @testable import Net

  /// What only shows in great numbers, each in a process of its own: a crash there fails one test.
  @Suite struct CurlTransportStressTests {
    @Test func tenThousandTasksThatRaceWithCancellationEndOnceEachAndLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.route(.get("/fast"), .data(Data(repeating: 0x78, count: 3000)))
        server.route(.get("/long"), .data(Data(repeating: 0x78, count: 300_000)))
        server.route(.get("/slow"), .stream(["one", "two"], every: .milliseconds(1)))
        try server.start()
        let urls = ["fast", "long", "slow"].map { server.baseURL.appending(path: $0) }
        try await Self.race(100, urls: urls)
        let (descriptors, memory) = (Self.descriptors, Self.resident)
        try await Self.race(10_000, urls: urls)
        await Self.settle { Self.descriptors <= descriptors }
        try #require(Self.descriptors <= descriptors)
        try #require(Self.resident - memory < 24 << 20, "\((Self.resident - memory) >> 20) MiB are left")
        server.stop()
      }
    }

    @Test(.enabled(if: Tool.areInstalled)) func theSameOverTLS() async {
      await #expect(processExitsWith: .success) {
        let certificates = try await TestCertificates()
        let server = try await TLSServer.start(certificates.issue())
        var options = TransportOptions()
        options.tls.authorities = .only([.file(certificates.authority)])
        guard let url = URL(string: "https://localhost:\(server.port)/") else { return }
        try await Self.race(20, urls: [url], options: options)
        let descriptors = Self.descriptors
        try await Self.race(1_000, urls: [url], options: options)
        await Self.settle { Self.descriptors <= descriptors }
        try #require(Self.descriptors <= descriptors)
      }
    }

    @Test func aThousandAtOnceGetTheirAnswers() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.route(.everything) { request in .text(request.url.lastPathComponent) }
        try server.start()
        let transport = try CurlTransport()
        let bodies = (0..<1000).map { _ in Locked(Data()) }
        let logs = bodies.enumerated().map { number, body in
          let log = CountingReceiver { piece in body.update { $0 += piece } }
          let url = server.baseURL.appending(path: "\(number)")
          transport.task(for: TransportRequest(url: url), receiver: log).resume()
          return log
        }
        for log in logs { await log.end() }
        try #require(logs.allSatisfy { $0.isFinished })
        try #require(bodies.map(\.value) == (0..<1000).map { Data("\($0)".utf8) })
        server.stop()
      }
    }

    @Test func aThousandTransportsLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.route(.everything, .text("hello"))
        try server.start()
        try await Self.race(10, urls: [server.baseURL])
        let descriptors = Self.descriptors
        for _ in 0..<1000 {
          let log = CountingReceiver()
          try CurlTransport().task(for: TransportRequest(url: server.baseURL), receiver: log).resume()
          await log.end()
          try #require(log.isFinished)
        }
        await Self.settle { Self.descriptors <= descriptors }
        try #require(Self.descriptors <= descriptors)
        server.stop()
      }
    }

    /// Where libcurl cannot be called off while it looks for a host (before 7.87), the end is told all the same.
    @Test(arguments: [false, true])
    func cancellingWhileTheHostIsLookedForEndsAtOnce(waitsForResolver: Bool) async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      let capabilities = try #require(CurlCapabilities.current)
      let loops = try CurlLoops(
        options: CurlOptions(TransportOptions(), capabilities: capabilities),
        waitsForResolver: waitsForResolver)
      let logs = try (0..<20).map { number in
        let log = EventLog()
        let url = try #require(URL(string: "http://nowhere-\(number).invalid/"))
        let request = TransportRequest(url: url)
        let task = CurlTask(request, receiver: log, seat: loops.seat(for: request))
        task.resume()
        task.cancel()
        return log
      }
      let other = EventLog()
      let request = TransportRequest(url: try server.url())
      CurlTask(request, receiver: other, seat: loops.seat(for: request)).resume()
      for log in logs { await log.end() }
      await other.end()
      #expect(logs.allSatisfy { $0.summary == ["cancelled"] })
      #expect(other.body == "hello")
    }

    // MARK: - Races

    /// Sends so many requests, a hundred at a time, most of which are cancelled from another thread at some moment.
    private static func race(
      _ count: Int, urls: [URL], options: TransportOptions = TransportOptions()
    ) async throws {
      let transport = try CurlTransport(options: options)
      for round in 0..<(count / 10) {
        let ends = (0..<10).map { _ in CountingReceiver() }
        for (number, end) in ends.enumerated() {
          let url = urls[(round + number) % urls.count]
          let task = transport.task(for: TransportRequest(url: url), receiver: end)
          switch number {
          case 0: break
          case 1: task.cancel()
          default:
            DispatchQueue.global().async {
              // From at once to about when the answer comes.
              for _ in 0..<(number * (round % 40) * 4) { _ = end.count }
              task.cancel()
            }
          }
          task.resume()
        }
        for end in ends { await end.end() }
        try #require(ends[0].isFinished)
        try #require(!ends[1].isFinished)
        try #require(ends.allSatisfy { $0.count == 1 })
      }
    }

    private static var descriptors: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    private static var resident: Int {
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return (pages ?? 0) * 4096
    }

    /// A loop that ends does so on its own thread, a moment later.
    private static func settle(_ isThere: () -> Bool) async {
      let deadline = ContinuousClock.now + .seconds(20)
      while !isThere(), ContinuousClock.now < deadline { await Task.yield() }
    }
  }
#endif
