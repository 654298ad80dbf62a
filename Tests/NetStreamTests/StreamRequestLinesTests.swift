import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

@Suite(.netTesting) struct StreamRequestLinesTests {
  private let timer = TestScheduler()
  private let transport: MockTransport
  private let network: NetworkSession

  init() {
    transport = MockTransport(timer: timer)
    network = NetworkSession(transport: transport, timer: timer)
  }

  private var log: StreamRequest { network.stream.get("https://example.com/log") }

  @Test func linesAreDeliveredAsTheirBytesArrive() {
    transport.stub(.get("/log"), with: .stream(["a\nb\nc", "d\n", "e"], every: .seconds(10)))
    let observed = timer.start(created: 0, subscribed: 100, disposed: 1_000) { log.lines() }
    expect(observed.events).to(
      equal([.next(100, "a"), .next(100, "b"), .next(110, "cd"), .next(120, "e"), .completed(120)]))
  }

  @Test func linesAreDecodedByTheCharsetOfTheResponse() {
    transport.stub(
      .get("/log"),
      with: .data(Data([0xe9, 0x0a]), headers: ["Content-Type": "text/plain; charset=iso-8859-1"]))
    expectEqual(log.lines().record(afterEach: .test).values, ["é"])
    expectEqual(log.lines(encoding: .utf8).record(afterEach: .test).values, ["\u{fffd}"])
  }

  @Test func eachSubscriptionSendsARequest() {
    transport.stub(.get("/log"), with: .text("a\nb"))
    let lines = log.lines()
    expectTrue(transport.requests.isEmpty)
    for _ in 1...2 {
      let observed = lines.record(afterEach: .test)
      expectEqual(observed.values, ["a", "b"])
      expectTrue(observed.isCompleted)
    }
    expectEqual(transport.requests.count, 2)
  }

  @Test func disposingClosesTheConnection() {
    transport.stub(.get("/log"), with: .stream(["a\n", "b\n"], every: .seconds(10)))
    let observed = log.lines().record(afterEach: .test)
    observed.dispose()
    expectEqual(transport.cancelCount, 1)
    timer.advance(by: .seconds(60))
    expectEqual(observed.values, ["a"])
  }

  @Test func takingEnoughInsideAChunkCancelsTheRequest() {
    transport.stub(.get("/log"), with: .stream(["a\nb\nc\n"]).fault(.stall(after: .body)))
    let observed = log.lines().take(2).record(afterEach: .test)
    expectEqual(observed.values, ["a", "b"])
    expectTrue(observed.isCompleted)
    expectEqual(transport.cancelCount, 1)
  }

  @Test func jsonLinesAreDecoded() {
    transport.stub(.get("/log"), with: .text("{\"a\":1}\n\n{\"a\":2}\n"))
    let observed = log.jsonLines(of: [String: Int].self).record(afterEach: .test)
    expectEqual(observed.values, [["a": 1], ["a": 2]])
    expectTrue(observed.isCompleted)
  }

  @Test func anInvalidLineFailsTheStreamAfterTheEarlierOnes() throws {
    transport.stub(.get("/log"), with: .stream(["1\nx\n3\n"]).fault(.stall(after: .body)))
    let observed = log.jsonLines(of: Int.self).record(afterEach: .test)
    expectEqual(observed.values, [1])
    let error = try #require(observed.error as? NetworkError)
    expectEqual((error.underlyingError as? JSONLineError)?.number, 2)
    expectEqual(error.data, Data("x".utf8))
    expectEqual(transport.cancelCount, 1)
  }

  @Test func anInvalidStatusDeliversNoLines() {
    transport.stub(.get("/log"), with: .text("not here\n").status(404))
    let observed = log.lines().record(afterEach: .test)
    expectTrue(observed.values.isEmpty)
    expectEqual((observed.error as? NetworkError)?.reason, .validation(.statusCode(404)))
    expectEqual((observed.error as? NetworkError)?.data, Data("not here\n".utf8))
  }

  @Test func linesArriveOverATypedMock() {
    let mock = NetworkingMock(afterEach: .test)
    mock.stub(.get("/log"), with: .text("a\nb"))
    let observed = mock.stream.get("https://example.com/log").lines().record(afterEach: .test)
    expectEqual(observed.values, ["a", "b"])
  }

  @Test func linesCanBeIterated() async throws {
    transport.stub(.get("/log"), with: .text("a\nb"))
    var lines: [String] = []
    for try await line in log.lines().values { lines.append(line) }
    expectEqual(lines, ["a", "b"])
  }
}
