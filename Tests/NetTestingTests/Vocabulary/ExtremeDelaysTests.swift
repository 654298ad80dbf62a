import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// A delay that stands for never stops no process.
@Suite(.netTesting) struct ExtremeDelaysTests {
  private static let longest = Duration(attoseconds: .max)

  @Test func aDelayAndADeliveryAreAddedUpToTheLongest() throws {
    let scheduler = TestScheduler()
    let transport = MockTransport(delivery: .after(Self.longest), timer: scheduler)
    transport.stub(.get("https://h/a"), with: .text("late").delay(Self.longest))
    let session = NetworkSession(transport: transport)
    let request = session.get("https://h/a")
    request.response(delivery: .inline, responseSerializer: .data) { _ in }
    expectEqual(transport.requests.count, 1)
    request.cancel()
  }

  @Test func aResponseOfAServerMayNeverCome() async throws {
    let server = MockServer(afterEach: .test)
    try server.start()
    server.stub(.get("/a"), with: .text("late").delay(Self.longest))
    server.stub(.get("/b"), with: .text("ok"))
    let session = NetworkSession()
    let late = session.get(server.baseURL.appending(path: "a"))
    late.resume()
    _ = try await server.takeRequest(timeout: Self.longest)
    expectEqual(await session.get(server.baseURL.appending(path: "b")).response(.string).value, "ok")
    late.cancel()
  }

  /// The delays of the steps of a body.
  private func delays(_ response: StubResponse) -> [Duration] {
    guard case .response(_, _, let body) = response.outcome else { return [] }
    var reader = StubBodyReader(body, pacing: response.pacing, chunkSize: 1_000)
    var delays: [Duration] = []
    while true {
      switch reader.next() {
      case .chunk(_, let delay): delays.append(delay)
      case .end(let delay): return delays + [delay]
      }
    }
  }

  @Test func theDelaysOfAStreamAreAddedUpToTheLongest() {
    let chunks: [StubChunk] = [
      "a", StubChunk("b", after: Self.longest), StubChunk(after: Self.longest),
      StubChunk(after: Self.longest),
    ]
    let response = StubResponse.stream(chunks, every: Self.longest)
    expectEqual(delays(response), [.zero, Self.longest, Self.longest])
    expectEqual(delays(response.throttle(bytesPerSecond: 1)), [.seconds(1), Self.longest, Self.longest])
    expectEqual(
      delays(.events([ServerSentEvent("a"), ServerSentEvent("b")], every: Self.longest))[1], Self.longest)
  }

  @Test func negativeDelaysOfAStreamAreAddedDownToTheShortest() {
    let shortest = Duration(attoseconds: .min)
    let chunks: [StubChunk] = [
      StubChunk("a", after: shortest), StubChunk(after: shortest), StubChunk(after: shortest),
    ]
    expectEqual(delays(.stream(chunks, every: shortest)), [shortest, shortest])
  }

  @Test func aTransportUnderAContractMayWaitForever() {
    let clock = ContractClock()
    clock.advance(by: .seconds(1))
    _ = clock.schedule(after: Self.longest) {}
    expectEqual(clock.pendingCount, 1)
  }

  @Test func aTestMayWaitForever() async {
    let got = Captured<Int>()
    got.set(1)
    expectEqual(await got.next(within: Self.longest), 1)
    await expect(got.count).toEventually(equal(1), within: Self.longest)
  }

  @Test func timingsOfATransportAreAddedUpToTheLongest() async throws {
    let timings = TransportTimings(
      nameLookup: Self.longest, connect: Self.longest, secureConnection: Self.longest)
    let transport = ScriptedTransport { task in
      task.send(.head(ResponseHead(status: 200)))
      task.send(.finished(timings))
    }
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(transport, cassette: file, mode: .recordAll)
      try recorder.receive(.get, "https://h/a")
      try recorder.save()
      expectEqual(try Cassette(contentsOf: file).entries.count, 1)
    }
  }
}
