import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// When a retry policy stops, and what makes a request retryable.
@Suite struct RetryPolicyLimitsTests {
  private func decision(
    _ policy: RetryPolicy, elapsed: Duration = .zero, attempts: Int = 1, retryAfter: String? = nil
  ) -> Duration? {
    let request = TransportRequest(url: URL(filePath: "/"))
    var head = ResponseHead(status: 503)
    head.headers["Retry-After"] = retryAfter
    let error = NetworkError(
      .validation(.statusCode(503)), request: request, response: head, attempts: attempts)
    let context = RetryContext(error: error, attempts: attempts, elapsed: elapsed)
    guard case .retry(let delay) = policy.decision(about: context) else { return nil }
    return delay
  }

  // MARK: - The defaults

  @Test func theDefaultsAreAsDocumented() {
    let policy = RetryPolicy()
    expectEqual(policy.maximumRetries, 2)
    expectEqual(policy.base, .milliseconds(500))
    expectEqual(policy.maximumDelay, .seconds(30))
    expectEqual(policy.maximumRetryAfter, .seconds(60))
    expectEqual(policy.methods, [.delete, .get, .head, .options, .put, .query, .trace])
    expectEqual(policy.statusCodes, [408, 429, 500, 502, 503, 504])
    expectNil(policy.deadline)
    expectNil(policy.seed)
    expectNil(policy.makeIdempotencyKey)
  }

  @Test(arguments: [0, 5, 64, Int.max])
  func aNegativeBaseGivesNoDelay(_ number: Int) {
    expectEqual(RetryPolicy(base: .seconds(-10)).delay(forRetry: number), .zero)
    expectEqual(RetryPolicy(maximumDelay: .seconds(-10)).delay(forRetry: number), .zero)
  }

  @Test(arguments: [Duration.seconds(1e20), .seconds(1)])
  func doublingNeverExceedsWhatAClockCanExpress(_ base: Duration) {
    let policy = RetryPolicy(base: base, maximumDelay: Duration(attoseconds: .max))
    for number in [1, 64, Int.max] { #expect(policy.delay(forRetry: number) <= .seconds(Int64.max)) }
  }

  @Test func withoutASeedTheDelaysDiffer() {
    #expect(Set((0..<50).map { _ in RetryPolicy().delay(forRetry: 3) }).count > 1)
  }

  // MARK: - The deadline

  @Test func afterTheLongestTimeThereIsNoRetry() {
    let policy = RetryPolicy(deadline: .seconds(10))
    expectNil(decision(policy, elapsed: Duration(attoseconds: .max), retryAfter: "6"))
  }

  @Test func aDelayBeyondTheDeadlineStopsTheRetry() {
    let policy = RetryPolicy(deadline: .seconds(10))
    expectEqual(decision(policy, elapsed: .seconds(4), retryAfter: "6"), .seconds(6))
    expectNil(decision(policy, elapsed: .milliseconds(4001), retryAfter: "6"))
  }

  @Test func afterTheDeadlineNothingIsRetried() {
    let policy = RetryPolicy(deadline: .seconds(10))
    expectEqual(decision(policy, elapsed: .seconds(10), retryAfter: "0"), .zero)
    expectNil(decision(policy, elapsed: .milliseconds(10_001), retryAfter: "0"))
  }

  @Test func aDelayWithinTheDeadlineMayStillBeTooLong() {
    let policy = RetryPolicy(maximumRetryAfter: .seconds(5), deadline: .seconds(10))
    expectEqual(decision(policy, elapsed: .seconds(4), retryAfter: "5"), .seconds(5))
    expectNil(decision(policy, elapsed: .seconds(4), retryAfter: "6"))
  }

  @Test func inASessionTheFailureIsFinalAtTheDeadline() {
    let fixture = SessionFixture {
      $0.interceptors = [RetryPolicy(maximumRetries: 100, deadline: .seconds(10))]
    }
    let started = fixture.start()
    for number in 0..<3 {
      fixture.tasks[number].respond(503, headers: ["Retry-After": "4"])
      fixture.timer.advance(by: .seconds(4))
    }
    expectEqual(fixture.tasks.count, 3)
    expectEqual(started.reason, .validation(.statusCode(503)))
    expectEqual(started.outcome?.timings.done, .seconds(8))
  }

  // MARK: - Retry-After in a session

  @Test func aRetryAfterDateUsesTheSessionsClock() {
    let noon = Date(timeIntervalSince1970: 784_123_200)
    let fixture = SessionFixture(startDate: noon) { $0.interceptors = [RetryPolicy()] }
    let started = fixture.start()
    fixture.tasks[0].respond(429, headers: ["Retry-After": "Sunday, 06-Nov-94 12:00:30 GMT"])
    fixture.timer.advance(by: .milliseconds(29_999))
    expectEqual(fixture.tasks.count, 1)
    fixture.timer.advance(by: .milliseconds(1))
    fixture.tasks[1].respond(200, body: "now")
    expectEqual(started.text, "now")
  }

  @Test func cancellingDuringTheBackOffEndsTheRequestOnce() {
    let fixture = SessionFixture { $0.interceptors = [RetryPolicy()] }
    let started = fixture.start()
    fixture.tasks[0].respond(503, headers: ["Retry-After": "5"])
    fixture.timer.advance(by: .seconds(2))
    started.request.cancel()
    fixture.timer.advance(by: .seconds(60))
    expectEqual(started.outcomes.value.map(\.error?.reason), [.cancelled])
    expectEqual(fixture.tasks.count, 1)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  // MARK: - Idempotency

  /// A policy with the keys `key 1`, `key 2` and so on.
  private func keyed(limit: Int = 2) -> RetryPolicy {
    let last = Locked(0)
    return RetryPolicy(maximumRetries: limit, base: .zero).addingIdempotencyKeys {
      let number = last.update { number in
        number += 1
        return number
      }
      return "key \(number)"
    }
  }

  private func prepared(_ method: HTTPMethod, headers: HTTPHeaders = [:]) -> [String] {
    var request = TransportRequest(method: method, url: URL(filePath: "/"), headers: headers)
    keyed().prepare(&request)
    return request.headers.values(for: "Idempotency-Key")
  }

  @Test(arguments: [HTTPMethod.post, .patch, "PURGE"])
  func nonIdempotentMethodsGetAnIdempotencyKey(method: HTTPMethod) {
    expectEqual(prepared(method), ["key 1"])
  }

  @Test(arguments: [HTTPMethod.get, .put, .delete])
  func idempotentMethodsGetNoIdempotencyKey(method: HTTPMethod) {
    expectEqual(prepared(method), [])
  }

  @Test func anIdempotencyKeySetByTheCallerIsKept() {
    expectEqual(prepared(.post, headers: ["idempotency-key": "mine"]), ["mine"])
  }

  @Test func idempotencyKeysAreOptionalAndAreUUIDsByDefault() {
    var request = TransportRequest(method: .post, url: URL(filePath: "/"))
    RetryPolicy().prepare(&request)
    #expect(!request.headers.contains("Idempotency-Key"))
    RetryPolicy().addingIdempotencyKeys().prepare(&request)
    expectNotNil(request.headers["Idempotency-Key"].flatMap { UUID(uuidString: $0) })
  }

  @Test func allAttemptsOfARequestShareOneIdempotencyKey() {
    let policy = keyed()
    let fixture = SessionFixture { $0.interceptors = [policy] }
    for _ in 0..<2 { _ = fixture.start(.post, content: .data(Data("x".utf8), contentType: nil)) }
    for number in [0, 1] { fixture.tasks[number].respond(503, headers: ["Retry-After": "0"]) }
    for number in [2, 3] { fixture.tasks[number].send(.failed(Broken(), phase: .body)) }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(
      fixture.tasks.map { $0.request.headers["Idempotency-Key"] },
      [
        "key 1", "key 2", "key 1", "key 2", "key 1", "key 2",
      ])
    expectEqual(fixture.tasks.map(\.request.body.count), [1, 1, 1, 1, 1, 1])
  }

  @Test func aRedirectKeepsTheIdempotencyKey() {
    let policy = keyed()
    let fixture = SessionFixture { $0.interceptors = [policy] }
    _ = fixture.start(.post)
    fixture.tasks[0].respond(307, headers: ["Location": "/b"])
    expectEqual(fixture.tasks[1].request.headers["Idempotency-Key"], "key 1")
  }

  @Test func anInvalidIdempotencyKeyFailsTheRequestBeforeSending() {
    let fixture = SessionFixture {
      $0.interceptors = [RetryPolicy().addingIdempotencyKeys { "a\r\nX-B: c" }]
    }
    expectEqual(
      fixture.start(.post).reason, .invalidRequest(.header(name: "Idempotency-Key", value: "a\r\nX-B: c")))
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test(arguments: [true, false]) func aStreamIsRetriedIfItIsRepeatable(isRepeatable: Bool) {
    let body = RequestBody.stream(BodyStream(isRepeatable: isRepeatable) { PatternReader(count: 1) })
    let request = TransportRequest(method: .put, url: URL(filePath: "/"), body: body)
    let error = NetworkError(.transport(.head), request: request, attempts: 1)
    let decision = RetryPolicy().decision(about: RetryContext(error: error, attempts: 1, elapsed: .zero))
    if case .retry = decision { expectTrue(isRepeatable) } else { expectFalse(isRepeatable) }
  }

  @Test func bodiesInMemoryAreRepeatable() {
    expectTrue(RequestBody.none.isRepeatable)
    #expect(RequestBody.data(Data(count: 3)).isRepeatable)
  }
}
