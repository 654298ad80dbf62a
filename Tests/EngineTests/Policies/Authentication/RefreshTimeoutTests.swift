import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Refreshes that never complete or complete late, in virtual time.
@Suite struct RefreshTimeoutTests {
  struct Token: AuthenticationCredential {
    var text: String
  }

  /// Keeps the completions of refreshes until the test calls them.
  struct SilentAuthenticator: RequestAuthenticator {
    let refreshes = Captured<@Sendable (Result<Token, any Error>) -> Void>()

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }
    func refresh(
      _ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void
    ) { refreshes.set(completion) }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }
  }

  private final class Monitor: EventMonitor {
    let events = Captured<String>()

    func request(_ id: RequestID, did event: RequestEvent) {}

    func authentication(did event: AuthenticationEvent) {
      switch event {
      case .refreshing: events.set("refreshing")
      case .refreshed(let requests): events.set("refreshed \(requests)")
      case .failed(_, let requests): events.set("failed \(requests)")
      }
    }
  }

  private struct Fixture {
    let authenticator = SilentAuthenticator()
    let interceptor: AuthenticationInterceptor<SilentAuthenticator>
    let transport = ScriptedTransport()
    let timer = TestScheduler()
    let monitor = Monitor()
    let session: NetworkSession

    /// Uses the default timeout of the interceptor unless one is given.
    init(timeout: Duration?? = .none, total: Duration? = nil) {
      let token = Token(text: "old")
      interceptor =
        switch timeout {
        case .none:
          AuthenticationInterceptor(
            authenticator: authenticator, credential: token, timer: timer, monitors: [monitor])
        case .some(let timeout):
          AuthenticationInterceptor(
            authenticator: authenticator, credential: token, refreshTimeout: timeout, timer: timer,
            monitors: [monitor])
        }
      var configuration = SessionConfiguration()
      configuration.timeouts = RequestTimeouts(total: total)
      configuration.interceptors = [interceptor]
      session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    }

    var lastTask: ScriptedTask? { transport.tasks.last }

    func start() -> SessionFixture.Started<Data> {
      SessionFixture.Started(session.get("https://example.com/a"), responseSerializer: .data)
    }

    /// Starts a request and rejects it with a 401.
    func refused() -> SessionFixture.Started<Data> {
      let started = start()
      lastTask?.respond(401)
      return started
    }

    func refreshed(_ number: Int, _ text: String) {
      authenticator.refreshes.values[number](.success(Token(text: text)))
    }
  }

  @Test func aRefreshThatNeverCompletesFailsItsRequestsAfterOneMinute() {
    let fixture = Fixture()
    let (first, second) = (fixture.start(), fixture.start())
    for task in fixture.transport.tasks { task.respond(401) }
    fixture.timer.advance(by: .seconds(30))
    let third = fixture.start()
    fixture.timer.advance(by: .milliseconds(29_999))
    expectEqual([first, second, third].map(\.count), [0, 0, 0])
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual([first, second, third].map(\.reason), Array(repeating: .timeout(.credential), count: 3))
    expectEqual(first.outcome?.response?.status, 401)
    expectEqual(fixture.monitor.events.values, ["refreshing", "failed 3"])
  }

  @Test func theRefreshTimeoutCanBeChanged() {
    let fixture = Fixture(timeout: .seconds(5))
    let started = fixture.refused()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(started.reason, .timeout(.credential))
  }

  @Test func withoutATimeoutRequestsWaitIndefinitely() {
    let fixture = Fixture(timeout: .some(nil))
    let started = fixture.refused()
    fixture.timer.advance(by: .seconds(100_000))
    expectEqual(started.count, 0)
    fixture.refreshed(0, "new")
    expectEqual(fixture.lastTask?.request.headers["Authorization"], "Bearer new")
    fixture.lastTask?.respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func theNextRejectionAfterATimeoutStartsAnotherRefresh() {
    let fixture = Fixture()
    _ = fixture.refused()
    fixture.timer.advance(by: .seconds(60))
    let started = fixture.refused()
    expectEqual(fixture.authenticator.refreshes.count, 2)
    fixture.refreshed(1, "new")
    expectEqual(fixture.lastTask?.request.headers["Authorization"], "Bearer new")
    fixture.lastTask?.respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func aLateCredentialIsUsed() {
    let fixture = Fixture()
    _ = fixture.refused()
    fixture.timer.advance(by: .seconds(60))
    fixture.refreshed(0, "late")
    _ = fixture.start()
    expectEqual(fixture.lastTask?.request.headers["Authorization"], "Bearer late")
    expectEqual(fixture.interceptor.credential?.text, "late")
    expectEqual(fixture.authenticator.refreshes.count, 1)
  }

  @Test func noTimerRemainsAfterTheRefresh() {
    let fixture = Fixture()
    _ = fixture.refused()
    fixture.refreshed(0, "new")
    fixture.lastTask?.respond(401)
    fixture.interceptor.credential = Token(text: "set")
    fixture.lastTask?.respond(200)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func noTimerRemainsAfterALateCredentialThatEndsALaterRefresh() {
    let fixture = Fixture()
    _ = fixture.refused()
    fixture.timer.advance(by: .seconds(60))
    let started = fixture.refused()
    fixture.refreshed(0, "late")
    fixture.lastTask?.respond(200, body: "here")
    expectEqual(started.text, "here")
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func aLateFailureKeepsTheTimeoutOfALaterRefresh() {
    let fixture = Fixture()
    _ = fixture.refused()
    fixture.timer.advance(by: .seconds(60))
    let started = fixture.refused()
    fixture.authenticator.refreshes.values[0](.failure(Broken()))
    fixture.timer.advance(by: .seconds(60))
    expectEqual(started.reason, .timeout(.credential))
  }

  @Test func theTotalTimeoutIncludesTheWaitForTheRefresh() {
    let fixture = Fixture(total: .seconds(10))
    let started = fixture.refused()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(started.reason, .timeout(.total))
  }

  @Test func cancellingTheLastWaitingRequestKeepsTheRefresh() {
    let fixture = Fixture()
    let started = fixture.refused()
    started.request.cancel()
    expectEqual(started.reason, .cancelled)
    fixture.refreshed(0, "new")
    expectEqual(fixture.interceptor.credential?.text, "new")
  }
}
