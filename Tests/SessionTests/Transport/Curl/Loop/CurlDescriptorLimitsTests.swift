#if os(Linux)
  import Foundation
  import Glibc
  import NetTesting
  import Testing

  @testable import Net

  /// A transport with few descriptors, and the descriptors it leaves to other processes.
  ///
  /// Each test runs in a separate process, to count only its own descriptors.
  @Suite struct CurlDescriptorLimitsTests {
    /// A process that this one starts must not inherit them.
    @Test func descriptorsAreClosedInStartedProcesses() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.stub(.everything, with: .fault(.stall))
        try server.start()
        let before = Descriptors.open
        let transport = try CurlTransport()
        let tasks = (0..<20).map { _ in
          transport.task(for: TransportRequest(url: server.baseURL), receiver: EventLog())
        }
        for task in tasks { task.resume() }
        await ProcessFigures.settle { server.requests.count == tasks.count }
        let own = Descriptors.open.subtracting(before)
        // These include the descriptors of the server, which must be closed too.
        try #require(own.count >= 2 * tasks.count)
        let kept = own.filter { !Descriptors.isClosedOnExec($0) && !Descriptors.isPair($0) }
        try #require(kept.isEmpty, "\(kept.map(Descriptors.name))")
        for task in tasks { task.cancel() }
        server.stop()
      }
    }

    @Test func creatingATransportWithoutADescriptorFailsAndALaterOneSucceeds() async {
      await #expect(processExitsWith: .success) {
        _ = try CurlTransport()
        let refused = Descriptors.withoutMore { Result { try CurlTransport() } }
        guard case .failure(let error) = refused else { throw POSIXError(.EMFILE) }
        // The second error occurs if libcurl itself cannot start, as in newer versions.
        try #require(error is CurlError || error is TransportOptionError)
        _ = try CurlTransport()
      }
    }

    @Test func theFirstLoopServesAllRequestsUntilASecondLoopGetsADescriptor() async {
      await #expect(processExitsWith: .success) {
        let capabilities = try #require(CurlCapabilities.current)
        let loops = try CurlLoops(
          options: CurlOptions(TransportOptions(), capabilities: capabilities), limit: 2)
        let request = TransportRequest(url: try #require(URL(string: "http://127.0.0.1/")))
        // Only the seats are taken; nothing is sent.
        var seats: [CurlSeat] = []
        Descriptors.withoutMore {
          for _ in 0..<20 { seats.append(loops.seat(for: request)) }
        }
        try #require(loops.count == 1)
        for _ in 0..<CurlPlacement.patience { seats.append(loops.seat(for: request)) }
        try #require(loops.count == 2)
        for seat in seats { seat.leave() }
      }
    }
  }

  /// The descriptors of this process.
  private enum Descriptors {
    static var open: Set<Int32> {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      // Excludes the descriptor of the folder, which is closed now.
      return Set(names.compactMap { Int32($0) }.filter { fcntl($0, F_GETFD) >= 0 })
    }

    static func name(_ descriptor: Int32) -> String {
      let path = "/proc/self/fd/\(descriptor)"
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path
    }

    static func isClosedOnExec(_ descriptor: Int32) -> Bool {
      fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
    }

    /// Whether this is one of the two sockets that older versions of libcurl use to wake themselves.
    ///
    /// They lead nowhere.
    static func isPair(_ descriptor: Int32) -> Bool {
      var address = sockaddr()
      var size = socklen_t(MemoryLayout<sockaddr>.size)
      // The pointers are valid during the call.
      return unsafe getsockname(descriptor, &address, &size) == 0 && address.sa_family == sa_family_t(AF_UNIX)
    }

    /// Runs the body while the process can open no more descriptors.
    static func withoutMore<Result>(_ body: () throws -> Result) rethrows -> Result {
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limits = rlimit()
      // The pointers are valid during the calls.
      unsafe getrlimit(resource, &limits)
      var few = limits
      few.rlim_cur = rlim_t(3)
      unsafe setrlimit(resource, &few)
      defer { unsafe setrlimit(resource, &limits) }
      return try body()
    }
  }
#endif
