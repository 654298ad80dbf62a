import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// With a transport that responds during `resume()`, a request may be repeated as often as it likes on a small stack.
@Suite struct ImmediateRepetitionTests {
  private static let count = 2_000

  private func session(
    _ configure: (inout SessionConfiguration) -> Void = { _ in },
    _ respond: @escaping @Sendable (RecordedRequest) -> StubResponse
  ) -> NetworkSession {
    let transport = MockTransport()
    transport.stub(.everything) { respond($0) }
    var configuration = SessionConfiguration()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport)
  }

  /// Runs the request, which ends during its start.
  private func response(_ request: any NetworkRequesting) async -> DataResponse<String>? {
    await onASmallStack {
      let responses = Locked<[DataResponse<String>]>([])
      request.response(delivery: .inline, responseSerializer: .string) { response in
        responses.update { $0.append(response) }
      }
      return responses.value.first
    }
  }

  @Test(.heavy) func retriesWithoutADelayNeedNoStack() async {
    let session = session { _ in .status(503) }
    let request = session.get("https://example.com/a").retry(
      RetryPolicy(maximumRetries: Self.count, base: .zero))
    expectEqual(await response(request)?.timings.attempts, Self.count + 1)
  }

  @Test(.heavy) func failuresOfTheTransportAreRetriedWithoutStack() async {
    let session = session { _ in .failure(URLError(.networkConnectionLost)) }
    let request = session.get("https://example.com/a").retry(
      RetryPolicy(maximumRetries: Self.count, base: .zero))
    expectEqual(await response(request)?.timings.attempts, Self.count + 1)
  }

  @Test(.heavy) func redirectsNeedNoStack() async {
    let session = session { request in
      let number = Int(request.url.lastPathComponent) ?? 0
      return number < Self.count ? .redirect(to: "\(number + 1)") : .text("end")
    }
    let request = session.get("https://example.com/0").redirects(RedirectPolicy(limit: Self.count))
    expectEqual(await response(request)?.value, "end")
  }

  @Test(.heavy) func retriesWithASlotCookiesAndAnAdapterNeedNoStack() async {
    let session = session {
      $0.maximumConcurrentRequests = 1
      $0.cookies = CookieJar()
      $0.interceptors = [Marker(), RetryPolicy(maximumRetries: Self.count, base: .zero)]
    } _: { _ in
      .status(503)
    }
    let request = session.get("https://example.com/a")
    expectEqual(await response(request)?.timings.attempts, Self.count + 1)
  }

  @Test func theEventsOfEachAttemptComeBeforeThoseOfTheNext() async {
    let events = Captured<String>()
    let session = session {
      $0.monitors = [Recorder(events: events)]
    } _: { _ in
      .status(503)
    }
    let request = session.get("https://example.com/a").retry(RetryPolicy(maximumRetries: 3, base: .zero))
    _ = await response(request)
    let attempt = ["sent", "head", "retry"]
    expectEqual(events.values, attempt + attempt + attempt + ["sent", "head", "failed"])
  }

  private struct Marker: RequestInterceptor {
    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      var request = request
      request.headers.update(name: "X-Marked", value: "1")
      completion(.success(request))
    }
  }

  private struct Recorder: EventMonitor {
    let events: Captured<String>

    func request(_ id: RequestID, did event: RequestEvent) {
      switch event {
      case .sent: events.set("sent")
      case .receivedHead: events.set("head")
      case .willRetry: events.set("retry")
      case .failed: events.set("failed")
      default: break
      }
    }
  }
}
