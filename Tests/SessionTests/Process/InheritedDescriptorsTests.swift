#if os(Linux)
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// Programs that other threads start while descriptors are opened.
  ///
  /// One that inherits a connection keeps it open after its end, so the peer waits until that program has ended.
  @Suite struct InheritedDescriptorsTests {
    @Test("No descriptor of a server or a transport can be inherited, not even for a moment")
    func noDescriptorIsInheritableForAMoment() async {
      await #expect(processExitsWith: .success) {
        let descriptors = try await InheritedDescriptors.start()
        let server = MockServer()
        server.stub(.get("/"), with: .text("hello").header("Connection", "close"))
        try server.start()
        let session = NetworkSession(transport: try CurlTransport())
        for _ in 0..<2 { try #require(try await session.get(server.baseURL).data() == Data("hello".utf8)) }
        server.stop()
        // Of the server the listener, two ends of a pipe and two connections; of the transport two for its loop
        // and two connections.
        try #require(descriptors.opened >= 9)
        try #require(descriptors.inherited == 0)
      }
    }
  }
#endif
