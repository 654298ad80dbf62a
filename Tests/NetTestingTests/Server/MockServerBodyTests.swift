import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct MockServerBodyTests {
  @Test func aResponseBeforeTheBodySendsNoContinue() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.put("/big"), with: StubResponse.status(413).beforeBody())
    let client = try fixture.client()
    try client.send("PUT /big HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    let response = try client.receive()
    expectEqual(response.status, 413)
    expectEqual(response.header("Connection"), "close")
    expectEqual(client.receiveEnd(), .closed)
    expectEqual(fixture.server.requests.map(\.body), [Data()])
  }

  @Test func continueIsSentWhenAnotherStubMatches() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.put("/big"), with: StubResponse.status(413).beforeBody())
    fixture.server.stub(.put("/big") && .header("X-Small"), with: .status(201))
    let client = try fixture.client()
    try client.send(
      "PUT /big HTTP/1.1\r\nHost: x\r\nX-Small: 1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
    expectEqual(try client.receive().status, 100)
    try client.send("hello")
    expectEqual(try client.receive().status, 201)
  }

  @Test func aResponseBeforeTheBodyReachesASendingClient() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.enqueue(StubResponse.status(401).beforeBody())
    let client = try fixture.client()
    try client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
    try client.send(Data(count: 400_000))
    expectEqual(try client.receive().status, 401)
  }

  @Test func aChunkedBodyOverTheLimitIsRefused() throws {
    let fixture = try ServerFixture(limits: ServerLimits(body: 10))
    defer { fixture.server.stop() }
    let client = try fixture.client()
    try client.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n3\r\n")
    expectEqual(try client.receive().status, 413)
    expectEqual(client.receiveEnd(), .closed)
  }

  @Test func trailersAreRecorded() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .status(204))
    let client = try fixture.client()
    try client.send(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 2\r\nx-sum: 3\r\n\r\n"
    )
    let request = try await fixture.server.takeRequest()
    expectEqual(request.body, Data("hi".utf8))
    expectEqual(request.trailers.values(for: "X-Sum"), ["2", "3"])
  }

  @Test(arguments: [0, 1, 99, 100, 101, 5_000]) func bodiesAboveAndBelowTheMemoryLimitArriveWhole(count: Int)
    throws
  {
    let fixture = try ServerFixture(limits: ServerLimits(bodyInMemory: 100))
    defer { fixture.server.stop() }
    fixture.server.stub(.everything) { .data($0.body) }
    let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    let client = try fixture.client()
    for _ in 1...2 {
      try client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
      for start in stride(from: 0, to: count, by: 60) {
        try client.send(Data(body[start..<min(count, start + 60)]))
      }
      expectEqual(try client.receive().body, body)
    }
    expectEqual(fixture.server.requests.map(\.body), [body, body])
  }

  /// A client that sends its whole body before it reads.
  private func uploading(to fixture: ServerFixture) async throws -> SocketClient {
    fixture.server.stub(.put("/"), with: .text("no").status(403).delay(.seconds(1)).beforeBody())
    let client = try fixture.client()
    let body = Data(count: 32 << 20)
    try client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
    _ = try await fixture.server.takeRequest()
    try client.send(body)
    return client
  }

  @Test func aRefusedBodyIsReadWhileTheResponseIsDelayed() async throws {
    let timer = TestScheduler()
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    let client = try await uploading(to: fixture)
    timer.advance(by: .seconds(1))
    let response = try client.receive()
    expectEqual(response.status, 403)
    expectEqual(response.text, "no")
    expectEqual(client.receiveEnd(), .closed)
    expectEqual(fixture.server.requests.map(\.body), [Data()])
  }

  @Test func aCloseDuringARefusedBodyIsCounted() async throws {
    let fixture = try ServerFixture(timer: TestScheduler())
    defer { fixture.server.stop() }
    try await uploading(to: fixture).close()
    try await fixture.server.waitForClientCloses(1)
    expectEqual(fixture.server.exchanges.map(\.wasClosedByPeer), [true])
  }

  @Test func aPartOfAMultipartBodyIsMatched() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.post("/") && .multipart(part: "a", text: "b"), with: .status(201))
    let client = try fixture.client()
    let body = "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--X--\r\n"
    try client.send(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=X\r\nContent-Length: \(body.utf8.count)"
        + "\r\n\r\n\(body)")
    expectEqual(try client.receive().status, 201)
  }
}

@Suite struct RequestBodyTests {
  @Test func aSpilledBodyIsReadBackWhole() throws {
    var body = RequestBody(limit: 10)
    let pieces = (0..<5).map { Data(repeating: UInt8($0), count: 4) }
    for piece in pieces { try body.append(piece) }
    expectEqual(try body.take(), pieces.reduce(Data(), +))
    expectEqual(try body.take(), Data())
  }

  @Test func spilledContentsOutliveTheFile() throws {
    func make() throws -> Data {
      var file = try SpillFile()
      try file.append(Data("hello".utf8))
      try file.append(Data(" world".utf8))
      let contents = try file.contents()
      file.close()
      return contents
    }
    expectEqual(try make(), Data("hello world".utf8))
  }

  @Test func discardingRemovesTheStoredBody() throws {
    var body = RequestBody(limit: 1)
    try body.append(Data("hello".utf8))
    body.discard()
    try body.append(Data("x".utf8))
    expectEqual(try body.take(), Data("x".utf8))
  }
}
