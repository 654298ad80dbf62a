import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Bodies that are asynchronous sequences, which mocks read whole before they respond.
@Suite(.netTesting) struct MockTransportSequenceTests {
  private struct Broken: Error {}

  private let transport = MockTransport(afterEach: .test)

  private func post(_ stream: BodyStream, to events: ReceivedEvents) throws -> any TransportTask {
    let task = transport.task(
      for: TransportRequest(
        method: .post, url: try #require(URL(string: "https://h/a")), body: .stream(stream)),
      receiver: events)
    task.resume()
    return task
  }

  @Test func matchersAndRecordsSeeTheWholeBody() async throws {
    transport.stub(.post("/a") && .body(equals: Data("abc".utf8)), with: .text("yes"))
    let network = NetworkSession(transport: transport)
    let body = AsyncStream<Data> { continuation in
      for text in ["a", "", "bc"] { continuation.yield(Data(text.utf8)) }
      continuation.finish()
    }
    let text = try await network.post("https://h/a", stream: BodyStream(body)).string()
    expectEqual(text, "yes")
    expectEqual(transport.lastRequest?.body, Data("abc".utf8))
  }

  /// A sequence that needs the main thread, which the request waits on.
  @Test @MainActor func aSequenceOfTheMainActorIsRead() async throws {
    transport.stub(.post("/a"), with: .text("yes"))
    let network = NetworkSession(transport: transport)
    let sequence = PatternSequence(count: 100_000) { @MainActor _ in MainActor.assertIsolated() }
    let text = try await network.post("https://h/a", stream: BodyStream(sequence)).string()
    expectEqual(text, "yes")
    expectEqual(transport.lastRequest?.body.count, 100_000)
  }

  @Test func theRequestIsRecordedWhenItsBodyHasArrived() async throws {
    transport.stub(.post("/a"), with: .status(204))
    let watched = WatchedStream()
    let events = ReceivedEvents()
    _ = try post(BodyStream(watched.stream), to: events)
    expectTrue(transport.requests.isEmpty)
    expectTrue(events.words.isEmpty)
    watched.continuation.yield(Data("ab".utf8))
    watched.continuation.finish()
    await waitPatiently { events.words.last == "finished" }
    expectEqual(events.words, ["sent 2", "head 204", "finished"])
  }

  @Test func aDelayBeginsWhenTheBodyHasArrived() async throws {
    let time = TestScheduler()
    let transport = MockTransport(timer: time, afterEach: .test)
    transport.stub(.post("/a"), with: .text("yes").delay(.seconds(3)))
    let network = NetworkSession(transport: transport, timer: time)
    let watched = WatchedStream()
    async let text = network.post("https://h/a", stream: BodyStream(watched.stream)).string()
    await waitPatiently { transport.resumeCount == 1 }
    time.advance(by: .seconds(10))
    watched.continuation.finish()
    await waitPatiently { transport.requests.count == 1 }
    time.advance(by: .seconds(3))
    expectEqual(try await text, "yes")
    expectEqual(time.now, .seconds(13))
  }

  @Test func cancellingCancelsTheSequence() async throws {
    let watched = WatchedStream()
    let events = ReceivedEvents()
    let task = try post(watched.body, to: events)
    await watched.opened()
    task.cancel()
    #expect(await watched.wasCancelled())
    expectEqual(events.words, ["failed CancellationError connect"])
    expectTrue(transport.requests.isEmpty)
  }

  @Test func anErrorOfTheSequenceFailsTheRequest() async throws {
    let events = ReceivedEvents()
    _ = try post(BodyStream(PatternSequence(count: 3) { _ in throw Broken() }), to: events)
    await waitPatiently { !events.words.isEmpty }
    expectEqual(events.words, ["failed Broken send"])
  }

  @Test func aSequenceIsOpenedForEachAttempt() async throws {
    transport.stub(.post("/a"), with: .redirect(to: "/b", status: 307))
    transport.stub(.post("/b"), with: .text("yes"))
    let opened = Locked(0)
    let stream = BodyStream(sequence: {
      opened.update { $0 += 1 }
      return PatternSequence(count: 3)
    })
    let network = NetworkSession(transport: transport)
    expectEqual(try await network.post("https://h/a", stream: stream).string(), "yes")
    expectEqual(opened.value, 2)
    expectEqual(transport.requests.map(\.body), [Data](repeating: Pattern.bytes(from: 0, count: 3), count: 2))
  }

  @Test func aMockedNetworkReadsTheBody() async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.post("/a") && .body(equals: Data("abc".utf8)), with: .text("yes"))
    let stream = BodyStream(AsyncStream(bytes: Data("abc".utf8)))
    expectEqual(try await network.post("https://h/a", stream: stream).string(), "yes")
    expectEqual(network.requests.count, 1)
  }

  @Test func aBodyThatNeverEndsIsCancelledAtTheEndOfTheTest() async throws {
    let watched = WatchedStream()
    let transport = MockTransport()
    transport.stub(.everything, with: .status(204))
    let events = ReceivedEvents()
    let task = transport.task(
      for: TransportRequest(
        method: .post, url: try #require(URL(string: "https://h/a")),
        body: .stream(watched.body)),
      receiver: events)
    task.resume()
    await watched.opened()
    expectEqual(transport.ledger.openNames, ["POST https://h/a"])
    transport.ledger.cancelOpen()
    #expect(await watched.wasCancelled())
  }
}

extension AsyncStream where Element == UInt8 {
  init(bytes: Data) {
    self.init { continuation in
      for byte in bytes { continuation.yield(byte) }
      continuation.finish()
    }
  }
}
