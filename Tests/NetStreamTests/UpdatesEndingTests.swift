import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// What follows a lookup for `updates(of:)` that fails after the stored response has begun.
@Suite struct UpdatesEndingTests {
  private let timer = TestScheduler()
  private let transport: MockTransport
  private let network: NetworkSession
  private let url = "https://example.com/items"

  init() {
    transport = MockTransport(timer: timer)
    var configuration = SessionConfiguration()
    configuration.cache = .memory(limit: 1 << 20)
    network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let response = StubResponse.json("[1]").header("Cache-Control", "max-age=1")
    transport.stub(.get(url), with: response)
  }

  /// Stores a response, which is stale when this returns.
  private func store(_ url: String? = nil) {
    _ = network.get(url ?? self.url).resume()
    timer.advance(by: .seconds(5))
  }

  /// The updates, with a closure that is called while the stored body is read.
  private func updates(whileReading action: @escaping @Sendable () -> Void) -> Updates<[Int]> {
    let isFirst = Captured<Void>()
    return network.stream.get(url).timeout(total: .seconds(5)).progress { _ in
      guard isFirst.count == 0 else { return }
      isFirst.set(())
      action()
    }
    .updates(of: [Int].self)
  }

  private func expectNoOtherRequest(
    _ got: Recording<Loaded<[Int]>>, _ reason: NetworkError.Reason,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    timer.advance(by: .seconds(600))
    #expect((got.error as? NetworkError)?.reason == reason, sourceLocation: sourceLocation)
    #expect(got.values.isEmpty, sourceLocation: sourceLocation)
    #expect(transport.requests.count == 1, sourceLocation: sourceLocation)
  }

  @Test func cancelAllWhileTheStoredBodyIsReadEndsTheStream() {
    store()
    let got = updates { [network] in network.cancelAll() }.record()
    expectNoOtherRequest(got, .cancelled)
  }

  @Test func cancelAllWhileTheStoredBodyIsReadEndsAStreamThatPolls() {
    store()
    let got = updates { [network] in network.cancelAll() }
      .polling(every: .seconds(60), scheduler: timer).record()
    expectNoOtherRequest(got, .cancelled)
  }

  /// As an event stream and a WebSocket end, so that nothing is sent after a logout.
  @Test func cancelAllDuringAPollEndsTheStream() {
    transport.stub(.get(url), with: .json("[1]").delay(.seconds(1)))
    let got = network.stream.get(url).updates(of: [Int].self).polling(every: .seconds(60), scheduler: timer)
      .record()
    timer.advance(by: .milliseconds(60_500))
    expectEqual(transport.requests.count, 2)
    network.cancelAll()
    timer.advance(by: .seconds(600))
    expectEqual(got.values, [Loaded([1])])
    expectEqual((got.error as? NetworkError)?.reason, .cancelled)
    expectEqual(transport.requests.count, 2)
  }

  @Test func aPollAfterFinishEndsTheStream() {
    let got = network.stream.get(url).updates(of: [Int].self).polling(every: .seconds(60), scheduler: timer)
      .record()
    _ = network.finished().asObservable().record()
    timer.advance(by: .seconds(600))
    expectEqual(got.values, [Loaded([1])])
    expectEqual((got.error as? NetworkError)?.reason, .sessionFinished)
    expectEqual(transport.requests.count, 1)
  }

  @Test func theTotalTimeoutWhileTheStoredBodyIsReadEndsTheStream() {
    store()
    let got = updates { [timer] in timer.advance(by: .seconds(6)) }.record()
    expectNoOtherRequest(got, .timeout(.total))
  }

  @Test func anAdapterThatFailsForAStoredRedirectEndsTheStream() {
    let redirect = StubResponse.status(301).header("Location", url).header("Cache-Control", "max-age=600")
    transport.stub(.get("https://example.com/old"), with: redirect)
    store("https://example.com/old")
    let sent = transport.requests.count
    let adapter = RedirectRefusal()
    let got = network.stream.get("https://example.com/old").intercept(adapter).updates(of: [Int].self)
      .record()
    expectEqual((got.error as? NetworkError)?.reason, .interceptor)
    expectEqual((got.error as? NetworkError)?.response?.status, 301)
    expectEqual(adapter.asked.values, ["/old", "/items"])
    expectEqual(transport.requests.count, sent)
  }

  @Test func aStoredResponseThatIsNotValidIsRequestedAgain() {
    store()
    let got = network.stream.get(url).validate { response in
      guard response.head.headers.contains("Age") else { return }
      throw URLError(.cannotParseResponse)
    }
    .updates(of: [Int].self).record()
    expectEqual(got.values, [Loaded([1])])
    expectEqual(transport.requests.count, 2)
  }
}

/// Fails for the request that a redirect leads to.
private struct RedirectRefusal: RequestInterceptor {
  let asked = Captured<String>()

  var adaptsRedirects: Bool { true }

  func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    asked.set(request.url.path)
    let isFirst = request.url.path == "/old"
    completion(isFirst ? .success(request) : .failure(URLError(.userAuthenticationRequired)))
  }
}
