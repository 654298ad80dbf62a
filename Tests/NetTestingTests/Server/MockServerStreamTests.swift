import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct MockServerStreamTests {
  let timer = TestScheduler()

  @Test func aStreamIsSentInChunks() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .stream(["one", "", "three"]).trailer("X-Sum", "8"))
    let client = try fixture.client()
    for _ in 1...2 {
      try client.get("/")
      #expect(try client.receive(until: "\r\n\r\n").contains("Transfer-Encoding: chunked\r\n"))
      expectEqual(try client.receive(until: "\r\n\r\n"), "3\r\none\r\n5\r\nthree\r\n0\r\nX-Sum: 8\r\n\r\n")
    }
    expectEqual(fixture.server.connectionCount, 1)
  }

  @Test func chunksAreSentAtTheirTimes() async throws {
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(
      .everything,
      with: .stream(["one", StubChunk("two", after: .seconds(60)), StubChunk(after: .seconds(60))]))
    let client = try fixture.client()
    try client.get("/")
    #expect(try client.receive(until: "one\r\n").hasSuffix("\r\n\r\n3\r\none\r\n"))
    timer.advance(by: .seconds(60))
    expectEqual(try client.receive(until: "two\r\n"), "3\r\ntwo\r\n")
    timer.advance(by: .seconds(60))
    expectEqual(try client.receive(until: "0\r\n\r\n"), "0\r\n\r\n")
  }

  @Test func aTimeJumpSendsAllDueChunksInOrder() async throws {
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(
      .everything, with: .stream(["one", "two", "three"], every: .seconds(60)).delay(.seconds(60)))
    let client = try fixture.client()
    try client.get("/")
    _ = try await fixture.server.takeRequest()
    timer.advance(by: .seconds(180))
    #expect(
      try client.receive(until: "0\r\n\r\n").hasSuffix("3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n"))
  }

  @Test func aThrottledBodyUsesTheTimer() async throws {
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("ab").throttle(bytesPerSecond: 1))
    let client = try fixture.client()
    try client.get("/")
    #expect(try client.receive(until: "\r\n\r\n").contains("Content-Length: 2\r\n"))
    timer.advance(by: .seconds(1))
    expectEqual(try client.receive(count: 1), Data("a".utf8))
    timer.advance(by: .seconds(1))
    expectEqual(try client.receive(count: 1), Data("b".utf8))
  }

  @Test func anHTTP10ClientReadsAStreamUntilTheClose() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .stream(["one", "two"]).trailer("X", "y"))
    let client = try fixture.client()
    try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    expectEqual(client.receiveEnd(), .closed)
    let text = String(decoding: client.leftOver, as: UTF8.self)
    #expect(text.hasSuffix("Connection: close\r\n\r\nonetwo"))
    #expect(!text.contains("chunked"))
  }

  @Test func aHEADRequestForAStreamReceivesOnlyTheHead() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .stream(["one"], every: .seconds(3600)))
    let client = try fixture.client()
    for _ in 1...2 {
      try client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
      expectEqual(try client.receive(toHead: true).header("Transfer-Encoding"), "chunked")
    }
  }

  @Test func aCloseDuringAStreamIsRecorded() async throws {
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(
      .everything, with: .events([ServerSentEvent("1"), ServerSentEvent("2")], every: .seconds(60)))
    let client = try fixture.client()
    try client.get("/")
    _ = try client.receive(until: "data: 1\n\n")
    client.close()
    try await fixture.server.waitForClientCloses(1)
    expectEqual(timer.pendingCount, 0)
    expectEqual(fixture.server.openConnectionCount, 0)
  }

  @Test func stoppingEndsAStream() throws {
    let fixture = try ServerFixture(timer: timer)
    fixture.server.stub(.everything, with: .stream(["one", "two"], every: .seconds(60)))
    let client = try fixture.client()
    try client.get("/")
    _ = try client.receive(until: "one\r\n")
    fixture.server.stop()
    expectEqual(timer.pendingCount, 0)
    expectEqual(client.receiveEnd(), .closed)
  }

  @Test func aPipelinedRequestWaitsForTheEndOfAStream() throws {
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(.get("/stream"), with: .stream(["one", "two"], every: .seconds(60)))
    fixture.server.stub(.get("/next"), with: .text("next"))
    let client = try fixture.client()
    try client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n")
    _ = try client.receive(until: "one\r\n")
    expectEqual(fixture.server.requestCount, 1)
    timer.advance(by: .seconds(60))
    expectEqual(try client.receive(until: "0\r\n\r\n"), "3\r\ntwo\r\n0\r\n\r\n")
    expectEqual(try client.receive().text, "next")
  }

  @Test func anInvalidTrailerFailsTheTest() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("a").trailer("A", "1\r\nB: 2"))
    let client = try fixture.client()
    try client.get("/")
    expectEqual(try client.receive().status, 500)
    expectEqual(fixture.failureMessages.count, 1)
  }

  @Test(arguments: [
    ("bytes=1-3", 206, "ell", "bytes 1-3/5"), ("bytes=-2", 206, "lo", "bytes 3-4/5"),
    ("bytes=9-", 416, "", "bytes */5"),
  ])
  func aRangeRequestReceivesItsPart(_ range: String, _ status: Int, _ body: String, _ place: String) throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello").acceptingRanges())
    let client = try fixture.client()
    try client.get("/", headers: "Range: \(range)\r\n")
    let response = try client.receive()
    expectEqual(response.status, status)
    expectEqual(response.text, body)
    expectEqual(response.header("Content-Range"), place)
    expectEqual(response.header("Content-Length"), "\(body.count)")
  }

  @Test func aRangeRequestWorksWithAClosure() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything) { _ in .text("hello").acceptingRanges() }
    let client = try fixture.client()
    try client.get("/", headers: "Range: bytes=0-0\r\n")
    expectEqual(try client.receive().text, "h")
  }

  @Test func aScenarioChangesStateBetweenRequests() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let door = StubScenario("door", state: "closed")
    fixture.server.stub(.get("/") && .scenario(door, in: "open"), with: .text("come in"))
    fixture.server.stub(.post("/") && .scenario(door, in: "closed", then: "open"), with: .status(204))
    let client = try fixture.client()
    try client.get("/")
    expectEqual(try client.receive().status, 501)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\n\r\n")
    expectEqual(try client.receive().status, 204)
    try client.get("/")
    expectEqual(try client.receive().text, "come in")
  }
}
