#if os(Linux)
  import Foundation
  import Glibc
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// A system that refuses to watch more descriptors, as when a user watches too many (`ENOSPC`).
  @Suite struct RefusedWatchesTests {
    /// The functions of `refused-watches.c`, which are never unloaded.
    private struct System {
      private typealias End = @convention(c) @Sendable () -> Void
      private typealias Count = @convention(c) @Sendable () -> Int32

      private let end: End
      private let count: Count

      static func start() async throws -> System {
        try await PreloadedProgram(name: "refused-watches").start()
        guard let end = unsafe dlsym(nil, "refused_watches_end"),
          let count = unsafe dlsym(nil, "refused_watches_count")
        else { throw Tool.Failure(description: "the library is not loaded") }
        return System(
          end: unsafe unsafeBitCast(end, to: End.self), count: unsafe unsafeBitCast(count, to: Count.self))
      }

      var refused: Int { Int(count()) }
      func watchAgain() { end() }
    }

    private static let big = Data(repeating: 7, count: 300_000)

    private static func server() throws -> MockServer {
      let server = MockServer()
      server.stub(.get("/"), with: .data(big))
      server.stub(.put("/"), with: .text("taken"))
      server.stub(.webSocket("/echo"), with: .script { peer in peer.onMessage { [$0] } })
      try server.start()
      return server
    }

    @Test("Requests and WebSockets complete although the system watches none of their connections")
    func requestsCompleteWithoutBeingWatched() async {
      await #expect(processExitsWith: .success) {
        alarm(.patience)
        let system = try await System.start()
        let server = try Self.server()
        var configuration = SessionConfiguration(baseURL: server.baseURL)
        configuration.timeouts = RequestTimeouts()
        let session = NetworkSession(configuration: configuration, transport: try CurlTransport())
        for _ in 0..<2 { try #require(try await session.get("/").data() == Self.big) }
        try #require(try await session.put("/", httpBody: Self.big).data() == Data("taken".utf8))
        let connection = try await session.webSocket("/echo").connect()
        try await connection.send(.text("hello"))
        for try await message in connection.messages {
          try #require(message == .text("hello"))
          break
        }
        try #require(system.refused > 0)
      }
    }

    @Test("A connection is watched again as soon as the system allows it")
    func aConnectionIsWatchedAgain() async {
      await #expect(processExitsWith: .success) {
        alarm(.patience)
        let system = try await System.start()
        let server = try Self.server()
        let session = NetworkSession(transport: try CurlTransport())
        try #require(try await session.get(server.baseURL).data() == Self.big)
        system.watchAgain()
        let refused = system.refused
        try #require(try await session.get(server.baseURL).data() == Self.big)
        try #require(system.refused == refused)
      }
    }
  }
#endif
