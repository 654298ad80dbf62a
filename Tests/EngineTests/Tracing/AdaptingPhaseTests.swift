import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The time that a request spends in its interceptors.
@Suite struct AdaptingPhaseTests {
  /// Needs three seconds, or fails after them (`/fail`), or never completes (`/hang`).
  private struct SlowInterceptor: RequestInterceptor {
    let timer: TestScheduler
    var retryDelay: Duration?

    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      guard request.url.path != "/hang" else { return }
      _ = timer.schedule(after: .seconds(3)) {
        completion(request.url.path == "/fail" ? .failure(URLError(.badURL)) : .success(request))
      }
    }

    func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
      completion(failure.attempts == 1 ? retryDelay.map { .retry(after: $0) } ?? .pass : .stop)
    }
  }

  private let timer = TestScheduler()
  private let recorder = TraceRecorder()
  private let transport: MockTransport

  init() {
    transport = MockTransport(timer: timer)
    transport.stub(.everything, with: .status(503))
  }

  private func start(
    _ path: String, interceptors: [any RequestInterceptor], ofRequest: Bool = false, timeout: Duration? = nil,
    _ configure: (any NetworkRequesting) -> Void = { _ in }
  ) -> any NetworkRequesting {
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    configuration.timeouts.total = timeout
    if !ofRequest { configuration.interceptors = interceptors }
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let request = session.get("https://h.io\(path)")
    if ofRequest { for interceptor in interceptors { _ = request.intercept(interceptor) } }
    configure(request)
    request.response(delivery: .inline, responseSerializer: .data) { _ in }
    return request
  }

  private var phases: [Trace.Phase] {
    recorder.trace.requests.first?.phases.filter { $0.kind != .decoding } ?? []
  }

  private func adapting(_ start: Int, _ duration: Int?) -> Trace.Phase {
    Trace.Phase(.adapting, start: .seconds(start), duration: duration.map { .seconds($0) })
  }

  @Test(arguments: [false, true]) func anInterceptorAtWorkIsAnOpenPhase(ofRequest: Bool) {
    let request = start("/hang", interceptors: [SlowInterceptor(timer: timer)], ofRequest: ofRequest)
    timer.advance(by: .seconds(10))
    expectEqual(phases, [adapting(0, nil)])
    request.cancel()
    expectEqual(phases, [adapting(0, 10)])
  }

  @Test func anInterceptorThatFailsIsAPhase() {
    _ = start("/fail", interceptors: [SlowInterceptor(timer: timer)])
    timer.advance(by: .seconds(10))
    expectEqual(phases, [adapting(0, 3)])
  }

  @Test func anInterceptorThatATimeoutEndsIsAPhase() {
    _ = start("/hang", interceptors: [SlowInterceptor(timer: timer)], timeout: .seconds(5))
    timer.advance(by: .seconds(10))
    expectEqual(phases, [adapting(0, 5)])
  }

  @Test func anInterceptorThatSucceedsIsOnePhase() {
    _ = start("/adapt", interceptors: [SlowInterceptor(timer: timer)])
    timer.advance(by: .seconds(10))
    expectEqual(phases, [adapting(0, 3)])
  }

  @Test(arguments: [0, 4]) func anInterceptorOfARetryIsAPhaseAfterTheDelay(delay: Int) {
    _ = start("/adapt", interceptors: [SlowInterceptor(timer: timer, retryDelay: .seconds(delay))])
    timer.advance(by: .seconds(4 + delay))
    let backOff = Trace.Phase(.backOff, start: .seconds(3), duration: .seconds(delay))
    let before = delay == 0 ? [adapting(0, 3)] : [adapting(0, 3), backOff]
    expectEqual(phases, before + [adapting(3 + delay, nil)])
    timer.advance(by: .seconds(10))
    expectEqual(phases, before + [adapting(3 + delay, 3)])
  }

  @Test func aDelayBeforeARetryIsNoPhaseOfInterceptors() {
    let request = start("/adapt", interceptors: [SlowInterceptor(timer: timer, retryDelay: .seconds(4))])
    timer.advance(by: .seconds(5))
    expectEqual(phases, [adapting(0, 3), Trace.Phase(.backOff, start: .seconds(3), duration: nil)])
    request.cancel()
    expectEqual(phases, [adapting(0, 3), Trace.Phase(.backOff, start: .seconds(3), duration: .seconds(2))])
  }

  @Test func aRequestWithoutInterceptorsHasNoSuchPhase() {
    transport.stub(.everything, with: StubResponse.status(200).delay(.seconds(5)))
    let request = start("/a", interceptors: [])
    timer.advance(by: .seconds(1))
    expectEqual(phases, [])
    request.cancel()
    expectEqual(phases, [])
  }

  @Test func aRequestThatWaitsForASlotIsQueued() {
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    configuration.maximumConcurrentRequests = 1
    configuration.interceptors = [RetryPolicy()]
    transport.stub(.everything, with: StubResponse.status(200).delay(.seconds(5)))
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    for path in ["a", "b"] {
      session.get("https://h.io/\(path)").response(delivery: .inline, responseSerializer: .data) { _ in }
    }
    timer.advance(by: .seconds(2))
    expectEqual(recorder.trace.requests.last?.phases.map(\.kind), [.queued])
    session.cancelAll()
    expectEqual(recorder.trace.requests.last?.phases.map(\.kind), [.queued])
  }
}
