import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Stale redirects that are used instead of a failure (RFC 5861 section 4).
@Suite struct StaleRedirectTests {
  /// Sets the token in a field that is not one of an origin by definition.
  private struct Authenticator: RequestAuthenticator {
    struct Token: AuthenticationCredential {}

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(name: "X-Api-Key", value: "token")
    }
    func refresh(
      _ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void
    ) {}
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { true }
  }

  private func fixture(_ others: any RequestInterceptor...) -> SessionFixture {
    SessionFixture {
      $0.cache = .memory(limit: 1 << 20)
      $0.interceptors =
        [AuthenticationInterceptor(authenticator: Authenticator(), credential: .init())] + others
    }
  }

  private func redirect(to location: String) -> HTTPHeaders {
    ["Location": location, "Cache-Control": "max-age=1, stale-if-error=600"]
  }

  /// Stores a redirect to another origin, which is stale afterwards.
  private func storeRedirect(_ fixture: SessionFixture) {
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: redirect(to: "https://other.example/b"))
    fixture.tasks[1].respond(200)
    fixture.timer.advance(by: .seconds(10))
  }

  private func fail(_ task: ScriptedTask?) {
    task?.send(.failed(URLError(.notConnectedToInternet), phase: .connect))
  }

  @Test func credentialsAreNotSentToAnotherOriginAfterAFailure() {
    let fixture = fixture()
    storeRedirect(fixture)
    _ = fixture.start()
    expectEqual(fixture.tasks[2].request.headers["X-Api-Key"], "token")
    fail(fixture.tasks[2])
    expectEqual(fixture.tasks.last?.request.url.absoluteString, "https://other.example/b")
    expectNil(fixture.tasks.last?.request.headers["X-Api-Key"])
  }

  @Test func credentialsAreNotSentToAnotherOriginInsteadOfAStreamedError() {
    let fixture = fixture()
    storeRedirect(fixture)
    let request = fixture.session.get("https://example.com/a").unvalidated()
    request.responseStream(delivery: .inline) { _ in }
    fixture.tasks[2].send(.head(ResponseHead(status: 503)))
    expectEqual(fixture.tasks.last?.request.url.absoluteString, "https://other.example/b")
    expectNil(fixture.tasks.last?.request.headers["X-Api-Key"])
  }

  @Test func credentialsAreNotSentToAnotherOriginAfterAnAdapterHasFailed() {
    let isOffline = Locked(false)
    let fixture = fixture(
      TestInterceptor(onAdapt: { request, done in
        done(isOffline.value ? .failure(NetworkError(.transport(.connect))) : .success(request))
      }))
    storeRedirect(fixture)
    isOffline.update { $0 = true }
    _ = fixture.start()
    expectEqual(fixture.tasks.count, 3)
    expectEqual(fixture.tasks.last?.request.url.absoluteString, "https://other.example/b")
    expectNil(fixture.tasks.last?.request.headers["X-Api-Key"])
  }

  @Test func aCircleOfStaleRedirectsEnds() {
    let fixture = fixture()
    let first = fixture.start(.get, "https://example.com/a")
    fixture.tasks[0].respond(302, headers: redirect(to: "/b"))
    first.request.cancel()
    let second = fixture.start(.get, "https://example.com/b")
    fixture.tasks[2].respond(302, headers: redirect(to: "/c"))
    second.request.cancel()
    let third = fixture.start(.get, "https://example.com/c")
    fixture.tasks[4].respond(302, headers: redirect(to: "/b"))
    third.request.cancel()
    fixture.timer.advance(by: .seconds(10))
    let circle = fixture.start()
    var failures = 0
    while circle.outcome == nil, failures < 50 {
      fail(fixture.tasks.last)
      failures += 1
    }
    expectEqual(circle.reason, .redirect(.limit(20)))
    expectEqual(failures, 21)
  }
}
