#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The server of the TLS tests leaves nothing behind.
  @Suite(.enabled(if: Tool.areInstalled)) struct TLSServerTests {
    private func server() async throws -> TLSServer {
      try await TLSServer.start(TestCertificates().issue())
    }

    @Test func stoppingTheServerEndsItsProcess() async throws {
      let server = try await server()
      expectTrue(server.isAlive)
      try await server.stop()
      expectFalse(server.isAlive)
    }

    @Test func theProcessEndsWithTheProcessThatStartedIt() async throws {
      let server = try await server()
      expectTrue(server.isAlive)
      try await server.endInput()
      expectFalse(server.isAlive)
    }

    @Test func aFailedStartIsAnErrorAndLeavesNoProcess() async throws {
      var issued = try await TestCertificates().issue()
      issued.key = "/missing.key"
      let error = await #expect(throws: Tool.Failure.self) { _ = try await TLSServer.start(issued) }
      expectEqual(error?.description.contains("No such file"), true)
    }
  }
#endif
