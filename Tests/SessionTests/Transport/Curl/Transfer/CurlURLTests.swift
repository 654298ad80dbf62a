#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlURLTests {
    /// URLs of this server with the targets of their requests (RFC 9112 section 3.2.1), and nothing removed.
    static let targets = [
      ("", "/"), ("/", "/"), ("?a=b", "/?a=b"), ("/?", "/?"), ("/a/../b/./c", "/a/../b/./c"),
      ("/%7Ea%2Fb?c=%20d", "/%7Ea%2Fb?c=%20d"), ("//a//", "//a//"), ("/a?b?c=/../d", "/a?b?c=/../d"),
      ("/a#b", "/a"), ("/a?#b", "/a?"),
    ]

    @Test(arguments: [
      ("http://a.example", true), ("https://a.example:444/b/../c?d=e", true), ("http://127.0.0.1/", true),
      ("http://[::1]/", false), ("http://[fe80::1%25lo]/", false), ("http://u:p@a.example/", false),
      ("http://a.example/#b", false), ("http://a.example/?", false), ("ftp://a.example/", false),
      ("HTTP://a.example/", false), ("a.example", false), ("http://a.example:1000000/", false),
    ])
    func onlyPlainURLsAreParsedBeforeTheRequest(text: String, isParsed: Bool) throws {
      try #require(CurlCapabilities.current != nil)
      expectEqual(CurlURL(text) != nil, isParsed)
    }

    /// A server that responds with the line and the `Host` field of the request.
    private func echo() throws -> SocketServer {
      try SocketServer { connection, _ in
        while let request = WireRequest(headFrom: connection) {
          let body = "\(request.line) \(request.header("Host") ?? "")"
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
      }
    }

    /// The second and third request use the same handle.
    @Test(arguments: targets)
    func eachRequestOfAHandleHasItsTarget(written: String, target: String) async throws {
      let server = try echo()
      let origin = "127.0.0.1:\(server.port)"
      let session = try CurlSession.make()
      let other = ("/other", "/other")
      for (path, expected) in [(written, target), (written, target), other, (written, target)] {
        let url = try #require(URL(string: "http://\(origin)\(path)"))
        expectEqual(await session.get(url).response(.string).value, "GET \(expected) HTTP/1.1 \(origin)")
      }
    }

    @Test func eachRequestOfAHandleHasItsHost() async throws {
      let server = try echo()
      let session = try CurlSession.make()
      for host in ["127.0.0.1", "localhost", "localhost", "127.0.0.1"] {
        let url = try #require(URL(string: "http://\(host):\(server.port)/"))
        let body = await session.get(url).response(.string).value
        expectEqual(body, "GET / HTTP/1.1 \(host):\(server.port)")
      }
    }

    /// A proxy receives the whole URL (RFC 9112 section 3.2.2).
    @Test func eachRequestOfAHandleHasItsTargetAtAProxy() async throws {
      let proxy = try ProxyServer()
      let session = try CurlSession.make { $0.proxy = .http(proxy.url) }
      for path in ["/a/../b?c", "/a/../b?c", "/d"] {
        _ = await session.get(try #require(URL(string: "http://a.example\(path)"))).response(.string)
      }
      expectEqual(
        proxy.requests.map(\.line),
        [
          "GET http://a.example/a/../b?c HTTP/1.1", "GET http://a.example/a/../b?c HTTP/1.1",
          "GET http://a.example/d HTTP/1.1",
        ])
    }

    /// libcurl sends it again, because the kept connection was closed without a response.
    @Test func aRequestThatIsSentAgainKeepsItsTarget() async throws {
      let lines = Locked<[String]>([])
      let server = try SocketServer { connection, number in
        while let request = WireRequest(headFrom: connection) {
          let count = lines.update { (lines: inout [String]) -> Int in
            lines.append("\(number) \(request.line)")
            return lines.count
          }
          if count == 2 { return }
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      let session = try CurlSession.make()
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/a/../b?c"))
      for _ in 0..<3 { expectNil(await session.get(url).response(.void).error) }
      let line = "GET /a/../b?c HTTP/1.1"
      expectEqual(lines.value, ["1 \(line)", "1 \(line)", "2 \(line)", "2 \(line)"])
    }
  }
#endif
