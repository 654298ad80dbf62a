import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// How many requests a session runs at once, in virtual time.
@Suite struct ConcurrencyLimitTests {
  private func fixture(
    _ limit: Int? = 1, perHost: Int? = nil, queue: Duration? = nil, idle: Duration? = nil,
    interceptors: [any RequestInterceptor] = []
  ) -> SessionFixture {
    SessionFixture {
      $0.maximumConcurrentRequests = limit
      $0.maximumConcurrentRequestsPerHost = perHost
      $0.timeouts = RequestTimeouts(idle: idle, queue: queue)
      $0.interceptors = interceptors
    }
  }

  private func paths(_ fixture: SessionFixture) -> [String] { fixture.tasks.map(\.request.url.path) }

  @Test func byDefaultThereIsNoLimit() {
    let fixture = SessionFixture()
    for number in 0..<100 { _ = fixture.start(.get, "https://example.com/\(number)") }
    expectEqual(fixture.tasks.count, 100)
  }

  @Test func requestsOverTheLimitWaitInOrder() {
    let fixture = fixture(2)
    let started = (0..<4).map { fixture.start(.get, "https://example.com/\($0)") }
    expectEqual(paths(fixture), ["/0", "/1"])
    fixture.tasks[1].respond(200)
    expectEqual(paths(fixture), ["/0", "/1", "/2"])
    fixture.tasks[0].respond(200)
    expectEqual(paths(fixture), ["/0", "/1", "/2", "/3"])
    for task in fixture.tasks { task.respond(200) }
    expectEqual(started.map(\.count), [1, 1, 1, 1])
  }

  @Test func requestsToOtherHostsOvertakeABusyHost() {
    let fixture = fixture(3, perHost: 1)
    for host in ["a", "a", "b", "a:444"] { _ = fixture.start(.get, "https://\(host)/") }
    expectEqual(fixture.tasks.compactMap(\.request.url.authorityText), ["a", "b", "a:444"])
    fixture.tasks[1].respond(200)
    expectEqual(fixture.tasks.count, 3)
    fixture.tasks[0].respond(200)
    expectEqual(fixture.tasks.count, 4)
  }

  @Test func hostsAreComparedInCanonicalForm() {
    let fixture = fixture(nil, perHost: 1)
    for host in ["example.com", "EXAMPLE.com", "example.com:443"] {
      _ = fixture.start(.get, "https://\(host)/")
    }
    expectEqual(fixture.tasks.count, 1)
    for host in ["bücher.example", "xn--bcher-kva.example"] { _ = fixture.start(.get, "https://\(host)/") }
    expectEqual(fixture.tasks.count, 2)
  }

  @Test func theMonitorReceivesQueuedRequests() {
    let fixture = fixture()
    _ = fixture.start()
    let second = fixture.start(.get, "https://example.com/b")
    fixture.timer.advance(by: .seconds(3))
    fixture.tasks[0].respond(200)
    fixture.tasks[1].respond(200)
    expectEqual(
      fixture.monitor.events,
      [
        "#1 started", "#1 sent GET 1", "#2 started", "#2 queued", "#1 head 200", "#1 finished",
        "#2 sent GET 1", "#2 head 200", "#2 finished",
      ])
    expectEqual(second.outcome?.timings.queued, .zero)
    expectEqual(second.outcome?.timings.sent, .seconds(3))
  }

  @Test func aRequestThatDidNotWaitIsNotReportedAsQueued() {
    let fixture = fixture()
    let started = fixture.start()
    fixture.tasks[0].respond(200)
    expectNil(started.outcome?.timings.queued)
    #expect(!fixture.monitor.events.contains("#1 queued"))
  }

  // MARK: - Freeing a slot

  @Test(arguments: [
    TransportEvent.finished(TransportTimings()), .failed(Broken(), phase: .connect),
  ])
  func theEndOfATaskFreesItsSlot(event: TransportEvent) {
    let fixture = fixture()
    _ = fixture.start()
    _ = fixture.start()
    fixture.tasks[0].send(event)
    expectEqual(fixture.tasks.count, 2)
  }

  @Test func cancellingFreesTheSlotAtOnce() {
    let fixture = fixture()
    let first = fixture.start()
    _ = fixture.start()
    first.request.cancel()
    expectEqual(fixture.tasks.map(\.isCancelled), [true, false])
  }

  @Test func anIdleTimeoutFreesTheSlot() {
    let fixture = fixture(idle: .seconds(5))
    let first = fixture.start()
    _ = fixture.start()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(first.reason, .timeout(.idle))
    expectEqual(fixture.tasks.count, 2)
  }

  @Test func theIdleTimeoutDoesNotRunInTheQueue() {
    let fixture = fixture(idle: .seconds(5))
    _ = fixture.start()
    let second = fixture.start()
    fixture.timer.advance(by: .seconds(4))
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.timer.advance(by: .seconds(4))
    fixture.tasks[0].send(.finished(TransportTimings()))
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(second.count, 0)
  }

  @Test func aBackOffHoldsNoSlotAndTheRetryQueuesAgain() {
    let fixture = fixture(interceptors: [RetryPolicy()])
    _ = fixture.start(.get, "https://example.com/first")
    _ = fixture.start(.get, "https://example.com/second")
    fixture.tasks[0].respond(503, headers: ["Retry-After": "5"])
    expectEqual(paths(fixture), ["/first", "/second"])
    fixture.timer.advance(by: .seconds(5))
    expectEqual(paths(fixture), ["/first", "/second"])
    fixture.tasks[1].respond(200)
    expectEqual(paths(fixture), ["/first", "/second", "/first"])
  }

  @Test func anImmediateRetryQueuesBehindWaitingRequests() {
    let retrier = TestInterceptor(onRetry: { $1($0.attempts == 1 ? .retry(after: .zero) : .pass) })
    let fixture = fixture(interceptors: [retrier])
    _ = fixture.start(.get, "https://example.com/first")
    _ = fixture.start(.get, "https://example.com/second")
    fixture.tasks[0].respond(503)
    expectEqual(paths(fixture), ["/first", "/second"])
    fixture.tasks[1].respond(200)
    expectEqual(paths(fixture), ["/first", "/second", "/first"])
  }

  @Test func withoutWaitingRequestsARetryIsNotReportedAsQueued() {
    let retrier = TestInterceptor(onRetry: { $1($0.attempts == 1 ? .retry(after: .zero) : .pass) })
    let fixture = fixture(interceptors: [retrier])
    _ = fixture.start()
    fixture.tasks[0].respond(503)
    expectEqual(fixture.tasks.count, 2)
    #expect(!fixture.monitor.events.contains("#1 queued"))
  }

  @Test func aRedirectQueuesAgain() {
    let fixture = fixture()
    let first = fixture.start(.get, "https://example.com/first")
    _ = fixture.start(.get, "https://example.com/second")
    fixture.tasks[0].respond(302, headers: ["Location": "/there"])
    expectEqual(paths(fixture), ["/first", "/second"])
    fixture.tasks[1].respond(200)
    expectEqual(paths(fixture), ["/first", "/second", "/there"])
    fixture.tasks[2].respond(200, body: "here")
    expectEqual(first.text, "here")
    expectEqual(first.outcome?.timings.attempts, 1)
  }

  @Test func anAdapterHoldsNoSlot() {
    let held = Captured<TestInterceptor.Adaptation>()
    let fixture = fixture(interceptors: [
      TestInterceptor(onAdapt: { request, done in
        if request.url.path == "/slow" { held.set(done) } else { done(.success(request)) }
      })
    ])
    _ = fixture.start(.get, "https://example.com/slow")
    _ = fixture.start(.get, "https://example.com/fast")
    expectEqual(paths(fixture), ["/fast"])
  }

  // MARK: - Leaving the queue

  @Test func cancellingInTheQueueEndsTheRequestOnceAndSendsNothing() {
    let fixture = fixture()
    _ = fixture.start(.get, "https://example.com/first")
    let second = fixture.start(.get, "https://example.com/second")
    let third = fixture.start(.get, "https://example.com/third")
    second.request.cancel()
    expectEqual(second.outcomes.value.map(\.error?.reason), [.cancelled])
    expectEqual(second.outcome?.error?.attempts, 0)
    fixture.tasks[0].respond(200)
    expectEqual(paths(fixture), ["/first", "/third"])
    fixture.tasks[1].respond(200)
    expectEqual(third.count, 1)
    expectEqual(second.count, 1)
  }

  @Test func theQueueTimeoutRunsInTheQueue() {
    let fixture = fixture(queue: .seconds(5))
    _ = fixture.start()
    let second = fixture.start(.get, "https://example.com/second")
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(second.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(second.outcomes.value.map(\.error?.reason), [.timeout(.queue)])
    expectEqual(second.outcome?.error?.request?.url.path, "/second")
    expectEqual(second.outcome?.error?.attempts, 0)
    fixture.tasks[0].respond(200)
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func theQueueTimeoutRunsOnlyInTheQueue() {
    let held = Captured<TestInterceptor.Adaptation>()
    let fixture = fixture(
      queue: .seconds(5), interceptors: [TestInterceptor(onAdapt: { held.set($1) })])
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(60))
    held.value?(.success(TransportRequest(url: URL(filePath: "/"))))
    expectNotEqual(started.reason, .timeout(.queue))
    let other = self.fixture(queue: .seconds(5))
    let sent = other.start()
    other.timer.advance(by: .seconds(60))
    expectEqual(sent.count, 0)
  }

  @Test func eachWaitHasTheWholeQueueTimeout() {
    let fixture = fixture(queue: .seconds(5), interceptors: [RetryPolicy()])
    _ = fixture.start(.get, "https://example.com/first")
    let second = fixture.start(.get, "https://example.com/second")
    fixture.timer.advance(by: .seconds(4))
    _ = fixture.start(.get, "https://example.com/third")
    fixture.tasks[0].respond(200)
    fixture.tasks[1].respond(503, headers: ["Retry-After": "0"])
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(second.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(second.reason, .timeout(.queue))
    expectEqual(second.outcome?.error?.attempts, 1)
  }

  @Test func aQueueTimeoutIsNotRetried() {
    let asked = Locked(0)
    let retrier = TestInterceptor(onRetry: { _, done in
      asked.update { $0 += 1 }
      done(.retry(after: .zero))
    })
    let fixture = fixture(queue: .seconds(5), interceptors: [retrier])
    _ = fixture.start()
    let second = fixture.start()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(second.reason, .timeout(.queue))
    expectEqual(asked.value, 0)
  }

  @Test func theTotalTimeoutRunsInTheQueue() {
    let fixture = fixture()
    _ = fixture.start()
    let second = fixture.start { $0.timeout(total: .seconds(2)) }
    fixture.timer.advance(by: .seconds(2))
    expectEqual(second.reason, .timeout(.total))
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func noTimerRemainsAfterTheWait() {
    let fixture = fixture(queue: .seconds(5))
    _ = fixture.start()
    _ = fixture.start()
    expectEqual(fixture.timer.pendingCount, 1)
    fixture.tasks[0].respond(200)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  // MARK: - Transports that respond at once

  @Test func requestsEndInOrderIfTheTransportRespondsAtOnce() {
    let ended = Captured<String>()
    let fixture = SessionFixture(
      onResume: { $0.respond(200) }, configure: { $0.maximumConcurrentRequests = 1 })
    // All but the first request start inside the completion of the first, so they wait for it.
    fixture.session.get("https://example.com/0").response(delivery: .inline, responseSerializer: .data) { _ in
      for number in 1...3 {
        fixture.session.get("https://example.com/\(number)")
          .response(delivery: .inline, responseSerializer: .data) { _ in ended.set("\(number)") }
      }
      ended.set("0")
    }
    expectEqual(ended.values.sorted(), ["0", "1", "2", "3"])
    expectEqual(ended.values.filter { $0 != "0" }, ["1", "2", "3"])
  }

  @Test(.heavy) func tenThousandWaitingRequestsDoNotOverflowTheStack() {
    let answersAtOnce = Locked(false)
    let fixture = SessionFixture(
      onResume: { if answersAtOnce.value { $0.respond(200) } },
      configure: { $0.maximumConcurrentRequests = 1 })
    let ended = Locked(0)
    for _ in 0..<10_000 {
      fixture.session.get("https://example.com/")
        .response(delivery: .inline, responseSerializer: .void) { _ in ended.update { $0 += 1 } }
    }
    answersAtOnce.update { $0 = true }
    fixture.tasks[0].respond(200)
    expectEqual(ended.value, 10_000)
  }

  @Test func aRequestThatLeftTheQueueIsReleased() {
    weak var request: AnyObject?
    let fixture = fixture()
    _ = fixture.start()
    do {
      let second = fixture.session.get("https://example.com/")
      second.resume()
      request = second
      second.cancel()
    }
    expectNil(request)
  }
}

extension URL {
  fileprivate var authorityText: String? { host().map { $0 + (port.map { ":\($0)" } ?? "") } }
}
