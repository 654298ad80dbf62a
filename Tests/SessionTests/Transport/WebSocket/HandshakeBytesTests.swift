#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct HandshakeBytesTests {
    private func lines(_ url: String, _ headers: HTTPHeaders = [:]) throws -> [String] {
      let request = TransportRequest(url: try #require(URL(string: url)), headers: headers)
      let bytes = try request.handshakeBytes(WebSocketHandshake(subprotocols: ["v1"]))
      return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test(arguments: [
      ("http://example.com", "/", "example.com"),
      ("http://example.com:80/a/b?c=d#e", "/a/b?c=d", "example.com"),
      ("https://example.com:443?x", "/?x", "example.com"), ("https://example.com:80/", "/", "example.com:80"),
      ("http://a:b@[::1]:8080/%20", "/%20", "[::1]:8080"),
      ("http://[fe80::1%25eth0]:81/", "/", "[fe80::1]:81"),
    ])
    func targetAndHostAreThoseOfTheURL(url: String, target: String, host: String) throws {
      let lines = try lines(url)
      expectEqual(lines[0], "GET \(target) HTTP/1.1")
      expectEqual(lines[1], "Host: \(host)")
      expectEqual(lines.suffix(2), ["", ""])
    }

    @Test func theFieldsOfTheCallerAreKeptExceptThoseOfTheHandshake() throws {
      let lines = try lines(
        "http://example.com/",
        [
          "X-A": "1", "Cookie": "a=1", "Sec-WebSocket-Version": "8", "cookie": "b=2", "Content-Length": "0",
          "Host": "other", "Proxy-Authorization": "Basic x",
        ])
      expectEqual(lines[1], "Host: other")
      #expect(lines.contains("X-A: 1"))
      #expect(lines.contains("Cookie: a=1; b=2"))
      #expect(lines.contains("Sec-WebSocket-Version: 13"))
      #expect(lines.contains("Sec-WebSocket-Protocol: v1"))
      #expect(
        !lines.contains {
          $0.hasPrefix("Proxy") || $0.hasPrefix("Content-Length") || $0 == "Sec-WebSocket-Version: 8"
        })
    }

    @Test func aCookieIsSentAsItWasReceived() throws {
      let cookie = "a=" + OpaqueText.text([0xe9, 0xf4])
      let request = TransportRequest(
        url: try #require(URL(string: "http://example.com/")), headers: ["Cookie": cookie])
      let bytes = Data(try request.handshakeBytes(WebSocketHandshake(subprotocols: [])))
      expectNotNil(bytes.range(of: Data("\r\nCookie: a=".utf8) + [0xe9, 0xf4] + Data("\r\n".utf8)))
    }

    @Test func nameAndPasswordOfTheURLAreACredential() throws {
      // RFC 7617 section 2.
      #expect(
        try lines("http://Aladdin:open%20sesame@example.com/").contains(
          "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="))
      expectEqual(
        try lines("http://a:b@example.com/", ["Authorization": "Bearer t"]).filter {
          $0.hasPrefix("Authorization")
        }, ["Authorization: Bearer t"])
    }

    @Test(arguments: ["X-A", "Host", "Cookie"]) func aLineBreakInAFieldIsAnError(name: String) throws {
      #expect(throws: InvalidRequest.self) { try lines("http://example.com/", [name: "1\r\nX-B: 2"]) }
    }
  }
#endif
