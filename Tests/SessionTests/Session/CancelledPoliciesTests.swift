import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Asynchronous policies of a request that is cancelled.
@Suite struct CancelledPoliciesTests {
  /// Waits until its task is cancelled.
  private struct Patient: AsyncRequestInterceptor {
    let began = Captured<String>()
    let ended = Captured<String>()
    var adapts = true

    @concurrent func adapt(_ request: TransportRequest) async -> TransportRequest {
      if adapts { await wait("adapt") }
      return request
    }

    @concurrent func retry(_ failure: RetryContext) async -> RetryDecision {
      await wait("retry")
      return .retry(after: .zero)
    }

    private func wait(_ name: String) async {
      began.set(name)
      let (silence, _) = AsyncStream<Never>.makeStream()
      for await _ in silence {}
      ended.set("\(name) \(Task.isCancelled)")
    }
  }

  private func start(
    _ policy: any RequestInterceptor, total: Duration? = nil
  ) -> (SessionFixture, SessionFixture.Started<Data>) {
    let fixture = SessionFixture {
      $0.interceptors = [policy]
      $0.timeouts.total = total
    }
    return (fixture, fixture.start())
  }

  @Test func cancelCancelsTheTaskOfAnAdapter() async {
    let policy = Patient()
    let (fixture, started) = start(policy)
    await expect(policy.began.values).toEventually(equal(["adapt"]))
    started.request.cancel()
    await expect(policy.ended.values).toEventually(equal(["adapt true"]))
    expectEqual(started.reason, .cancelled)
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func cancelCancelsTheTaskOfARetrier() async {
    var policy = Patient()
    policy.adapts = false
    let (fixture, started) = start(policy)
    await expect(fixture.tasks.count).toEventually(equal(1))
    fixture.tasks[0].respond(503)
    await expect(policy.began.values).toEventually(equal(["retry"]))
    started.request.cancel()
    await expect(policy.ended.values).toEventually(equal(["retry true"]))
    expectEqual(started.reason, .cancelled)
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func cancelAllCancelsTheTaskOfAnAdapter() async {
    let policy = Patient()
    let (fixture, started) = start(policy)
    await expect(policy.began.values).toEventually(equal(["adapt"]))
    fixture.session.cancelAll()
    await expect(policy.ended.values).toEventually(equal(["adapt true"]))
    expectEqual(started.reason, .cancelled)
  }

  @Test func theTotalTimeoutCancelsTheTaskOfAnAdapter() async {
    let policy = Patient()
    let (fixture, started) = start(policy, total: .seconds(5))
    await expect(policy.began.values).toEventually(equal(["adapt"]))
    fixture.timer.advance(by: .seconds(5))
    await expect(policy.ended.values).toEventually(equal(["adapt true"]))
    expectEqual(started.reason, .timeout(.total))
  }

  @Test func cancellingTheTaskThatAwaitsTheRequestCancelsThatOfItsAdapter() async {
    let policy = Patient()
    let fixture = SessionFixture { $0.interceptors = [policy] }
    let task = Task { try await fixture.session.get("https://example.com/a").data() }
    await expect(policy.began.values).toEventually(equal(["adapt"]))
    task.cancel()
    await expect(policy.ended.values).toEventually(equal(["adapt true"]))
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Cancels its request, and then calls another policy.
  private struct Canceller: RequestInterceptor {
    let next: Patient
    let request: Locked<(any NetworkRequesting)?>

    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      self.request.value?.cancel()
      next.adapt(request, completion: completion)
    }
  }

  @Test func aTaskThatBeginsAfterTheCancellationIsCancelled() async {
    let policy = Patient()
    let request = Locked<(any NetworkRequesting)?>(nil)
    let fixture = SessionFixture { $0.interceptors = [Canceller(next: policy, request: request)] }
    let made = fixture.session.get("https://example.com/a")
    request.update { $0 = made }
    made.resume()
    await expect(policy.ended.values).toEventually(equal(["adapt true"]))
    request.update { $0 = nil }
  }

  private struct Token: AuthenticationCredential {
    var access: String
    var requiresRefresh: Bool { access == "old" }
  }

  private struct Authenticator: AsyncRequestAuthenticator {
    let began = Captured<Void>()
    let gate = AsyncStream<Void>.makeStream()
    let wasCancelled = Captured<Bool>()

    func refresh(_ credential: Token) async throws -> Token {
      began.set(())
      for await _ in gate.stream { break }
      wasCancelled.set(Task.isCancelled)
      return Token(access: "new")
    }

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(name: "Authorization", value: credential.access)
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == credential.access
    }
  }

  /// The service may have replaced the credential already.
  @Test func aRefreshOutlivesTheOnlyRequestThatWaitsForIt() async {
    let authenticator = Authenticator()
    let interceptor = AuthenticationInterceptor(
      authenticator: authenticator, credential: Token(access: "old"))
    let (fixture, started) = start(interceptor)
    await expect(authenticator.began.count).toEventually(equal(1))
    started.request.cancel()
    expectEqual(started.reason, .cancelled)
    authenticator.gate.continuation.yield()
    await expect(interceptor.credential?.access).toEventually(equal("new"))
    expectEqual(authenticator.wasCancelled.values, [false])
    expectTrue(fixture.tasks.isEmpty)
  }
}
