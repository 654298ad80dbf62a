import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct StubResponseRawTests {
  private struct Parts: Equatable {
    var status: Int
    var headers: HTTPHeaders
    var body: String
  }

  private func parts(_ text: String) -> Parts? {
    guard case .response(let status, let headers, let body) = StubResponse.raw(text).outcome else {
      return nil
    }
    return Parts(status: status, headers: headers, body: String(decoding: body, as: UTF8.self))
  }

  private func misuse(_ text: String) -> String? {
    guard case .failure(let error as StubMisuse) = StubResponse.raw(text).outcome else { return nil }
    return error.description
  }

  @Test func aFieldMayBeginWithACombiningMark() throws {
    let value = try #require(parts("HTTP/1.1 200\nA:\u{301}\n\n")?.headers["A"])
    expectEqual(Array(value.utf8), Array("\u{301}".utf8))
  }

  @Test func aPrintedResponseIsParsed() {
    let text = """
      HTTP/1.1 200 OK
      Content-Type: application/json
      Set-Cookie: a=1
      set-cookie: b=2

      {"name": "Trent"}

      """
    expectEqual(
      parts(text),
      Parts(
        status: 200,
        headers: ["Content-Type": "application/json", "Set-Cookie": "a=1", "set-cookie": "b=2"],
        body: "{\"name\": \"Trent\"}\n"))
  }

  @Test func linesMayEndWithCRLF() {
    expectEqual(
      parts("HTTP/1.1 404 Not Found\r\nA:  b \r\n\r\nno\r\nsuch"),
      Parts(status: 404, headers: ["A": "b"], body: "no\r\nsuch"))
  }

  @Test(arguments: ["HTTP/2 204 \r\nA: b\r\n\r\n", "HTTP/2 204\nA: b\n", "HTTP/1.0 204 Gone\nA: b"])
  func theEndOfTheTextEndsTheHead(_ text: String) {
    expectEqual(parts(text), Parts(status: 204, headers: ["A": "b"], body: ""))
  }

  @Test func theLastOfSeveralHeadsIsTheResponse() {
    let text = """
      HTTP/1.1 200 Connection established

      HTTP/1.1 301 Moved Permanently
      Location: /new

      HTTP/1.1 401 Unauthorized
      WWW-Authenticate: Digest

      HTTP/1.1 100 Continue

      HTTP/1.1 201 Created
      A: b

      made
      """
    expectEqual(parts(text), Parts(status: 201, headers: ["A": "b"], body: "made"))
  }

  @Test func aBodyThatLooksLikeAHeadStaysABody() {
    let text = "HTTP/1.1 200 OK\n\nHTTP/1.1 is a protocol"
    expectEqual(parts(text), Parts(status: 200, headers: [:], body: "HTTP/1.1 is a protocol"))
  }

  @Test func aRedirectCanBeTheResponse() {
    expectEqual(
      parts("HTTP/1.1 302 Found\nLocation: /b\n\n"), Parts(status: 302, headers: ["Location": "/b"], body: "")
    )
  }

  @Test func connectionFieldsAreDropped() {
    let text =
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nConnection: keep-alive\nKeep-Alive: timeout=5\n"
      + "Content-Length: 99\nETag: \"1\"\n\nhello"
    expectEqual(parts(text), Parts(status: 200, headers: ["ETag": "\"1\""], body: "hello"))
  }

  @Test func contentLengthWithoutABodyIsKept() {
    expectEqual(
      parts("HTTP/1.1 200 OK\nContent-Length: 99\n\n"),
      Parts(status: 200, headers: ["Content-Length": "99"], body: ""))
  }

  @Test(arguments: [
    ("", "begins with \"\""), ("hello", "begins with \"hello\""), ("HTTP/1.1 OK", "not a status line"),
    ("HTTP/1.1 20 OK", "not a status line"), ("HTTP/1.1 099 OK", "not a status line"),
    ("HTTP/1.1 200 OK\nno field\n\n", "\"no field\" in the raw response is not a header field"),
    ("HTTP/1.1 200 OK\n: x\n\n", "is not a header field"),
    ("HTTP/1.1 100 Continue\n\n", "only an interim response, 100"),
  ])
  func anInvalidResponseIsAMisuseWithTheReason(_ text: String, _ reason: String) throws {
    let found = try #require(misuse(text))
    #expect(found.contains(reason), "\(found)")
  }

  @Test func aHeadThatIsNotTextIsAMisuse() {
    guard case .failure(let error) = StubResponse.raw(Data([0x48, 0xff, 0xfe])).outcome else {
      Issue.record("an invalid head was parsed")
      return
    }
    #expect(error is StubMisuse)
  }

  @Test func bodyBytesAreKeptUnchanged() {
    let data = Data("HTTP/1.1 200 OK\r\n\r\n".utf8) + Data([0xff, 0x00, 0x0d])
    guard case .response(_, _, let body) = StubResponse.raw(data).outcome else {
      Issue.record("the response was not parsed")
      return
    }
    expectEqual(body, Data([0xff, 0x00, 0x0d]))
  }

  private func headers(_ fields: String, _ bytes: [UInt8] = [], status: String = "200 OK") -> HTTPHeaders? {
    let head = Data("HTTP/1.1 \(status)\r\n\(fields)".utf8) + Data(bytes) + Data("\r\n\r\nbody".utf8)
    guard case .response(_, let headers, _) = StubResponse.raw(head).outcome else { return nil }
    return headers
  }

  @Test func aValueThatIsNotUTF8IsLatin1() {
    expectEqual(
      headers("Content-Disposition: attachment; filename=\"caf", [0xe9, 0x22]),
      ["Content-Disposition": "attachment; filename=\"café\""])
    expectEqual(headers("A: caf", Array("é".utf8)), ["A": "café"])
  }

  @Test func aValueThatIsSentBackKeepsItsBytes() {
    for name in ["ETag", "Set-Cookie", "Last-Modified"] {
      expectEqual(
        headers("\(name): caf", [0xe9]), HTTPHeaders([HTTPField(name: name, value: "caf\u{10fee9}")]))
    }
  }

  @Test func aURLThatIsNotUTF8IsPercentEncoded() {
    expectEqual(headers("Location: /caf", [0xe9]), ["Location": "/caf%E9"])
  }

  @Test(arguments: [
    ("X-Long: one\r\n two\r\n\tthree ", "one two three"), ("X-Long:\r\n one", "one"),
    ("X-Long: one\r\n ", "one"),
    ("X-Long: one\n two", "one two"), ("X-Long : one", "one"), ("X-Long: a\rb", "a b"),
  ])
  func aContinuationLineIsPartOfTheValue(_ fields: String, _ value: String) {
    expectEqual(headers(fields), ["X-Long": value])
  }

  @Test func aContinuationLineMayBeLatin1() {
    expectEqual(headers("A: one\r\n caf", [0xe9]), ["A": "one café"])
  }

  @Test func thePhraseOfAStatusMayBeLatin1() {
    let text = Data("HTTP/1.1 404 Pas trouv".utf8) + Data([0xe9]) + Data("\r\n\r\n".utf8)
    guard case .response(404, [:], _) = StubResponse.raw(text).outcome else {
      Issue.record("the response was not parsed")
      return
    }
  }

  @Test func anEarlierHeadIsDecodedToo() {
    let start = Data("HTTP/1.1 302 Found\r\nA: caf".utf8) + Data([0xe9])
    let text = start + Data("\r\n more\r\n\r\nHTTP/1.1 200 OK\r\nB: c\r\n\r\n".utf8)
    guard case .response(200, ["B": "c"], _) = StubResponse.raw(text).outcome else {
      Issue.record("the response was not parsed")
      return
    }
  }

  @Test(arguments: ["HTTP/1.1 200 OK\n A: b\n\n", "HTTP/1.1 200 OK\n\t\n\n"])
  func aContinuationLineWithoutAFieldIsAMisuse(_ text: String) throws {
    #expect(try #require(misuse(text)).contains("is not a header field"))
  }
}
