import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Each fault, as a client sees it in raw bytes.
@Suite struct MockServerFaultTests {
  private func ask(_ response: StubResponse) throws -> (text: String, ending: SocketClient.Ending) {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: response.header("Date", "today"))
    let client = try fixture.client()
    try client.get("/")
    let ending = client.receiveEnd()
    return (String(decoding: client.leftOver, as: UTF8.self), ending)
  }

  private let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nDate: today\r\n"

  @Test func aResetBeforeTheHeadSendsNothing() throws {
    let seen = try ask(.text("hello").fault(.reset))
    expectEqual(seen.text, "")
    expectEqual(seen.ending, .reset)
  }

  @Test func aCloseBeforeTheHeadSendsNothing() throws {
    let seen = try ask(.text("hello").fault(.close))
    expectEqual(seen.text, "")
    expectEqual(seen.ending, .closed)
  }

  @Test func aResetInTheHeadSendsTheBytesBeforeIt() throws {
    let seen = try ask(.text("hello").fault(.reset(after: .headBytes(20))))
    expectEqual(seen.text, String(head.utf8.prefix(20).map { Character(Unicode.Scalar($0)) }))
    expectEqual(seen.ending, .reset)
  }

  @Test func aResetInTheBodySendsTheBytesBeforeIt() throws {
    let seen = try ask(.text("hello").fault(.reset(after: .bodyBytes(2))))
    expectEqual(seen.text, head + "Content-Length: 5\r\n\r\nhe")
    expectEqual(seen.ending, .reset)
  }

  @Test func aResetAfterTheResponseSendsTheWholeResponse() throws {
    let seen = try ask(.text("hello").fault(.reset(after: .end)))
    expectEqual(seen.text, head + "Content-Length: 5\r\n\r\nhello")
    expectEqual(seen.ending, .reset)
  }

  @Test func aCloseInTheBodySendsTheBytesBeforeIt() throws {
    let seen = try ask(.text("hello").fault(.close(after: .bodyBytes(3))))
    expectEqual(seen.text, head + "Content-Length: 5\r\n\r\nhel")
    expectEqual(seen.ending, .closed)
  }

  @Test func aStreamWithAWrongContentLengthIsNotChunked() throws {
    let type = ["Content-Type": "text/plain; charset=utf-8"] as HTTPHeaders
    let seen = try ask(.stream(["he", "llo"], headers: type).fault(.contentLength(off: 2)))
    expectEqual(seen.text, head + "Content-Length: 7\r\n\r\nhello")
    expectEqual(seen.ending, .closed)
  }

  @Test func aTruncatedChunkIsShorterThanItsSize() throws {
    let seen = try ask(.text("hello").fault(.truncatedChunk))
    expectEqual(seen.text, head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhe")
    expectEqual(seen.ending, .closed)
  }

  @Test func aCloseAfterAStreamOmitsTheLastChunk() throws {
    let seen = try ask(.stream(["a", "b"]).fault(.close(after: .body)))
    #expect(seen.text.hasSuffix("Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n"))
    expectEqual(seen.ending, .closed)
  }

  @Test func aContentLengthThatIsTooLargeIsSentWithTheWholeBody() throws {
    let seen = try ask(.text("hello").fault(.contentLength(off: 2)))
    expectEqual(seen.text, head + "Content-Length: 7\r\n\r\nhello")
    expectEqual(seen.ending, .closed)
  }

  @Test func aContentLengthThatIsTooSmallIsSentWithTheWholeBody() throws {
    let seen = try ask(.text("hello").fault(.contentLength(off: -2)))
    expectEqual(seen.text, head + "Content-Length: 3\r\n\r\nhello")
    expectEqual(seen.ending, .closed)
  }

  @Test func aCutAtTheEndOfAHeadWithoutABodyIsNotAResponse() throws {
    let seen = try ask(.status(204).fault(.close(after: .headBytes(999))))
    #expect(seen.text.hasPrefix("HTTP/1.1 204 No Content\r\n"))
    #expect(!seen.text.hasSuffix("\r\n\r\n"))
    expectEqual(seen.ending, .closed)
  }

  /// As in MockTransportFaultTests, in memory.
  @Test(arguments: [
    StubResponse.text("hello").fault(.close(after: .body)),
    .text("hello").fault(.stall(after: .bodyBytes(9))),
    .text("hello").fault(.contentLength(off: 0)), .status(204).fault(.truncatedChunk),
    .fault(.contentLength(off: 0)),
  ])
  func aFaultThatNoClientCanNoticeFailsTheTest(_ response: StubResponse) throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: response)
    let client = try fixture.client()
    try client.get("/")
    #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 500 "))
    expectEqual(fixture.failureMessages.count, 1)
    expectEqual(fixture.failureMessages.first?.hasPrefix("No client can notice the fault of the stub"), true)
  }

  @Test func theLastPartOfARangeMayBeShorterThanItsCut() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(
      .everything, with: .text("hello").acceptingRanges().fault(.close(after: .bodyBytes(2))))
    let client = try fixture.client()
    try client.send("GET / HTTP/1.1\r\nHost: h\r\nRange: bytes=4-\r\n\r\n")
    expectEqual(client.receiveEnd(), .closed)
    #expect(String(decoding: client.leftOver, as: UTF8.self).hasSuffix("\r\n\r\no"))
    expectEqual(fixture.failureMessages, [])
  }

  @Test func garbageIsSentInsteadOfHTTP() throws {
    let seen = try ask(.fault(.garbage(Data("%&/".utf8))))
    expectEqual(seen.text, "%&/")
    expectEqual(seen.ending, .closed)
    #expect(try !ask(.fault(.garbage)).text.contains("HTTP/"))
  }

  @Test func aStalledResponseStaysOpenUntilTheClientCloses() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello").fault(.stall(after: .bodyBytes(2))))
    let client = try fixture.client()
    try client.get("/")
    #expect(try client.receive(until: "\r\n\r\nhe").hasSuffix("he"))
    expectEqual(fixture.server.openConnectionCount, 1)
    client.close()
    try await fixture.server.waitForClientCloses(1)
    expectEqual(fixture.server.exchanges.map(\.wasClosedByPeer), [true])
  }

  @Test func aStallSendsNothingAndOtherClientsAreServed() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .fault(.stall))
    let client = try fixture.client()
    try client.get("/")
    _ = try await fixture.server.takeRequest()
    // The stalled server still serves other clients.
    fixture.server.stub(.get("/other"), with: .text("served"))
    let other = try fixture.client()
    try other.get("/other")
    expectEqual(try other.receive().text, "served")
    expectEqual(fixture.server.exchanges.map(\.status), [nil, 200])
    client.close()
    try await fixture.server.waitForClientCloses(1)
  }

  @Test func anEndlessHeaderContinuesUntilTheClientCloses() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .fault(.endlessHeader))
    let client = try fixture.client()
    try client.get("/")
    let received = try client.receive(count: 2 << 20)
    expectNil(received.range(of: Data("\r\n\r\n".utf8)))
    #expect(received.starts(with: Data("HTTP/1.1 200 OK\r\n".utf8)))
    client.close()
    try await fixture.server.waitForClientCloses(1)
  }

  @Test func aFaultCanBePartOfASequence() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, withSequence: [.fault(.close), .text("better")], then: .repeatingLast)
    let first = try fixture.client()
    try first.get("/")
    expectEqual(first.receiveEnd(), .closed)
    let second = try fixture.client()
    try second.get("/")
    expectEqual(try second.receive().text, "better")
  }

  @Test func aServerCanRefuseConnectionsAndAcceptThemAgain() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello"))
    let open = try fixture.client()
    try open.get("/")
    expectEqual(try open.receive().text, "hello")
    for _ in 1...3 {
      try fixture.server.refuseConnections()
      #expect(throws: SocketClient.Failure.self) { try fixture.client() }
      try fixture.server.acceptConnections()
      let client = try fixture.client()
      try client.get("/")
      expectEqual(try client.receive().text, "hello")
    }
    try open.get("/")
    expectEqual(try open.receive().text, "hello")
  }

  @Test func onlyARunningServerCanRefuseConnections() throws {
    let server = MockServer()
    #expect(throws: MockServerError.notRunning) { try server.refuseConnections() }
    try server.start()
    try server.refuseConnections()
    try server.refuseConnections()
    server.stop()
    #expect(throws: MockServerError.notRunning) { try server.acceptConnections() }
  }
}
