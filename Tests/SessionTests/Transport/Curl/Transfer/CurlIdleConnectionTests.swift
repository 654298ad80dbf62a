#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// What arrives on a connection that no request uses is not a response (RFC 9112 section 9.2), even while the
  /// receiver of another response waits, and after its own has waited.
  @Suite struct CurlIdleConnectionTests {
    /// A receiver that pauses its task at the first chunk of the body.
    private struct Pausing {
      let log: EventLog
      let task: any TransportTask
      let isPaused: DispatchSemaphore

      init(_ url: URL, over transport: CurlTransport) {
        let (isPaused, task) = (DispatchSemaphore(value: 0), Locked<(any TransportTask)?>(nil))
        let isFirst = Locked(true)
        log = EventLog { event in
          guard case .body = event else { return }
          guard
            isFirst.update({ (isFirst: inout Bool) -> Bool in
              defer { isFirst = false }
              return isFirst
            })
          else { return }
          task.update { $0 }?.pause()
          isPaused.signal()
        }
        let made = transport.task(for: TransportRequest(url: url), receiver: log)
        task.update { $0 = made }
        (self.task, self.isPaused) = (made, isPaused)
        made.resume()
      }

      func waitUntilPaused() async throws {
        let isPaused = isPaused
        expectEqual(try await Tool.onThread { isPaused.wait(timeout: .patience) }, .success)
      }
    }

    /// A server that sends the first byte of a body, and the rest when it is told to.
    ///
    /// After the response on its first connection it sends a 408 when it is told to. A body consists of the number of its
    /// connection.
    private final class Server: Sendable {
      let (rest, late) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let hasSent = DispatchSemaphore(value: 0)
      let server: SocketServer

      init(length: Int) throws {
        let (rest, late, hasSent) = (rest, late, hasSent)
        server = try SocketServer { connection, number in
          while WireRequest(headFrom: connection) != nil {
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n\(number)")
            if number == 1 { _ = rest.wait(timeout: .patience) }
            connection.send(String(repeating: "\(number)", count: length - 1))
            hasSent.signal()
            guard number == 1 else { continue }
            _ = late.wait(timeout: .patience)
            connection.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
            hasSent.signal()
          }
        }
      }

      func url() throws -> URL { try #require(URL(string: "http://127.0.0.1:\(server.port)/")) }

      /// Lets the server go on, and waits until it has sent what it sends.
      func go(_ semaphore: DispatchSemaphore? = nil) async throws {
        semaphore?.signal()
        let hasSent = hasSent
        expectEqual(try await Tool.onThread { hasSent.wait(timeout: .patience) }, .success)
      }
    }

    private let transport: CurlTransport
    private let session: NetworkSession
    private let other: LoopbackServer

    init() throws {
      transport = try CurlTransport()
      session = NetworkSession(transport: transport)
      other = try LoopbackServer { _ in [.respond("200 OK")] }
    }

    /// Lets the loop look at its descriptors.
    private func turn() async throws {
      for _ in 0..<3 { _ = await session.get(try other.url()).response(.data) }
    }

    private func connection(of server: Server) async throws -> String? {
      await session.get(try server.url()).response(.string).value.map { String($0.prefix(1)) }
    }

    @Test func bytesArriveWhileAnotherResponseIsPaused() async throws {
      let (server, slow) = (try Server(length: 1), try Server(length: 300_000))
      server.rest.signal()
      expectEqual(try await connection(of: server), "1")
      try await server.go()
      let paused = Pausing(try slow.url(), over: transport)
      try await paused.waitUntilPaused()
      try await slow.go(slow.rest)
      try await turn()
      try await server.go(server.late)
      try await turn()
      expectEqual(try await connection(of: server), "2")
      paused.task.proceed()
      await paused.log.end()
      expectEqual(paused.log.body, String(repeating: "1", count: 300_000))
    }

    @Test func bytesArriveAfterAResponseThatWasPaused() async throws {
      let server = try Server(length: 150_000)
      let paused = Pausing(try server.url(), over: transport)
      try await paused.waitUntilPaused()
      try await server.go(server.rest)
      try await turn()
      paused.task.proceed()
      await paused.log.end()
      expectEqual(paused.log.body, String(repeating: "1", count: 150_000))
      try await server.go(server.late)
      try await turn()
      expectEqual(try await connection(of: server), "2")
    }
  }
#endif
