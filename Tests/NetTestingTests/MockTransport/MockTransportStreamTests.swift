import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockTransportStreamTests {
  let timer = TestScheduler()
  let events = ReceivedEvents()

  @Test func chunksArriveAtTheirTimes() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .stream(["one", "two", "three"], every: .seconds(1)))
    try transport.send(to: events)
    expectEqual(events.words, ["head 200", "body one"])
    timer.advance(by: .milliseconds(999))
    expectEqual(events.words.count, 2)
    timer.advance(by: .milliseconds(1))
    expectEqual(events.words, ["head 200", "body one", "body two"])
    timer.advance(by: .seconds(1))
    expectEqual(events.words, ["head 200", "body one", "body two", "body three", "finished"])
  }

  @Test func theQueueOfAStubReceivesTheWholeStream() throws {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "stub")
    queue.setSpecific(key: key, value: true)
    let isOnQueue = Captured<Bool>()
    events.react { _ in isOnQueue.set(DispatchQueue.getSpecific(key: key) == true) }
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .stream(["one", "two"], every: .seconds(1)).delivered(.queue(queue)))
    try transport.send(to: events)
    queue.sync {}
    timer.advance(by: .seconds(1))
    queue.sync {}
    expectEqual(events.words, ["head 200", "body one", "body two", "finished"])
    expectEqual(isOnQueue.values, [true, true, true, true])
  }

  @Test func aDelayedStreamStartsAfterTheDelay() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(
      .get("/a"), with: .stream(["one", StubChunk("two", after: .seconds(2))]).delay(.seconds(5)))
    try transport.send(to: events)
    timer.advance(by: .milliseconds(4999))
    expectEqual(events.words, [])
    timer.advance(by: .milliseconds(1))
    expectEqual(events.words, ["head 200", "body one"])
    timer.advance(by: .seconds(2))
    expectEqual(events.words, ["head 200", "body one", "body two", "finished"])
  }

  @Test func anEmptyChunkDelaysTheEnd() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .stream(["one", StubChunk(after: .seconds(1))]))
    try transport.send(to: events)
    timer.advance(by: .milliseconds(999))
    expectEqual(events.words, ["head 200", "body one"])
    timer.advance(by: .milliseconds(1))
    expectEqual(events.words, ["head 200", "body one", "finished"])
  }

  @Test func aStreamHasNoContentLength() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .stream(["one"]))
    try transport.send(to: events)
    expectNil(events.head?.headers["Content-Length"])
  }

  @Test func cancellingAStreamCancelsItsTimer() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .stream(["one", "two"], every: .seconds(1)))
    let task = try transport.send(to: events).task
    timer.advance(by: .milliseconds(500))
    task.cancel()
    expectEqual(timer.pendingCount, 0)
    timer.advance(by: .seconds(10))
    expectEqual(events.words, ["head 200", "body one", "failed CancellationError body"])
    expectEqual(transport.cancelCount, 1)
  }

  @Test func aPausedStreamKeepsItsOrder() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .stream(["one", "two", "three"], every: .seconds(1)))
    let task = try transport.send(to: events).task
    task.pause()
    timer.advance(by: .seconds(10))
    expectEqual(events.words, ["head 200", "body one"])
    task.proceed()
    expectEqual(events.words, ["head 200", "body one", "body two"])
    timer.advance(by: .seconds(1))
    expectEqual(events.words, ["head 200", "body one", "body two", "body three", "finished"])
  }

  @Test func aThrottledBodyArrivesAtItsRate() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .text("abcd").throttle(bytesPerSecond: 2))
    try transport.send(to: events)
    expectEqual(events.words, ["head 200"])
    timer.advance(by: .milliseconds(500))
    expectEqual(events.words, ["head 200", "body a"])
    timer.advance(by: .milliseconds(1499))
    expectEqual(events.words, ["head 200", "body a", "body b", "body c"])
    timer.advance(by: .milliseconds(1))
    expectEqual(events.words, ["head 200", "body a", "body b", "body c", "body d", "finished"])
  }

  @Test func serverSentEventsArriveOneByOne() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(
      .get("/a"),
      with: .events([ServerSentEvent("1", id: "a"), ServerSentEvent("2", event: "tick")], every: .seconds(1)))
    try transport.send(to: events)
    expectEqual(events.words, ["head 200", "body data: 1\nid: a\n\n"])
    timer.advance(by: .seconds(1))
    expectEqual(
      events.words, ["head 200", "body data: 1\nid: a\n\n", "body event: tick\ndata: 2\n\n", "finished"])
    expectEqual(events.head?.headers["Content-Type"], "text/event-stream")
  }

  @Test func everyChunkIsDeliveredOnTheQueue() async throws {
    let queue = DispatchQueue(label: "pieces")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let transport = MockTransport(delivery: .queue(queue), timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .stream(["one", "two"], every: .seconds(1)))
    let places = Captured<Bool>()
    let (ends, end) = AsyncStream<Void>.makeStream()
    events.react { event in
      places.set(DispatchQueue.getSpecific(key: key) == true)
      if case .finished = event { end.yield() }
    }
    try transport.send(to: events)
    queue.sync {}
    timer.advance(by: .seconds(1))
    for await _ in ends { break }
    expectEqual(places.values, [true, true, true, true])
  }
}
