import Foundation
import Net
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// A request without a stub is a mistake of the test: it fails once and at once, although policies retry failures.
@Suite struct MistakesAreNotRetriedTests {
  /// Retries every failure three times.
  private struct Persistent: RequestInterceptor {
    func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
      completion(failure.attempts < 4 ? .retry(after: .seconds(1)) : .pass)
    }
  }

  enum Policy: Sendable, CaseIterable {
    case standard, persistent

    var interceptor: any RequestInterceptor {
      switch self {
      case .standard: RetryPolicy()
      case .persistent: Persistent()
      }
    }
  }

  private func configuration(_ policy: Policy) -> SessionConfiguration {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.interceptors = [policy.interceptor]
    return configuration
  }

  /// Sends a request without advancing the time, and returns its failure.
  private func failure(_ network: some Networking) -> NetworkError? {
    let got = Captured<DataResponse<Data>>()
    network.get("/none").response(delivery: .inline, responseSerializer: .data) { got.set($0) }
    return got.value?.error
  }

  @Test(arguments: Policy.allCases) func aNetworkingMockFailsOnce(_ policy: Policy) {
    let failures = CollectedFailures()
    failures.collect {
      let network = NetworkingMock(configuration: configuration(policy), timer: TestScheduler())
      #expect(failure(network)?.underlyingError is UnmatchedRequest)
      expectEqual(network.requests.count, 1)
    }
    expectEqual(failures.messages.count, 1)
  }

  @Test(arguments: Policy.allCases) func aMockTransportFailsOnce(_ policy: Policy) {
    let failures = CollectedFailures()
    failures.collect {
      let timer = TestScheduler()
      let transport = MockTransport(timer: timer)
      let network = NetworkSession(configuration: configuration(policy), transport: transport, timer: timer)
      #expect(failure(network)?.underlyingError is UnmatchedRequest)
      expectEqual(transport.requests.count, 1)
    }
    expectEqual(failures.messages.count, 1)
  }

  @Test(arguments: Policy.allCases) func aMistakeInAStubFailsOnce(_ policy: Policy) {
    let failures = CollectedFailures()
    failures.collect {
      let timer = TestScheduler()
      let transport = MockTransport(timer: timer)
      transport.stub(.get("/none"), with: .fixture("missing.json", in: .main))
      let network = NetworkSession(configuration: configuration(policy), transport: transport, timer: timer)
      #expect(failure(network)?.underlyingError is StubMisuse)
    }
    expectEqual(failures.messages.count, 1)
  }

  @Test(arguments: Policy.allCases) func aMissingCassetteFailsOnce(_ policy: Policy) {
    let failures = CollectedFailures()
    failures.collect {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).har")
      let transport = RecordingTransport(cassette: file, mode: .replay)
      let network = NetworkSession(
        configuration: configuration(policy), transport: transport, timer: TestScheduler())
      #expect(failure(network)?.underlyingError is CassetteError)
    }
    expectEqual(failures.messages.count, 1)
  }

  @Test(arguments: Policy.allCases) func stubsOfAURLSessionFailOnce(_ policy: Policy) async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      let stubs = URLStubs()
      let transport = try URLSessionTransport(configuration: StubURLProtocol.configuration(stubs))
      let timer = TestScheduler()
      let network = NetworkSession(configuration: configuration(policy), transport: transport, timer: timer)
      let response = await network.get("/none").response(.data)
      expectEqual(response.timings.attempts, 1)
      expectEqual(stubs.requests.count, 1)
    }
    expectEqual(failures.messages.count, 1)
  }

  @Test func anEventSourceEndsWithoutAnotherAttempt() {
    let failures = CollectedFailures()
    failures.collect {
      let timer = TestScheduler()
      let network = NetworkingMock(timer: timer)
      let source = EventSource(RequestDescription("/none"), network: network)
      let ends = Captured<Result<Void, NetworkError>>()
      source.open(delivery: .inline) { update in
        if case .ended(let result) = update { ends.set(result) }
      }
      timer.advance(by: .seconds(100))
      expect(ends.value).to(beFailure(with: UnmatchedRequest.self))
      expectEqual(network.requests.count, 1)
    }
    expectEqual(failures.messages.count, 1)
  }

  @Test func aFailureOfTheConnectionIsStillRetried() {
    let timer = TestScheduler()
    let network = NetworkingMock(configuration: configuration(.standard), timer: timer)
    network.stub(.get("/none"), with: .failure(URLError(.networkConnectionLost)))
    expectNil(failure(network))
    timer.advance(by: .seconds(60))
    expectEqual(network.requests.count, 3)
  }
}
