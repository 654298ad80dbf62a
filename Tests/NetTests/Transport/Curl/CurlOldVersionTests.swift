#if os(Linux)
  import Foundation
  import Testing

  @testable import Net

  /// What is done otherwise with a libcurl older than that of this machine.
  @Suite struct CurlOldVersionTests {
    /// Before 7.80 libcurl sends again on its own account, and a new connection leaves it no reason to.
    @Test func whatIsNotIdempotentGetsAConnectionOfItsOwn() async throws {
      let connections = Locked<[String]>([])
      let server = try SocketServer { connection, number in
        while let request = WireRequest(headFrom: connection) {
          connections.update { $0.append("\(request.line.prefix { $0 != " " }) \(number)") }
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      var capabilities = try #require(CurlCapabilities.current)
      capabilities.version = .init(7, 79)
      var options = TransportOptions()
      options.proxy = .none
      let transport = LoopsTransport(
        loops: try CurlLoops(options: CurlOptions(options, capabilities: capabilities)))
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      for method in [HTTPMethod.get, .put, .post, .get] {
        let log = EventLog()
        transport.task(for: TransportRequest(method: method, url: url), receiver: log).resume()
        await log.end()
        #expect(log.summary == ["head 200", "finished"])
      }
      #expect(connections.value.prefix(3) == ["GET 1", "PUT 1", "POST 2"])
    }
  }
#endif
