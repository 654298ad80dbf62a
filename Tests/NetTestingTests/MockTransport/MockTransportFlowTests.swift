import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockTransportFlowTests {
  let timer = TestScheduler()
  let events = ReceivedEvents()

  @Test func aDelayUsesTheTimer() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
    try transport.send(to: events)
    timer.advance(by: .milliseconds(4900))
    expectEqual(events.words, [])
    timer.advance(by: .milliseconds(100))
    expectEqual(events.words, ["head 200", "body late", "finished"])
  }

  @Test func cancellingADelayDeliversOnlyTheFailure() throws {
    let transport = MockTransport(timer: timer, afterEach: .test)
    transport.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
    let task = try transport.send(to: events).task
    timer.advance(by: .milliseconds(500))
    task.cancel()
    task.cancel()
    timer.advance(by: .seconds(10))
    expectEqual(events.words, ["failed CancellationError connect"])
    expectEqual(transport.cancelCount, 1)
  }

  @Test func cancellingBeforeResumeSendsNothing() throws {
    let transport = MockTransport(afterEach: .test)
    let request = TransportRequest(url: try #require(URL(string: "https://h/a")))
    let task = transport.task(for: request, receiver: events)
    task.cancel()
    task.resume()
    expectEqual(events.words, ["failed CancellationError connect"])
    expectTrue(transport.requests.isEmpty)
  }

  @Test func cancellingInsideAnEventSkipsTheRest() throws {
    let transport = MockTransport(chunkSize: 1, afterEach: .test)
    transport.stub(.get("/a"), with: .text("abc"))
    let request = TransportRequest(url: try #require(URL(string: "https://h/a")))
    let task = transport.task(for: request, receiver: events)
    events.react { event in if case .body = event { task.cancel() } }
    task.resume()
    expectEqual(events.words, ["head 200", "body a", "failed CancellationError body"])
  }

  @Test func cancellingAfterTheEndDoesNothing() throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: .status(200))
    try transport.send(to: events).task.cancel()
    expectEqual(events.words, ["head 200", "finished"])
    expectEqual(transport.cancelCount, 0)
  }

  @Test func aPausedTaskHoldsItsChunks() throws {
    let transport = MockTransport(chunkSize: 1, afterEach: .test)
    transport.stub(.get("/a"), with: .text("abc"))
    let request = TransportRequest(url: try #require(URL(string: "https://h/a")))
    let task = transport.task(for: request, receiver: events)
    events.react { event in if case .body = event { task.pause() } }
    task.resume()
    expectEqual(events.words, ["head 200", "body a"])
    task.proceed()
    expectEqual(events.words, ["head 200", "body a", "body b"])
    task.proceed()
    task.proceed()
    expectEqual(events.words, ["head 200", "body a", "body b", "body c", "finished"])
  }

  @Test func aPausedTaskCanBeCancelled() throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: .text("abc"))
    let request = TransportRequest(url: try #require(URL(string: "https://h/a")))
    let task = transport.task(for: request, receiver: events)
    task.pause()
    task.resume()
    expectEqual(events.words, ["head 200"])
    task.cancel()
    expectEqual(events.words, ["head 200", "failed CancellationError body"])
  }

  @Test func proceedingInsideAnEventKeepsTheOrder() throws {
    let transport = MockTransport(chunkSize: 1, afterEach: .test)
    transport.stub(.get("/a"), with: .text("abc"))
    let request = TransportRequest(url: try #require(URL(string: "https://h/a")))
    let task = transport.task(for: request, receiver: events)
    events.react { _ in
      task.pause()
      task.proceed()
    }
    task.resume()
    expectEqual(events.words, ["head 200", "body a", "body b", "body c", "finished"])
  }

  @Test func aHeldResponseWaitsForTheTest() throws {
    let transport = MockTransport(delivery: .held, afterEach: .test)
    transport.stub(.get("/a"), with: .text("stub"))
    for _ in 0..<3 { try transport.send(to: events) }
    expectEqual(events.words, [])
    transport.pending.first?.complete()
    transport.pending.first?.complete(with: .status(404))
    transport.pending.first?.fail(URLError(.timedOut))
    expectEqual(
      events.words,
      [
        "head 200", "body stub", "finished", "head 404", "finished", "failed URLError connect",
      ])
    expectTrue(transport.pending.isEmpty)
  }

  @Test func aCancelledTaskIsNotPending() throws {
    let transport = MockTransport(delivery: .held, afterEach: .test)
    transport.stub(.get("/a"), with: .text("stub"))
    let task = try transport.send(to: events).task
    let pending = transport.pending.first
    task.cancel()
    expectTrue(transport.pending.isEmpty)
    pending?.complete(with: .status(200))
    expectEqual(events.words, ["failed CancellationError connect"])
  }

  @Test func theReceiverIsReleasedAtTheEnd() throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: .text("abc"))
    weak var released: ReceivedEvents?
    let task = try {
      let received = ReceivedEvents()
      released = received
      return try transport.send(to: received).task
    }()
    expectNil(released)
    task.cancel()
  }
}
