import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that cancels a request, although nobody has asked it to.
@Suite struct CancelledByTransportTests {
  static let cancellations: [any Error] = [
    URLError(.cancelled), CancellationError(), NetworkError(.cancelled),
    NetworkError(.transport(.head), underlyingError: URLError(.cancelled)),
    NSError(domain: "Proxy", code: 1, userInfo: [NSUnderlyingErrorKey: URLError(.cancelled)]),
  ]

  private final class Log: EventMonitor {
    let events = Captured<String>()

    func request(_ id: RequestID, did event: RequestEvent) {
      switch event {
      case .willRetry: events.set("retry")
      case .willFallBack: events.set("stale")
      case .failed(let error, _): events.set("\(error.reason)")
      default: break
      }
    }
  }

  private struct Fixture {
    let clock = TestScheduler()
    let transport: MockTransport
    let session: NetworkSession
    let recorder = TraceRecorder()
    let log = Log()

    init(configure: (inout SessionConfiguration) -> Void = { _ in }) {
      transport = MockTransport(timer: clock)
      var configuration = SessionConfiguration()
      configuration.callbackQueue = nil
      configuration.interceptors = [RetryPolicy(maximumRetries: 3, base: .zero)]
      configuration.monitors = [log, recorder]
      configure(&configuration)
      session = NetworkSession(configuration: configuration, transport: transport, timer: clock)
    }

    func get() -> DataResponse<String>? {
      let got = Captured<DataResponse<String>>()
      session.get("https://example.com/a").responseString { got.set($0) }
      return got.value
    }
  }

  @Test(arguments: cancellations) func theRequestIsNotSentAgain(error: any Error) {
    let fixture = Fixture()
    fixture.transport.stub(.everything, with: .failure(error))
    expectEqual(fixture.get()?.error?.isCancellation, true)
    expectEqual(fixture.transport.requests.count, 1)
    #expect(!fixture.log.events.values.contains("retry"))
    expectEqual(fixture.recorder.trace.requests.first?.outcome, .cancelled)
  }

  @Test func theErrorHasTheReasonCancelledAndThatOfTheTransport() throws {
    let fixture = Fixture()
    fixture.transport.stub(.everything, with: .failure(URLError(.cancelled)))
    let error = try #require(fixture.get()?.error)
    expectEqual(error.reason, .cancelled)
    expectEqual((error.underlyingError as? URLError)?.code, .cancelled)
    expectEqual(error.attempts, 1)
    expectNotNil(error.request)
    #expect(error.description.hasPrefix("GET https://example.com/a failed: it was cancelled: "))
  }

  @Test(arguments: cancellations) func noStaleResponseReplacesIt(error: any Error) {
    let fixture = Fixture { $0.cache = .memory(limit: 1 << 20) }
    fixture.transport.stub(
      .everything,
      withSequence: [
        .text("old").header("Cache-Control", "max-age=10, stale-if-error=1000"), .failure(error),
      ])
    expectEqual(fixture.get()?.value, "old")
    fixture.clock.advance(by: .seconds(60))
    expectEqual(fixture.get()?.error?.isCancellation, true)
    expectEqual(fixture.transport.requests.count, 2)
  }

  @Test func aBodyThatIsCancelledMidwayDoesNotPassForTheRejectedResponse() {
    let transport = ScriptedTransport()
    let session = NetworkSession(transport: transport, timer: TestScheduler())
    let got = Captured<DataResponse<Data>>()
    session.get("https://example.com/a").response(delivery: .inline, responseSerializer: .data) {
      got.set($0)
    }
    transport.tasks.first?.send(.head(ResponseHead(status: 500)))
    transport.tasks.first?.send(.body(Data("ab".utf8)))
    transport.tasks.first?.send(.failed(URLError(.cancelled), phase: .body))
    expectEqual(got.value?.error?.reason, .cancelled)
    expectEqual(got.value?.error?.response?.status, 500)
  }

  @Test(arguments: cancellations) func anEventStreamDoesNotReconnect(error: any Error) {
    let fixture = Fixture { $0.interceptors = [] }
    fixture.transport.stub(.everything, with: .failure(error))
    let ended = Captured<Bool>()
    let source = EventSource(RequestDescription("https://example.com/a"), network: fixture.session)
    source.open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ended.set(error.isCancellation) }
    }
    fixture.clock.advance(by: .seconds(3_600))
    expectEqual(fixture.transport.requests.count, 1)
    expectEqual(ended.values, [true])
    source.close()
  }

  /// An adapter that throws one fails the request like any adapter: it is not asked again, and nothing stale is used.
  @Test(arguments: [URLError(.cancelled), CancellationError()] as [any Error])
  func anAdapterThatIsCancelledFailsTheRequest(error: any Error) {
    let fixture = Fixture {
      $0.cache = .memory(limit: 1 << 20)
      $0.interceptors.append(CancelledAdapter(error: error, from: 2))
    }
    fixture.transport.stub(
      .everything, with: .text("old").header("Cache-Control", "max-age=10, stale-if-error=1000"))
    expectEqual(fixture.get()?.value, "old")
    fixture.clock.advance(by: .seconds(60))
    let failure = fixture.get()?.error
    expectEqual(failure?.reason, .interceptor)
    expectEqual(failure?.underlyingError?.isCancellation, true)
    expectEqual(fixture.transport.requests.count, 1)
  }

  private final class CancelledAdapter: RequestInterceptor {
    private let error: any Error
    private let first: Int
    private let calls = Captured<Int>()

    init(error: any Error, from first: Int) {
      self.error = error
      self.first = first
    }

    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      calls.set(1)
      completion(calls.count < first ? .success(request) : .failure(error))
    }
  }

  /// A certificate that is not accepted is a refusal, not a cancellation.
  @Test func aServerThatIsNotTrustedStaysAFailureOfTheConnection() {
    let fixture = Fixture()
    fixture.transport.stub(.everything, with: .failure(URLError(.serverCertificateUntrusted)))
    guard case .transport = fixture.get()?.error?.reason else {
      Issue.record("it is not a failure of the transport")
      return
    }
    expectEqual(fixture.transport.requests.count, 1)
  }
}
