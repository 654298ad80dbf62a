#if os(Linux)
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// A process without `/proc`, as in a chroot environment in which it is not mounted.
  @Suite struct MissingProcTests {
    @Test("A request without /proc has a User-Agent, for which Foundation's main bundle is not read")
    func aRequestNeedsNoMainBundle() async {
      await #expect(processExitsWith: .success) {
        try await PreloadedProgram(name: "missing-proc").start()
        let server = MockServer()
        server.stub(.get("/"), with: .text("hello"))
        try server.start()
        let session = NetworkSession(transport: try CurlTransport())
        try #require(try await session.get(server.baseURL).data() == Data("hello".utf8))
        let agent = try #require(server.requests.first?.headers["User-Agent"])
        try #require(agent.contains("/unknown (Linux "))
      }
    }
  }
#endif
