import Foundation
import Net
import NetStream
import NetTesting
import Synchronization
import TestSupport
import Testing

/// The sample about `Retry-After` of the article "Retrying requests".
@Suite(.netTesting) struct RateLimitGuideTests {
  // snippet: limit
  final class RateLimit: RequestInterceptor {
    private let timer: any NetworkTimer
    private let opening = Mutex(Date.distantPast)

    init(timer: any NetworkTimer) { self.timer = timer }

    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      let delay = opening.withLock { $0 }.timeIntervalSince(timer.date)
      guard delay > 0 else { return completion(.success(request)) }
      _ = timer.schedule(after: .seconds(delay)) { completion(.success(request)) }
    }

    func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
      guard let response = failure.error.response, response.status == 429, failure.attempts < 3,
        let delay = response.retryAfter(at: failure.date)
      else { return completion(.pass) }
      opening.withLock { $0 = max($0, failure.date.addingTimeInterval(delay / .seconds(1))) }
      completion(.retry(after: delay))
    }
  }
  // snippet.end

  @Test func a429HoldsAllRequestsUntilItsTime() {
    let time = TestScheduler()
    let transport = MockTransport(timer: time, afterEach: .test)
    transport.stub(.get("/a"), withSequence: [.status(429).header("Retry-After", "30"), .text("a")])
    transport.stub(.get("/b"), with: .text("b"))
    var configuration = SessionConfiguration()
    configuration.interceptors = [RateLimit(timer: time)]
    let network = NetworkSession(configuration: configuration, transport: transport, timer: time)

    let first = network.stream.get("https://h/a").string().record(afterEach: .test)
    let second = network.stream.get("https://h/b").string().record(afterEach: .test)
    time.advance(by: .seconds(29))
    expectEqual(transport.requests.count, 1)
    time.advance(by: .seconds(1))
    expectEqual(first.value, "a")
    expectEqual(second.value, "b")
  }
}
