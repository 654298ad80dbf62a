#if os(Linux)
  import Foundation
  import Glibc
  import Net
  import Testing

  /// Writing to a closed connection raises SIGPIPE, which ends the process by default.
  @Suite struct TransportSignalTests {
    @Test func aConnectionClosedDuringAnUploadDoesNotEndTheProcess() async {
      await #expect(processExitsWith: .success) {
        signal(SIGPIPE, SIG_DFL)
        let server = try SocketServer { connection, _ in
          // Reads a little, and closes with the rest unread.
          _ = connection.receive()
        }
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
        for transport in [try CurlTransport(), URLSessionTransport()] as [any Transport] {
          for _ in 0..<10 {
            let log = CountingReceiver()
            let body = RequestBody.data(Data(repeating: 0x78, count: 5_000_000))
            transport.task(for: TransportRequest(method: .put, url: url, body: body), receiver: log).resume()
            await log.end()
            try #require(!log.isFinished)
          }
        }
      }
    }
  }
#endif
