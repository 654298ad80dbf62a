#if os(Linux)
  import Foundation
  import Glibc
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// A process whose threads have a small stack by default, as with `ulimit -s 128` or another C library.
  @Suite struct SmallThreadStackTests {
    private struct Level: Decodable, Sendable {
      var next: [Level]?
    }

    @Test("A deeply nested body is decoded although threads have a stack of 128 KiB by default")
    func aDeeplyNestedBodyIsDecoded() async {
      await #expect(processExitsWith: .success) {
        // The C library reads the limit when a program starts.
        var limits = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
        // The pointers are valid during the calls.
        unsafe getrlimit(resource, &limits)
        limits.rlim_cur = 128 << 10
        unsafe setrlimit(resource, &limits)
        try RestartedProcess.start(with: ["NETSTREAM_SMALL_STACK": "1"])
        let body =
          String(repeating: #"{"next":["#, count: 150) + "{}" + String(repeating: "]}", count: 150)
        let server = MockServer()
        server.stub(.get("/"), with: .json(body))
        try server.start()
        // Without a queue, it is decoded on a thread of the transport.
        var configuration = SessionConfiguration()
        configuration.callbackQueue = nil
        let session = NetworkSession(configuration: configuration, transport: try CurlTransport())
        _ = try await session.get(server.baseURL).value(.decodable(of: Level.self))
      }
    }
  }
#endif
