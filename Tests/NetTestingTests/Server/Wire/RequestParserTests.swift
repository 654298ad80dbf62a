import Foundation
import Net
import Testing

@testable import NetTesting

@Suite struct RequestParserTests {
  private func events(
    _ text: String, limits: RequestParser.Limits = RequestParser.Limits()
  ) -> [RequestParser.Event] { events([Array(text.utf8)], limits: limits) }

  private func events(
    _ pieces: [[UInt8]], limits: RequestParser.Limits = RequestParser.Limits()
  ) -> [RequestParser.Event] {
    var parser = RequestParser(limits: limits)
    var events: [RequestParser.Event] = []
    for piece in pieces {
      parser.append(piece[...])
      while let event = parser.next() { events.append(event) }
    }
    return events
  }

  private func requests(_ text: String) -> [ParsedRequest] {
    events(text).compactMap { if case .request(let request) = $0 { request } else { nil } }
  }

  private func status(_ text: String, limits: RequestParser.Limits = RequestParser.Limits()) -> Int? {
    if case .failure(let failure) = events(text, limits: limits).last { failure.status } else { nil }
  }

  /// One of each kind, one after the other.
  private let everyKind =
    "\r\nGET /a?b=c HTTP/1.1\r\nHost: x\r\nX-Two: 1\r\nx-two:  2 \r\n\r\n"
    + "POST /b HTTP/1.1\nHost: x\nContent-Length: 5\n\nhello"
    + "PUT /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
    + "5;ext=1\r\nhello\r\n00B\r\n, you there\r\n" + "0\r\nTrailer: x\r\n\r\n"
    + "OPTIONS * HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"

  @Test func readsARequest() throws {
    let request = try #require(requests("GET /a?b=c HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n").first)
    #expect(request.method == .get)
    #expect(request.target == "/a?b=c")
    #expect(request.headers == ["Host": "x", "Accept": "*/*"])
    #expect(request.keepsAlive)
  }

  @Test func keepsRepeatedHeadersApart() throws {
    let request = try #require(requests("GET / HTTP/1.1\r\nHost: x\r\nA: 1\r\na: 2\r\n\r\n").first)
    #expect(request.headers.values(for: "A") == ["1", "2"])
  }

  @Test func readsOneOfEachKind() {
    let read = requests(everyKind)
    #expect(read.map(\.method) == [.get, .post, .put, .options])
    #expect(read.map { String(decoding: $0.body, as: UTF8.self) } == ["", "hello", "hello, you there", ""])
    #expect(events(everyKind).filter { $0 == .continueExpected }.count == 1)
  }

  @Test func anyCutOfTheInputGivesTheSame() {
    let bytes = Array(everyKind.utf8)
    let whole = events([bytes])
    for cut in bytes.indices {
      #expect(events([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
    #expect(events(bytes.map { [$0] }) == whole)
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
    "no http at all\r\n",
  ])
  func badInputIsA400(_ text: String) {
    #expect(status(text) == 400)
  }

  @Test(arguments: [
    ("GET / HTTP/2.0\r\n", 505),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n", 413),
    ("GET /" + String(repeating: "a", count: 100), 414),
    ("GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 200), 431),
  ])
  func whatIsTooMuchHasItsStatus(_ text: String, _ expected: Int) {
    #expect(status(text, limits: .init(requestLine: 100, headers: 200, body: 100)) == expected)
  }

  @Test func limitsDoNotDependOnTheCut() {
    let text =
      "GET /\(String(repeating: "a", count: 20)) HTTP/1.1\r\nHost: x\r\n"
      + "B: \(String(repeating: "b", count: 40))\r\n\r\n"
    let bytes = Array(text.utf8)
    for limit in 20..<70 {
      let limits = RequestParser.Limits(requestLine: 34 + limit % 3, headers: limit, body: 10)
      #expect(events([bytes], limits: limits) == events(bytes.map { [$0] }, limits: limits))
    }
  }

  @Test func nothingIsReadAfterAFailure() {
    #expect(events("bad\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n").count == 1)
  }

  @Test func theConnectionStaysAsTheClientSays() {
    let kept = requests(
      "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.0\r\n\r\n"
        + "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"
        + "GET / HTTP/1.1\r\nHost: x\r\nConnection: a, Close\r\n\r\n"
    ).map(\.keepsAlive)
    #expect(kept == [true, false, true, false])
  }

  @Test func mutatedInputNeitherCrashesNorDependsOnTheCut() {
    var random = SeededGenerator(state: 20_260_101)
    let original = Array(everyKind.utf8)
    for round in 0..<4_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(Array("\r\n :0f".utf8).randomElement(using: &random) ?? 0, at: index)
        default: bytes.insert(contentsOf: bytes[..<index].suffix(20), at: index)
        }
      }
      let cut = bytes.indices.randomElement(using: &random) ?? 0
      let whole = events([bytes])
      #expect(events([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "round \(round), cut \(cut)")
    }
  }
}

/// Random numbers that are the same in every run.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
