import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RetryPolicyTests {
  private func decision(
    _ reason: NetworkError.Reason, policy: RetryPolicy = RetryPolicy(seed: 1), method: HTTPMethod = .get,
    headers: HTTPHeaders = [:], response: ResponseHead? = nil, cause: (any Error)? = nil, attempts: Int = 1
  ) -> Duration? {
    let request = TransportRequest(method: method, url: URL(filePath: "/"), headers: headers)
    let error = NetworkError(
      reason, request: request, response: response, underlyingError: cause, attempts: attempts)
    let context = RetryContext(error: error, attempts: attempts, elapsed: .zero)
    guard case .retry(let delay) = policy.decision(about: context) else { return nil }
    return delay
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504]) func temporaryStatusesAreRetried(status: Int) {
    expectNotNil(decision(.validation(.statusCode(status))))
  }

  @Test(arguments: [400, 401, 404, 501]) func permanentStatusesAreNotRetried(status: Int) {
    expectNil(decision(.validation(.statusCode(status))))
  }

  @Test(arguments: [
    NetworkError.Reason.transport(.nameLookup), .transport(.connect), .transport(.send), .transport(.head),
    .transport(.secureConnection), .transport(.body), .timeout(.idle), .timeout(.connect),
  ])
  func connectionErrorsAreRetried(reason: NetworkError.Reason) {
    expectNotNil(decision(reason))
  }

  @Test(arguments: [
    NetworkError.Reason.cancelled, .timeout(.total), .timeout(.queue), .encoding, .validation(.custom),
    .interceptor,
    .redirect(.insecure), .serialization(""),
  ])
  func errorsThatAreNotConnectionErrorsAreNotRetried(reason: NetworkError.Reason) {
    expectNil(decision(reason))
  }

  @Test func aBodyThatCannotBeReadIsNotRetried() {
    let file = URL(filePath: "/f")
    expectNil(
      decision(
        .transport(.send), method: .put,
        cause: RequestBodyError.countMismatch(promised: 2, given: 1, file: file)))
    expectNil(decision(.transport(.send), method: .put, cause: RequestBodyError.fileMissing(file)))
  }

  @Test(arguments: [URLError(.cancelled), CancellationError()] as [any Error])
  func aRequestThatItsTransportCancelledIsNotRetried(error: any Error) {
    expectNil(decision(.transport(.head), cause: error))
    let wrapped = NSError(domain: "Proxy", code: 1, userInfo: [NSUnderlyingErrorKey: error])
    expectNil(decision(.transport(.connect), cause: wrapped))
  }

  @Test(arguments: [HTTPMethod.delete, .get, .head, .options, .put, .trace])
  func idempotentMethodsAreRetried(method: HTTPMethod) {
    expectNotNil(decision(.transport(.head), method: method))
  }

  @Test(arguments: [HTTPMethod.post, .patch, "PURGE"])
  func methodsThatAreNotIdempotentAreRetriedOnlyWithAnIdempotencyKey(method: HTTPMethod) {
    expectNil(decision(.transport(.connect), method: method))
    expectNotNil(decision(.transport(.connect), method: method, headers: ["idempotency-key": "1"]))
  }

  @Test func theLimitCountsRetries() {
    expectNotNil(decision(.transport(.head), attempts: 2))
    expectNil(decision(.transport(.head), attempts: 3))
    expectNil(decision(.transport(.head), policy: RetryPolicy(maximumRetries: 0)))
  }

  @Test(arguments: [(407, false), (403, false), (503, true)])
  func aProxyThatRefusesATunnelIsRetriedOnlyIfTheStatusIsTemporary(status: Int, isRetried: Bool) {
    let refusal = ProxyRefusal(response: ResponseHead(status: status))
    let request = URL(string: "https://example.com").map { TransportRequest(url: $0) }
    let error = NetworkError(.transport(.connect), request: request, underlyingError: refusal)
    let decision = RetryPolicy().decision(about: RetryContext(error: error, attempts: 1, elapsed: .zero))
    if case .pass = decision { expectFalse(isRetried) } else { expectTrue(isRetried) }
  }

  @Test func aRequestThatWasNotSentIsNotRetried() {
    let context = RetryContext(error: NetworkError(.transport(.head)), attempts: 0, elapsed: .zero)
    guard case .pass = RetryPolicy().decision(about: context) else {
      Issue.record("retried")
      return
    }
  }

  @Test func theDelayIsBetweenZeroAndTheDoubledBase() {
    for number in 0..<6 {
      for seed in UInt64(0)..<200 {
        let delay = RetryPolicy(base: .milliseconds(500), seed: seed).delay(forRetry: number)
        #expect(delay >= .zero && delay <= .milliseconds(500 * (1 << number)))
      }
    }
  }

  @Test func delaysAreSpreadOverTheWholeRange() {
    let delays = (UInt64(0)..<200).map { RetryPolicy(base: .seconds(1), seed: $0).delay(forRetry: 0) }
    #expect(delays.contains { $0 < .milliseconds(100) })
    #expect(delays.contains { $0 > .milliseconds(900) })
  }

  @Test func theRangeOfDelaysDoublesWithEachRetry() {
    for number in 0..<6 {
      let delays = (UInt64(0)..<200).map { RetryPolicy(seed: $0).delay(forRetry: number) }
      #expect(delays.contains { $0 > .milliseconds(450 << number) })
      #expect(delays.contains { $0 < .milliseconds(50 << number) })
    }
  }

  @Test func theFirstRetryHasTheNumberZero() {
    let policy = RetryPolicy(maximumRetries: 3, seed: 1)
    for attempts in 1...3 {
      let delay = decision(.transport(.head), policy: policy, attempts: attempts)
      expectEqual(delay, policy.delay(forRetry: attempts - 1))
    }
  }

  @Test func theDelayIsCapped() {
    let policy = RetryPolicy(base: .seconds(1), maximumDelay: .seconds(3), seed: 7)
    for number in [2, 10, 100, Int.max] { #expect(policy.delay(forRetry: number) <= .seconds(3)) }
  }

  @Test func theSameSeedGivesTheSameDelays() {
    let delays = (0..<5).map { RetryPolicy(seed: 42).delay(forRetry: $0) }
    expectEqual(delays, (0..<5).map { RetryPolicy(seed: 42).delay(forRetry: $0) })
    expectNotEqual(delays, (0..<5).map { RetryPolicy(seed: 43).delay(forRetry: $0) })
  }

  private func retryAfter(_ value: String, cap: Duration = .seconds(60)) -> Duration? {
    let policy = RetryPolicy(base: .milliseconds(1), maximumRetryAfter: cap)
    let head = ResponseHead(status: 503, headers: ["Retry-After": value])
    return decision(.validation(.statusCode(503)), policy: policy, response: head)
  }

  @Test func retryAfterOverridesTheBackOff() {
    expectEqual(retryAfter("7"), .seconds(7))
    expectEqual(retryAfter("0"), .zero)
  }

  @Test func aRetryAfterAboveTheMaximumIsNotRetried() {
    expectEqual(retryAfter("10", cap: .seconds(10)), .seconds(10))
    expectNil(retryAfter("11", cap: .seconds(10)))
    expectEqual(retryAfter("60"), .seconds(60))
    expectNil(retryAfter("61"))
    expectNil(retryAfter("99999999999999999999999"))
  }

  @Test func aSessionFailsWithTheResponseThatAsksForALongerDelay() {
    let fixture = SessionFixture { $0.interceptors = [RetryPolicy()] }
    let started = fixture.start()
    fixture.tasks[0].respond(429, headers: ["Retry-After": "3600"])
    fixture.timer.advance(by: .seconds(7200))
    expectEqual(fixture.tasks.count, 1)
    expectEqual(started.reason, .validation(.statusCode(429)))
    expectEqual(started.outcome?.response?.headers["Retry-After"], "3600")
  }

  @Test(arguments: ["", "-1", "1.5", "soon", "٣"]) func anInvalidRetryAfterFallsBackToTheBackOff(
    value: String
  ) throws {
    #expect(try #require(retryAfter(value)) <= .milliseconds(1))
  }

  @Test func aSessionRetriesUpToTheLimit() {
    let fixture = SessionFixture { $0.interceptors = [RetryPolicy(base: .seconds(1), seed: 1)] }
    let started = fixture.start()
    for number in 0..<3 {
      fixture.tasks[number].respond(503)
      fixture.timer.advance(by: .seconds(4))
    }
    expectEqual(fixture.tasks.count, 3)
    expectEqual(started.outcome?.error?.attempts, 3)
  }
}
