import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct StreamedResponseTests {
  private let fixture = SessionFixture()
  private let consumer = ScriptedConsumer()

  @Test func chunksAreDeliveredAsTheyArrive() {
    let consumer = ScriptedConsumer(takesAtOnce: true)
    let streamed = fixture.stream(to: consumer)
    fixture.tasks[0].begin()
    expectEqual(consumer.log, ["head 200"])
    fixture.tasks[0].give("a")
    expectEqual(consumer.log, ["head 200", "a"])
    fixture.tasks[0].give("b")
    expectEqual(consumer.log, ["head 200", "a", "b"])
    expectEqual(streamed.count, 0)
    fixture.tasks[0].finish()
    expectNotNil(streamed.outcome?.value)
    expectEqual(streamed.count, 1)
  }

  @Test func theNextChunkWaitsUntilTheConsumerIsReady() {
    let streamed = fixture.stream(to: consumer)
    fixture.tasks[0].begin()
    for text in ["a", "b", "c"] { fixture.tasks[0].give(text) }
    expectEqual(consumer.log, ["head 200", "a"])
    consumer.proceed()
    expectEqual(consumer.log, ["head 200", "a", "b"])
    fixture.tasks[0].finish()
    expectEqual(streamed.count, 0)
    consumer.proceed()
    expectEqual(consumer.log, ["head 200", "a", "b", "c"])
    expectEqual(streamed.count, 0)
    consumer.proceed()
    expectNotNil(streamed.outcome?.value)
  }

  @Test func callingNextTwiceDeliversOneChunk() {
    _ = fixture.stream(to: consumer)
    fixture.tasks[0].begin()
    for text in ["a", "b", "c"] { fixture.tasks[0].give(text) }
    consumer.proceed(times: 3)
    expectEqual(consumer.log, ["head 200", "a", "b"])
  }

  @Test func aFailureIsDeliveredAfterTheReceivedChunks() {
    let streamed = fixture.stream(to: consumer)
    fixture.tasks[0].begin()
    for text in ["a", "b"] { fixture.tasks[0].give(text) }
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(streamed.count, 0)
    consumer.proceed()
    consumer.proceed()
    expectEqual(consumer.log, ["head 200", "a", "b"])
    expectEqual(streamed.reason, .transport(.body))
  }

  @Test func nothingIsDeliveredAfterACancellation() {
    let streamed = fixture.stream(to: consumer)
    fixture.tasks[0].begin()
    for text in ["a", "b"] { fixture.tasks[0].give(text) }
    streamed.request.cancel()
    expectEqual(streamed.reason, .cancelled)
    #expect(fixture.tasks[0].isCancelled)
    consumer.proceed()
    expectEqual(consumer.log, ["head 200", "a"])
    expectEqual(streamed.count, 1)
  }

  @Test func noChunkThatWaitsForItsQueueFollowsACancellation() {
    let (queue, events) = (DispatchQueue(label: "chunks"), Captured<String>())
    func drain() { for _ in 0..<5 { queue.sync {} } }
    let request = fixture.session.get("https://example.com/a").responseStream(queue: queue) { event in
      switch event {
      case .head(let head): events.set("head \(head.status)")
      case .chunk(let chunk): events.set(String(decoding: chunk, as: UTF8.self))
      case .complete(let response): events.set("\(response.error?.reason, default: "complete")")
      }
    }
    fixture.tasks[0].begin()
    drain()
    fixture.tasks[0].give("a")
    drain()
    queue.sync {
      fixture.tasks[0].give("b")
      request.cancel()
    }
    drain()
    expectEqual(events.values, ["head 200", "a", "cancelled"])
  }

  // MARK: - Buffers

  @Test func backPressurePausesAboveTheLimitAndContinuesAtHalf() {
    _ = fixture.stream(to: consumer, buffer: .backPressure(limit: 4))
    let task = fixture.tasks[0]
    task.begin()
    for text in ["0", "11", "22"] { task.give(text) }
    expectFalse(task.isPaused)
    task.give("33")
    expectTrue(task.isPaused)
    consumer.proceed()
    expectTrue(task.isPaused)
    consumer.proceed()
    expectFalse(task.isPaused)
    expectEqual(consumer.log, ["head 200", "0", "11", "22"])
  }

  @Test func aTransportThatDoesNotPauseOverflows() {
    let streamed = fixture.stream(to: consumer, buffer: .backPressure(limit: 4))
    fixture.tasks[0].begin()
    let chunk = String(repeating: "x", count: 1 << 19)
    for _ in 0..<4 { fixture.tasks[0].give(chunk) }
    expectEqual(streamed.reason, .transfer(.bufferOverflow(limit: 4)))
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test func aFailingBufferFailsAboveTheLimitWithTheUndeliveredBytes() {
    let streamed = fixture.stream(to: consumer, buffer: .failing(limit: 4))
    fixture.tasks[0].begin()
    for text in ["0", "11", "22"] { fixture.tasks[0].give(text) }
    expectEqual(streamed.count, 0)
    fixture.tasks[0].give("3")
    expectEqual(streamed.reason, .transfer(.bufferOverflow(limit: 4)))
    expectEqual(streamed.text, "11223")
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(consumer.log, ["head 200", "0"])
  }

  @Test func aSpillingBufferKeepsTheOrder() {
    let streamed = fixture.stream(to: consumer, buffer: .spillingToFile(memoryLimit: 3))
    let task = fixture.tasks[0]
    task.begin()
    for text in ["0", "11", "22", "33", "4"] { task.give(text) }
    expectFalse(task.isPaused)
    consumer.proceed()
    consumer.proceed()
    expectEqual(consumer.log, ["head 200", "0", "11", "22334"])
    task.give("5")
    task.give("666")
    consumer.proceed()
    consumer.proceed()
    expectEqual(consumer.log, ["head 200", "0", "11", "22334", "5", "666"])
    task.finish()
    consumer.proceed()
    expectNotNil(streamed.outcome?.value)
  }

  @Test func anOverflowOfTheTransportIsATransferFailure() {
    let streamed = fixture.stream(to: consumer)
    fixture.tasks[0].begin()
    for text in ["0", "11"] { fixture.tasks[0].give(text) }
    fixture.tasks[0].send(.failed(TransportBufferOverflow(limit: 7), phase: .body))
    expectEqual(streamed.text, "11")
    expectEqual(streamed.reason, .transfer(.bufferOverflow(limit: 7)))
    #expect(streamed.outcome?.error?.underlyingError is TransportBufferOverflow)
  }

  // MARK: - Rejected responses

  @Test func aRejectedStatusIsNotStreamedAndItsBodyIsKept() {
    let streamed = fixture.stream(to: consumer)
    fixture.tasks[0].respond(404, body: "no such log")
    expectEqual(consumer.log, [])
    expectEqual(streamed.reason, .validation(.statusCode(404)))
    expectEqual(streamed.text, "no such log")
  }

  @Test func aRejectedBodyIsTruncated() {
    let streamed = fixture.stream(to: consumer)
    fixture.tasks[0].begin(500)
    fixture.tasks[0].give(String(repeating: "x", count: 65_537))
    expectEqual(streamed.reason, .validation(.statusCode(500)))
    expectEqual(streamed.text?.count, 65_536)
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test func theContentTypeIsCheckedAtTheFirstByte() {
    let streamed = fixture.stream(to: consumer) { $0.validate(contentType: ["text/plain"]) }
    fixture.tasks[0].respond(200, headers: ["Content-Type": "text/html"], body: "<p>")
    expectEqual(consumer.log, ["head 200"])
    expectEqual(streamed.reason, .validation(.contentType("text/html", acceptable: ["text/plain"])))
    expectEqual(streamed.text, "<p>")
  }

  @Test func theContentTypeOfAnEmptyBodyIsNotChecked() {
    let streamed = fixture.stream(to: consumer) { $0.validate(contentType: ["text/plain"]) }
    fixture.tasks[0].respond(200, headers: ["Content-Type": "text/html"])
    expectNotNil(streamed.outcome?.value)
  }

  @Test func aCustomRuleRunsBeforeTheFirstChunk() {
    let streamed = fixture.stream(to: consumer) { $0.validate { _ in throw Broken() } }
    fixture.tasks[0].begin()
    expectEqual(streamed.reason, .validation(.custom))
    expectEqual(consumer.log, [])
    #expect(fixture.tasks[0].isCancelled)
  }

  // MARK: - Retries

  private let retrier = TestInterceptor(onRetry: { $1(.retry(after: .zero)) })

  @Test func aStreamIsRetriedBeforeItsFirstChunk() {
    let streamed = fixture.stream(to: consumer) { $0.intercept(retrier) }
    fixture.tasks[0].begin()
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    fixture.tasks[1].begin()
    fixture.tasks[1].give("a")
    expectEqual(consumer.log, ["head 200", "head 200", "a"])
    expectEqual(streamed.count, 0)
  }

  @Test func theChunksOfARetriedStreamFollowTheHeadOfTheirResponse() {
    let events = Captured<String>()
    let request = fixture.session.get("https://example.com/log").intercept(retrier)
    request.responseStream(delivery: .inline) { event in
      switch event {
      case .head(let head): events.set("head \(head.headers["ETag"] ?? "")")
      case .chunk(let data): events.set(String(decoding: data, as: UTF8.self))
      case .complete(let response): events.set("complete \(response.response?.headers["ETag"] ?? "")")
      }
    }
    fixture.tasks[0].begin(headers: ["ETag": "1"])
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    fixture.tasks[1].begin(headers: ["ETag": "2"])
    fixture.tasks[1].give("a")
    fixture.tasks[1].finish()
    expectEqual(events.values, ["head 1", "head 2", "a", "complete 2"])
  }

  @Test func aStreamThatHasDeliveredAChunkIsNotRetried() {
    let streamed = fixture.stream(to: ScriptedConsumer(takesAtOnce: true)) { $0.intercept(retrier) }
    fixture.tasks[0].begin()
    fixture.tasks[0].give("a")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(streamed.reason, .transport(.body))
    expectEqual(fixture.tasks.count, 1)
  }

  // MARK: - Policies

  @Test func aRedirectIsFollowedAndItsBodyIsNotDelivered() {
    let consumer = ScriptedConsumer(takesAtOnce: true)
    let streamed = fixture.stream(to: consumer)
    fixture.tasks[0].respond(302, headers: ["Location": "/b"], body: "over there")
    fixture.tasks[1].respond(200, body: "here")
    expectEqual(consumer.log, ["head 200", "here"])
    expectNotNil(streamed.outcome?.value)
  }

  @Test func aRejectedAttemptDeliversNothing() {
    let consumer = ScriptedConsumer(takesAtOnce: true)
    _ = fixture.stream(to: consumer) { $0.intercept(retrier) }
    fixture.tasks[0].respond(401, body: "who are you?")
    fixture.tasks[1].respond(200, body: "here")
    expectEqual(consumer.log, ["head 200", "here"])
  }

  @Test func theSlotIsFreedWhenTheTransportHasFinished() {
    let fixture = SessionFixture { $0.maximumConcurrentRequests = 1 }
    _ = fixture.stream(to: consumer)
    _ = fixture.start()
    fixture.tasks[0].begin()
    fixture.tasks[0].give("a")
    expectEqual(fixture.tasks.count, 1)
    fixture.tasks[0].finish()
    expectEqual(fixture.tasks.count, 2)
  }

  @Test func cookiesOfAStreamAreStored() throws {
    let jar = CookieJar()
    let fixture = SessionFixture { $0.cookies = jar }
    _ = fixture.stream(to: consumer)
    fixture.tasks[0].begin(headers: ["Set-Cookie": "a=1"])
    expectEqual(jar.cookies.map(\.name), ["a"])
  }

  // MARK: - Timeouts

  @Test func theIdleTimeoutDoesNotRunWhileTheTransportIsPaused() {
    let streamed = fixture.stream(to: consumer, buffer: .backPressure(limit: 1)) {
      $0.timeout(idle: .seconds(10))
    }
    fixture.tasks[0].begin()
    fixture.tasks[0].give("a")
    fixture.tasks[0].give("bb")
    #expect(fixture.tasks[0].isPaused)
    fixture.timer.advance(by: .seconds(100))
    expectEqual(streamed.count, 0)
    consumer.proceed()
    #expect(!fixture.tasks[0].isPaused)
    fixture.timer.advance(by: .seconds(9))
    expectEqual(streamed.count, 0)
    fixture.timer.advance(by: .seconds(1))
    consumer.proceed()
    expectEqual(streamed.reason, .timeout(.idle))
  }

  @Test func theTotalTimeoutEndsAStreamThatIsNotConsumed() {
    let streamed = fixture.stream(to: consumer) { $0.timeout(total: .seconds(10)) }
    fixture.tasks[0].begin()
    fixture.tasks[0].give("a")
    fixture.tasks[0].finish()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(streamed.reason, .timeout(.total))
  }
}
