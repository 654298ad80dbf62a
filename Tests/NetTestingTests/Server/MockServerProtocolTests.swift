import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct MockServerProtocolTests {
  @Test func aConnectionServesManyRequests() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello"))
    let client = try fixture.client()
    for number in 1...20 {
      try client.get("/\(number)")
      expectEqual(try client.receive().text, "hello")
    }
    expectEqual(fixture.server.connectionCount, 1)
    expectEqual(fixture.server.exchanges.map(\.connection), Array(repeating: 1, count: 20))
  }

  @Test func forbiddenCharactersOfATargetAreEscapedOnce() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything) { .text("\($0.url.query(percentEncoded: true) ?? "")") }
    let client = try fixture.client()
    for target in ["/a?p[n]=3&q=a%20b", "http://x/a?p[n]=3&q=a%20b"] {
      try client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
      expectEqual(try client.receive().text, "p%5Bn%5D=3&q=a%20b")
    }
  }

  @Test func aRequestForTheServerAsAWholeHasItsBaseURL() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.method(.options), with: .status(204))
    let client = try fixture.client()
    try client.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
    expectEqual(try client.receive().status, 204)
    expectEqual(fixture.server.requests.map(\.url), [fixture.server.baseURL])
  }

  @Test(arguments: ["http://", "http:///a", "http://:80/", "x:80", "a"])
  func aTargetWithoutAHostIsRefused(target: String) throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let client = try fixture.client()
    try client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
    expectEqual(try client.receive().status, 400)
  }

  @Test(arguments: [("GET *", 400), ("PUT *", 400), ("CONNECT example.com:443", 501)])
  func aTargetOfAnotherMethodIsRefused(start: String, status: Int) throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello"))
    let client = try fixture.client()
    try client.send("\(start) HTTP/1.1\r\nHost: x\r\n\r\n")
    expectEqual(try client.receive().status, status)
    expectEqual(client.receiveEnd(), .closed)
    expectEqual(fixture.server.requests, [])
  }

  @Test(arguments: ["Host: x, y\r\n", "Host: x\r\nExpect: tea\r\n", "Host: x\r\nContent-Length: +1\r\n"])
  func aRefusedHEADRequestReceivesOnlyTheHead(fields: String) throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let client = try fixture.client()
    try client.send("HEAD / HTTP/1.1\r\n\(fields)\r\n")
    #expect([400, 417].contains(try client.receive(toHead: true).status))
    expectEqual(client.receiveEnd(), .closed)
    expectEqual(client.leftOver, Data())
  }

  @Test func theOptionToUpgradeIsSent() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(
      .everything, with: .status(426).header("Upgrade", "h2c").header("Connection", "Upgrade"))
    let client = try fixture.client()
    for _ in 1...2 {
      try client.get("/")
      expectEqual(try client.receive().header("Connection"), "Upgrade")
    }
    expectEqual(fixture.server.connectionCount, 1)
  }

  @Test func interimResponsesAreSentFirst() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("page").interim(103, headers: ["Link": "</a.css>"]))
    let client = try fixture.client()
    try client.get("/")
    #expect(try client.receive(until: "page").hasPrefix("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"))
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything) { .text($0.url.path) }
    let client = try fixture.client()
    let all = (1...50).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
    try client.send(all)
    for number in 1...50 { expectEqual(try client.receive().text, "/\(number)") }
    expectEqual(fixture.server.connectionCount, 1)
  }

  @Test func aHEADRequestReceivesOnlyTheHead() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello"))
    let client = try fixture.client()
    try client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
    let response = try client.receive(toHead: true)
    expectEqual(response.header("Content-Length"), "5")
    try client.get("/")
    expectEqual(try client.receive().text, "hello")
  }

  @Test func aChunkedBodyIsAssembled() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .status(201))
    let client = try fixture.client()
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
    try client.send("6\r\n world\r\n0\r\n\r\n")
    expectEqual(try client.receive().status, 201)
    expectEqual(try await fixture.server.takeRequest().body, Data("hello world".utf8))
  }

  @Test func expectContinueIsAnswered() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything) { .data($0.body) }
    let client = try fixture.client()
    try client.send("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    expectEqual(try client.receive().status, 100)
    try client.send("hello")
    expectEqual(try client.receive().text, "hello")
  }

  @Test func repeatedFieldsAreKeptInBothDirections() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(
      .everything, with: .status(200).addingHeader("Set-Cookie", "a=1").addingHeader("Set-Cookie", "b=2"))
    let client = try fixture.client()
    try client.get("/", headers: "X-A: 1\r\nX-A: 2\r\n")
    let head = try client.receive().head
    #expect(head.contains("Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n"))
    expectEqual(try await fixture.server.takeRequest().headers.values(for: "X-A"), ["1", "2"])
  }

  @Test func anHTTP10ConnectionClosesAfterTheResponse() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello"))
    let client = try fixture.client()
    try client.send("GET / HTTP/1.0\r\n\r\n")
    expectEqual(try client.receive().text, "hello")
    expectEqual(client.receiveEnd(), .closed)
  }

  @Test(arguments: [
    ("nonsense\r\n", 400), ("GET / HTTP/3.0\r\n", 505), ("CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n", 501),
    ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n", 413),
    ("GET /\(String(repeating: "a", count: 1_001))", 414),
    ("GET / HTTP/1.1\r\nHost: \(String(repeating: "a", count: 1_001))", 431),
    ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: x\n\n", 400),
    ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
  ])
  func badInputIsAnsweredAndTheConnectionClosed(_ input: String, _ status: Int) throws {
    let fixture = try ServerFixture(limits: .init(requestLine: 1_000, headers: 1_000, body: 1_000))
    defer { fixture.server.stop() }
    let client = try fixture.client()
    try client.send(input)
    expectEqual(try client.receive().status, status)
    expectEqual(client.receiveEnd(), .closed)
  }

  @Test(.heavy) func aLargeBodyArrivesWholeInBothDirections() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything) { .data($0.body) }
    // The period shares no factor with buffer sizes, so that lost or swapped bytes are noticed.
    let period = Data((0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    let body = (0..<128).reduce(into: Data()) { body, _ in body.append(period) }
    let client = try fixture.client()
    try client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
    try client.send(body)
    expectEqual(try client.receive().body, body)
  }

  @Test func theTargetMayBeAnAbsoluteURL() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .status(204))
    let client = try fixture.client()
    try client.get("http://example.com/a")
    expectEqual(try client.receive().status, 204)
    try client.get("/b%20c?d=e")
    expectEqual(try client.receive().status, 204)
    expectEqual(
      fixture.server.requests.map(\.url.absoluteString),
      ["http://example.com/a", "http://127.0.0.1:\(fixture.server.port)/b%20c?d=e"])
  }

  @Test(arguments: [
    "http://h:99999999999999999999/", "http://h:-1/", "http://", "http://[::1/", "://", "/%zz%ff%00",
    "//h/../..",
    "/{}?{", "/?&&=&=a&%", "*", "h:80", "/a#b",
  ])
  func anInvalidTargetDoesNotStopTheServer(target: String) throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.get("http://{h}:1/{+path}?a={a}") && .query(equals: [:]), with: .text("never"))
    let strange = try fixture.client()
    try strange.get(target)
    #expect(try [400, 501].contains(strange.receive().status))
    fixture.server.stub(.get("/plain"), with: .text("hello"))
    let client = try fixture.client()
    try client.get("/plain")
    expectEqual(try client.receive().text, "hello")
  }

  @Test func twoHundredClientsAreServedConcurrently() async throws {
    let timer = TestScheduler()
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    // All clients must be connected at the same time: no response is sent before the last one is scheduled.
    for number in 0..<200 {
      fixture.server.stub(.get("/\(number)"), with: .text("\(number)").delay(.seconds(1)))
    }
    let clients = try (0..<200).map { number in
      let client = try fixture.client()
      try client.get("/\(number)")
      return client
    }
    for _ in clients { _ = try await fixture.server.takeRequest() }
    expectEqual(fixture.server.openConnectionCount, 200)
    timer.advance(by: .seconds(1))
    for (number, client) in clients.enumerated() {
      expectEqual(try client.receive().text, "\(number)")
    }
  }
}
