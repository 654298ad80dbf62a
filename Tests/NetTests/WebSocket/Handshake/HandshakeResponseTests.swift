import Foundation
import TestSupport
import Testing

@testable import Net

/// RFC 9112 sections 2 to 7, as far as a handshake needs it.
@Suite struct HandshakeResponseTests {
  typealias Event = HandshakeResponse.Event

  /// The events with adjacent body chunks joined, and the number of bytes that were not read.
  private func read(_ text: String, splitAt split: Int? = nil) throws -> (events: [Event], rest: Int) {
    let bytes = Array(text.utf8)
    var (response, events, rest) = (HandshakeResponse(), [Event](), 0)
    let parts = split.map { [Array(bytes[..<$0]), Array(bytes[$0...])] } ?? [bytes]
    for part in parts {
      let offset = try unsafe part.withUnsafeBytes { bytes in
        var offset = 0
        while let event = unsafe try response.next(bytes, &offset) {
          if case .body(let chunk) = event, case .body(let last)? = events.last {
            events[events.count - 1] = .body(last + chunk)
          } else {
            events.append(event)
          }
        }
        return offset
      }
      rest += part.count - offset
    }
    return (events, rest)
  }

  private func head(_ status: Int, _ headers: HTTPHeaders = [:]) -> Event {
    .head(WebSocketHandshake.ResponseFields(status: status, headers: headers))
  }

  @Test func bytesAfterA101AreNotParsed() throws {
    let text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}"
    expectEqual(try read(text).events, [head(101, ["Upgrade": "websocket"]), .end])
    expectEqual(try read(text).rest, 2)
  }

  @Test func interimResponsesAreReported() throws {
    let text = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204\r\n\r\n"
    let interim = WebSocketHandshake.ResponseFields(status: 103, headers: ["Link": "</a>"])
    expectEqual(try read(text).events, [.interim(interim), head(204), .end])
  }

  /// Elements of a list may be empty (RFC 9110 section 5.6.1.2).
  @Test(arguments: ["chunked,", ", Chunked", "chunked\r\nTransfer-Encoding:"])
  func aListWithChunkedAndEmptyElementsIsChunked(_ list: String) throws {
    let text = "HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: \(list)\r\n\r\n5\r\nHello\r\n0\r\n\r\n"
    expectEqual(try read(text).events.dropFirst(), [.body(Data("Hello".utf8)), .end])
  }

  @Test(arguments: ["", ",", "identity"])
  func theLengthCountsWithoutTransferCoding(_ list: String) throws {
    let text = "HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: \(list)\r\nContent-Length: 5\r\n\r\nHello"
    expectEqual(try read(text).events.dropFirst(), [.body(Data("Hello".utf8)), .end])
  }

  @Test func bodiesAreReadByTheirFraming() throws {
    let counted = "HTTP/1.1 403 Forbidden\r\nContent-Length: 5\r\n\r\nHello"
    expectEqual(
      try read(counted).events, [head(403, ["Content-Length": "5"]), .body(Data("Hello".utf8)), .end])
    let chunked =
      "HTTP/1.1 400 x\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nHel\r\n2\r\nlo\r\n0\r\nT: 1\r\n\r\n"
    expectEqual(
      try read(chunked).events,
      [
        head(400, ["Transfer-Encoding": "chunked"]), .body(Data("Hello".utf8)), .end,
      ])
    let open = "HTTP/1.0 200 OK\nX:  a \n\nHello"
    expectEqual(try read(open).events, [head(200, ["X": "a"]), .body(Data("Hello".utf8))])
    expectEqual(
      try read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").events,
      [
        head(200, ["Content-Length": "0"]), .end,
      ])
  }

  @Test func everySplitGivesTheSameEvents() throws {
    for text in [
      "HTTP/1.1 103 E\r\nA: b\r\n\r\nHTTP/1.1 403 F\r\nContent-Length: 5\r\n\r\nHello",
      "HTTP/1.1 400 x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nHel\r\n2\r\nlo\r\n0\r\n\r\n",
    ] {
      let expected = try read(text).events
      for split in 0...text.utf8.count {
        expectEqual(try read(text, splitAt: split).events, expected, "\(split)")
      }
    }
  }

  @Test(arguments: [
    "HTTP/2 101\r\n\r\n", "HTTP/1.0 101 x\r\n\r\n", "HTTP/1.1 10\r\n\r\n", "SSH-2.0-OpenSSH\r\n",
    "HTTP/1.1 101 x\r\nno colon\r\n\r\n", "HTTP/1.1 101 x\r\n A: b\r\n\r\n", "HTTP/1.1 101 x\r\n: b\r\n\r\n",
    "HTTP/1.1 101 x\r\nA: b\r\n \u{1}\r\n\r\n",
    "HTTP/1.1 101 x\r\nA B: c\r\n\r\n", "HTTP/1.1 200 x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "HTTP/1.1 200 x\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
    "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n-0\r\n",
    "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n+0\r\n",
    "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n0x0\r\n",
    "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n;a\r\n",
    "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", "HTTP/1.1 101 x\r\nA: \u{1}\r\n\r\n",
  ])
  func invalidResponsesFail(text: String) {
    #expect(throws: WebSocketError.handshake(.invalidResponse)) { try read(text) }
  }

  @Test func theBytesOfACookieAreKept() throws {
    let text = Array("HTTP/1.1 204 x\r\nSet-Cookie: a=".utf8) + [0xe9] + Array("\r\nX: ".utf8) + [0xe9]
    var (response, event, offset) = (HandshakeResponse(), Event?.none, 0)
    try unsafe (text + Array("\r\n\r\n".utf8)).withUnsafeBytes { bytes in
      event = unsafe try response.next(bytes, &offset)
    }
    expectEqual(event, head(204, ["Set-Cookie": "a=" + OpaqueText.text([0xe9]), "X": "é"]))
  }

  /// As in any other response, so that a redirect of a handshake leads to the same URL.
  @Test(arguments: [
    ("A: b\r\n  c \r\n\tD: e", "A", "b c D: e"), ("A:\r\n b\r\n \t", "A", "b"), ("A : b", "A", "b"),
    ("A: b\rc", "A", "b c"), ("Location: /a\u{fc}", "Location", "/a%FC"),
  ])
  func fieldsAreReadAsThoseOfAnyResponse(lines: String, name: String, value: String) throws {
    let text = "HTTP/1.1 302 x\r\n\(lines)\r\nX: y\r\nContent-Length: 0\r\n\r\n"
    // In Latin-1.
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    var (response, event, offset) = (HandshakeResponse(), Event?.none, 0)
    try unsafe bytes.withUnsafeBytes { event = unsafe try response.next($0, &offset) }
    expectEqual(event, head(302, [name: value, "X": "y", "Content-Length": "0"]))
  }

  @Test func aHeadWithoutEndFailsAtTheLimit() {
    let text = "HTTP/1.1 101 x\r\nA: " + String(repeating: "a", count: HandshakeResponse.headLimit)
    #expect(throws: WebSocketError.handshake(.headTooLarge(limit: HandshakeResponse.headLimit))) {
      try read(text)
    }
  }

  @Test func onlyABodyWithoutFramingMayEndWithTheConnection() throws {
    var (counted, open) = (HandshakeResponse(), HandshakeResponse())
    try unsafe Array("HTTP/1.1 200 x\r\nContent-Length: 5\r\n\r\n".utf8).withUnsafeBytes {
      var offset = 0
      while unsafe try counted.next($0, &offset) != nil {}
    }
    try unsafe Array("HTTP/1.1 200 x\r\n\r\n".utf8).withUnsafeBytes {
      var offset = 0
      while unsafe try open.next($0, &offset) != nil {}
    }
    let (countedIsWhole, openIsWhole) = (counted.finish(), open.finish())
    expectFalse(countedIsWhole)
    expectTrue(openIsWhole)
  }

  @Test(arguments: [("Content-Length: 2", true), ("X: y", false)])
  func aConnectionThatFailsEndsOnlyAFramedBody(field: String, isWhole: Bool) throws {
    var response = HandshakeResponse()
    try unsafe Array("HTTP/1.1 403 x\r\n\(field)\r\n\r\nno".utf8).withUnsafeBytes {
      var offset = 0
      while unsafe try response.next($0, &offset) != nil {}
    }
    let (isInBody, isFinished) = (response.isInBody, response.finish(isBroken: true))
    expectTrue(isInBody)
    expectEqual(isFinished, isWhole)
  }
}
