import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct RequestParserTests {
  private func events(_ text: String, limits: ServerLimits = ServerLimits()) -> [ParserTrial.Event] {
    ParserTrial.events([Array(text.utf8)], limits: limits)
  }

  private func events(_ pieces: [[UInt8]], limits: ServerLimits = ServerLimits()) -> [ParserTrial.Event] {
    ParserTrial.events(pieces, limits: limits)
  }

  private func requests(_ text: String) -> [ParsedRequest] {
    events(text).compactMap { if case .head(let request, _, _) = $0 { request } else { nil } }
  }

  private func bodies(_ text: String) -> [String] {
    var bodies: [String] = []
    for event in events(text) {
      switch event {
      case .head: bodies.append("")
      case .body(let data): bodies[bodies.count - 1] += String(decoding: data, as: UTF8.self)
      case .end, .failure: continue
      }
    }
    return bodies
  }

  private func status(_ text: String, limits: ServerLimits = ServerLimits()) -> Int? {
    if case .failure(let failure) = events(text, limits: limits).last { failure.status } else { nil }
  }

  private let everyKind = ParserTrial.everyKind

  @Test func parsesARequest() throws {
    let request = try #require(requests("GET /a?b=c HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n").first)
    expectEqual(request.method, .get)
    expectEqual(request.target, "/a?b=c")
    expectEqual(request.headers, ["Host": "x", "Accept": "*/*"])
    expectTrue(request.keepsAlive)
  }

  @Test func keepsRepeatedFieldsSeparate() throws {
    let request = try #require(requests("GET / HTTP/1.1\r\nHost: x\r\nA: 1\r\na: 2\r\n\r\n").first)
    expectEqual(request.headers.values(for: "A"), ["1", "2"])
  }

  @Test func parsesEachKindOfRequest() {
    let read = requests(everyKind)
    expectEqual(read.map(\.method), [.get, .post, .put, .options])
    expectEqual(bodies(everyKind), ["", "hello", "hello, you there", ""])
    #expect(events(everyKind).contains(.end(trailers: ["Trailer": "x"])))
    let expecting = events(everyKind).compactMap {
      if case .head(let request, true, true) = $0 { request.target } else { nil }
    }
    expectEqual(expecting, ["/c"])
  }

  @Test func theResultDoesNotDependOnWhereTheInputIsCut() {
    let bytes = Array(everyKind.utf8)
    let whole = events([bytes])
    for cut in bytes.indices {
      expectEqual(events([Array(bytes[..<cut]), Array(bytes[cut...])]), whole, "cut at \(cut)")
    }
    expectEqual(events(bytes.map { [$0] }), whole)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
    "G@T / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTX/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nA: \u{1}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
    "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "GET /\u{e9} HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", "no http at all\r\n",
    "GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n",
    // Requests that two parsers on the path may interpret differently (RFC 9112 section 11.2).
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +4\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4 4\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4,\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \u{b}chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\n Transfer-Encoding: chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nA: b\r\n\tc\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n",
    "GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\n",
    "\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0 5\r\nhello\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0 5\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n 5\r\nhello\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;a\rb\r\nhello\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n;a=5\r\nhello\r\n0\r\n\r\n",
  ])
  func invalidInputIsRefusedWith400(_ text: String) {
    expectEqual(status(text), 400)
  }

  /// RFC 9112 section 3.2.
  @Test(arguments: [
    "a b", "a/b", "a@b", "a?b", "a\\b", "\"a\"", "<a>", "\u{e9}", "%", "%4", "%zz", "[::1", "::1", "[::1]a",
    "[a]",
    "[]", "a:b", "a:+80", "a:80:80", "http://a",
  ])
  func anInvalidHostIsRefused(_ host: String) {
    expectEqual(status("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n"), 400)
  }

  @Test(arguments: [
    "", ":80", "a", "a.b-c_d~e", "a:80", "a:", "a%2Cb", "a,b;c=d", "127.0.0.1:8080", "[::1]",
    "[2001:db8::1]:80",
  ])
  func aHostIsAccepted(_ host: String) {
    expectNil(status("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n"))
  }

  @Test(arguments: [
    ("GET / HTTP/2.0\r\n", 505), ("GET / HTTP/0.9\r\n", 505), ("GET / HTTP/3.1\r\n", 505),
    ("GET / HTTP/1\r\n", 400), ("GET / HTTP/1.\r\n", 400), ("GET / HTTP/1.10\r\n", 400),
    ("GET / HTTP/11.1\r\n", 400), ("GET / HTTP/1,1\r\n", 400), ("GET / http/1.1\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\u{3000}\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: \u{A0}1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n", 413),
    ("GET /" + String(repeating: "a", count: 100), 414),
    ("GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 200), 431),
    ("GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A: b\r\n", count: 34), 431),
    (
      "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        + String(repeating: "A: b\r\n", count: 34), 431
    ),
  ])
  func unsupportedOrTooLargeInputHasItsStatus(_ text: String, _ expected: Int) {
    expectEqual(status(text, limits: .init(requestLine: 100, headers: 200, body: 100)), expected)
  }

  /// A higher minor version is processed as the highest known one (RFC 9110 sections 2.5 and 6.2).
  @Test(arguments: ["HTTP/1.1", "HTTP/1.2", "HTTP/1.9"])
  func aHigherMinorVersionIsProcessedAsTheHighestKnownOne(_ version: String) {
    expectEqual(
      events("GET / \(version)\r\nHost: x\r\n\r\n"), events("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
    expectEqual(status("GET / \(version)\r\n\r\n"), 400)
  }

  @Test func limitsDoNotDependOnWhereTheInputIsCut() {
    let text =
      "GET /\(String(repeating: "a", count: 20)) HTTP/1.1\r\nHost: x\r\n"
      + "B: \(String(repeating: "b", count: 40))\r\n\r\n"
    let bytes = Array(text.utf8)
    for limit in 20..<70 {
      let limits = ServerLimits(requestLine: 34 + limit % 3, headers: limit, body: 10)
      expectEqual(events([bytes], limits: limits), events(bytes.map { [$0] }, limits: limits))
    }
  }

  @Test(arguments: [-1, Int.min])
  func negativeLimitsAreZero(_ limit: Int) {
    var limits = ServerLimits()
    (limits.requestLine, limits.headers, limits.body, limits.bodyInMemory) = (limit, limit, limit, limit)
    expectEqual(limits, ServerLimits(requestLine: 0, headers: 0, body: 0, bodyInMemory: 0))
    expectEqual(limits, ServerLimits(requestLine: limit, headers: limit, body: limit, bodyInMemory: limit))
    limits.requestLine = 100
    expectEqual(status("GET / HTTP/1.1\r\nHost: x\r\n\r\n", limits: limits), 431)
    limits.headers = 1_000
    expectEqual(status("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na", limits: limits), 413)
    let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    expectEqual(status(chunked + "1\r\na\r\n0\r\n\r\n", limits: limits), 413)
    expectNil(status(chunked + "0\r\n\r\n", limits: limits))
  }

  @Test func equalContentLengthsAreAccepted() {
    let text = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\nContent-Length: 5\r\n\r\nhello"
    expectEqual(bodies(text), ["hello"])
  }

  @Test func chunkExtensionsAndWhitespaceAreIgnored() {
    let text =
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
      + "5 ;a=\"b\"\r\nhello\r\n00001\t\r\n!\r\n000\r\n\r\n"
    expectEqual(bodies(text), ["hello!"])
  }

  @Test func nothingIsParsedAfterAFailure() {
    expectEqual(events("bad\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n").count, 1)
  }

  @Test func keepAliveFollowsVersionAndConnectionField() {
    let kept = requests(
      "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.0\r\n\r\n"
        + "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"
        + "GET / HTTP/1.1\r\nHost: x\r\nConnection: a, Close\r\n\r\n"
        + "GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n"
    ).map(\.keepsAlive)
    expectEqual(kept, [true, false, true, false, false])
  }

  @Test(arguments: [
    "\r\n", "Host : x\r\n\r\n", "Host: x\n\r\n", "Host: x\r\nExpect: x\r\n\r\n",
    "Host: x\r\nContent-Length: +1\r\n\r\n",
  ])
  func aFailureInTheHeadOfAHEADRequestSaysSo(fields: String) {
    for (method, isOfHead) in [("HEAD", true), ("GET", false)] {
      guard case .failure(let failure) = events("\(method) / HTTP/1.1\r\n\(fields)").last else {
        Issue.record("\(fields) is accepted")
        continue
      }
      expectEqual(failure.isOfHead, isOfHead)
    }
  }

  @Test(
    .heavy,
    arguments: [
      ("GET / HTTP/1.1\r\n", "Host: a\r\n\r\n"),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "\r\n"),
    ])
  func theTimeForAFieldDoesNotGrowWithTheirNumber(start: String, end: String) {
    func time(_ count: Int) -> Duration {
      let bytes = Array((start + String(repeating: "a: b\r\n", count: count) + end).utf8)
      return processorTime {
        var parser = RequestParser(limits: ServerLimits(headers: 1 << 24))
        parser.append(bytes[...])
        var last: RequestParser.Part?
        while let part = parser.next() { last = part }
        guard case .end? = last else {
          Issue.record("the request does not end")
          return
        }
      }
    }
    expectLinearTime(from: 2_000, time: time)
  }

  @Test func theTrailersOfARequestAreNotThoseOfTheNext() {
    let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    let ends = events(chunked + "A: 1\r\n\r\n" + chunked + "\r\n").filter {
      if case .end = $0 { true } else { false }
    }
    expectEqual(ends, [.end(trailers: ["A": "1"]), .end(trailers: [:])])
  }
}
