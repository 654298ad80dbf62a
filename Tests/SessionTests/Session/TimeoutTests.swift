import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct TimeoutTests {
  private func session(idle: Duration? = .seconds(5), total: Duration? = nil) -> SessionFixture {
    SessionFixture { $0.timeouts = RequestTimeouts(idle: idle, total: total) }
  }

  @Test func withoutEventsTheIdleTimeoutEndsTheRequestAndClosesTheConnection() {
    let fixture = session()
    let started = fixture.start()
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.idle))
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test(arguments: [
    TransportEvent.sent(bytes: 1), .head(ResponseHead(status: 200)), .body(Data("x".utf8)),
  ])
  func everyEventRestartsTheIdleTimeout(event: TransportEvent) {
    let fixture = session()
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(4))
    fixture.tasks[0].send(event)
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.idle))
  }

  @Test func everyAttemptHasItsOwnIdleTimeout() {
    let fixture = SessionFixture {
      $0.timeouts = RequestTimeouts(idle: .seconds(5))
      $0.interceptors = [
        TestInterceptor(onRetry: { $1($0.attempts == 1 ? .retry(after: .seconds(10)) : .pass) })
      ]
    }
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(15))
    expectEqual(fixture.tasks.count, 2)
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.idle))
    expectEqual(started.outcome?.error?.attempts, 2)
  }

  @Test func theIdleTimeoutDoesNotRunDuringAnAdapter() {
    let fixture = SessionFixture {
      $0.timeouts = RequestTimeouts(idle: .seconds(5))
      $0.interceptors = [TestInterceptor(onAdapt: { _, _ in })]
    }
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(600))
    expectEqual(started.count, 0)
    started.request.cancel()
  }

  @Test func theTotalTimeoutEndsARequestWhoseAdapterNeverCompletes() {
    let adaptation = Captured<TestInterceptor.Adaptation>()
    let fixture = SessionFixture {
      $0.timeouts = RequestTimeouts(total: .seconds(10))
      $0.interceptors = [TestInterceptor(onAdapt: { adaptation.set($1) })]
    }
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(started.reason, .timeout(.total))
    adaptation.value?(.failure(Broken()))
    expectEqual(started.count, 1)
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func theTotalTimeoutEndsARequestWhoseRetrierNeverCompletes() {
    let fixture = SessionFixture {
      $0.timeouts = RequestTimeouts(total: .seconds(10))
      $0.interceptors = [TestInterceptor(onRetry: { _, _ in })]
    }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    fixture.timer.advance(by: .seconds(10))
    expectEqual(started.reason, .timeout(.total))
  }

  @Test func theTotalTimeoutIncludesAllAttempts() {
    let fixture = SessionFixture {
      $0.timeouts = RequestTimeouts(total: .seconds(10))
      $0.interceptors = [TestInterceptor(onRetry: { $1(.retry(after: .seconds(3))) })]
    }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    fixture.timer.advance(by: .seconds(3))
    fixture.tasks[1].respond(503)
    fixture.timer.advance(by: .seconds(3))
    fixture.timer.advance(by: .milliseconds(3999))
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.total))
    expectEqual(fixture.tasks.map(\.isCancelled), [false, false, true])
  }

  @Test func theTotalTimeoutIsNotRetried() {
    let fixture = SessionFixture {
      $0.timeouts = RequestTimeouts(total: .seconds(10))
      $0.interceptors = [TestInterceptor(onRetry: { $1(.retry(after: .zero)) })]
    }
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(started.reason, .timeout(.total))
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func theRequestsTimeoutOverridesTheSessions() {
    let fixture = session(idle: .seconds(5))
    var description = RequestDescription("https://example.com/")
    description.timeouts.idle = .seconds(1)
    let request = fixture.session.request(description)
    request.resume()
    fixture.timer.advance(by: .seconds(1))
    expectEqual(request.state, .finished)
  }

  @Test func theIdleTimeoutDoesNotRunDuringAClosure() {
    let fixture = session(idle: .seconds(5))
    let started = fixture.start { request in
      request.onHTTPResponse { _ in fixture.timer.advance(by: .seconds(7)) }
    }
    fixture.tasks[0].begin()
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.idle))
  }

  @Test func theIdleTimeoutRestartsAfterAClosure() {
    let fixture = session(idle: .seconds(5))
    let started = fixture.start { request in
      request.onHTTPResponse { _ in fixture.timer.advance(by: .seconds(4)) }
    }
    fixture.tasks[0].begin()
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.idle))
  }

  @Test func theTotalTimeoutRunsDuringAClosure() {
    let fixture = session(idle: .seconds(5), total: .seconds(6))
    let started = fixture.start { request in
      request.onHTTPResponse { _ in fixture.timer.advance(by: .seconds(7)) }
    }
    fixture.tasks[0].begin()
    expectEqual(started.reason, .timeout(.total))
  }

  @Test func noTimerRemainsAfterTheRequest() {
    let fixture = session(idle: .seconds(5), total: .seconds(10))
    _ = fixture.start()
    expectEqual(fixture.timer.pendingCount, 2)
    fixture.tasks[0].respond(200)
    expectEqual(fixture.timer.pendingCount, 0)
  }
}

/// The time that a transport may take until its first event.
@Suite struct ConnectTimeoutTests {
  private func fixture(interceptors: [any RequestInterceptor] = []) -> SessionFixture {
    SessionFixture {
      $0.timeouts = RequestTimeouts(idle: .seconds(60), connect: .seconds(5))
      $0.interceptors = interceptors
    }
  }

  @Test func withoutAnEventTheAttemptFailsAndIsCancelled() {
    let fixture = fixture()
    let started = fixture.start()
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(started.outcomes.value.map(\.error?.reason), [.timeout(.connect)])
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test(arguments: [TransportEvent.sent(bytes: 1), .head(ResponseHead(status: 200))])
  func theFirstEventEndsTheConnectTimeout(event: TransportEvent) {
    let fixture = fixture()
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(4))
    fixture.tasks[0].send(event)
    expectEqual(fixture.timer.pendingCount, 1)
    fixture.timer.advance(by: .seconds(30))
    expectEqual(started.count, 0)
  }

  @Test func aConnectTimeoutIsRetried() {
    let fixture = fixture(interceptors: [RetryPolicy(base: .zero)])
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(fixture.tasks.count, 2)
    fixture.tasks[1].respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func everyAttemptAndRedirectHasItsOwnConnectTimeout() {
    let fixture = fixture()
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(4))
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    fixture.timer.advance(by: .milliseconds(4999))
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.connect))
  }

  @Test func theConnectTimeoutDoesNotRunInTheQueue() {
    let fixture = SessionFixture {
      $0.timeouts = RequestTimeouts(connect: .seconds(5))
      $0.maximumConcurrentRequests = 1
    }
    _ = fixture.start()
    fixture.tasks[0].send(.sent(bytes: 1))
    let second = fixture.start()
    fixture.timer.advance(by: .seconds(60))
    expectEqual(second.count, 0)
  }

  @Test func unsetTimeoutsFallBackToTheSessions() {
    let session = RequestTimeouts(
      idle: .seconds(1), total: .seconds(2), connect: .seconds(3), queue: .seconds(4))
    expectEqual(RequestTimeouts().merged(over: session), session)
    expectEqual(session.merged(over: RequestTimeouts(idle: .zero, connect: .zero)), session)
  }
}
