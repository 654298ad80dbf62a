import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Each policy in a session on a mocked transport, in virtual time.
@Suite struct PoliciesOverMockTransportTests {
  private let timer = TestScheduler()
  private let transport: MockTransport
  private let url = "https://example.com/a"

  init() { transport = MockTransport(timer: timer) }

  private func session(_ configure: (inout SessionConfiguration) -> Void) -> NetworkSession {
    var configuration = SessionConfiguration()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  /// Starts a request and returns its captured responses.
  private func start(
    _ network: NetworkSession, _ method: HTTPMethod = .get, _ url: String? = nil
  ) -> Captured<DataResponse<String>> {
    let got = Captured<DataResponse<String>>()
    network.request(RequestDescription(url ?? self.url, method: method))
      .response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    return got
  }

  private func values(_ got: Captured<DataResponse<String>>) -> [String?] { got.values.map(\.value) }

  @Test func anAdapterRunsBeforeEachAttempt() {
    transport.stub(.everything, withSequence: [.status(503), .text("done")])
    let got = start(session { $0.interceptors = [TestInterceptor.numbering(), RetryPolicy(base: .zero)] })
    expectEqual(values(got), ["done"])
    expectEqual(transport.requests.map { $0.headers.values(for: "X-Attempt") }, [["1"], ["2"]])
  }

  @Test func aRetryIsSentAfterItsDelay() {
    transport.stub(.everything, withSequence: [.status(503).header("Retry-After", "7"), .text("done")])
    let got = start(session { $0.interceptors = [RetryPolicy()] })
    timer.advance(by: .milliseconds(6999))
    expectEqual(transport.requests.count, 1)
    timer.advance(by: .milliseconds(1))
    expectEqual(values(got), ["done"])
  }

  @Test func anIdempotencyKeyMakesAPostRetryable() {
    transport.stub(.everything, withSequence: [.status(503), .text("done")])
    let policy = RetryPolicy(base: .zero)
    expectEqual(start(session { $0.interceptors = [policy.addingIdempotencyKeys { "k" }] }, .post).count, 1)
    expectEqual(transport.requests.map { $0.headers["Idempotency-Key"] }, ["k", "k"])
    transport.stub(.everything, with: .status(503))
    expectEqual(
      start(session { $0.interceptors = [policy] }, .post).value?.error?.reason, .validation(.statusCode(503))
    )
    expectEqual(transport.requests.count, 3)
  }

  @Test func redirectsAreFollowedDeliveredOrRewritten() {
    transport.stub(.get("/a"), with: .redirect(to: "/b"))
    transport.stub(.get("/b"), with: .text("b"))
    transport.stub(.get("/c"), with: .text("c"))
    expectEqual(values(start(session { _ in })), ["b"])
    expectEqual(start(session { $0.redirects = .refuse }).value?.error?.reason, .validation(.statusCode(302)))
    let rewriting = session {
      $0.redirects = .modify { _, request in
        var request = request
        request.url = request.url.deletingLastPathComponent().appending(path: "c")
        return request
      }
    }
    expectEqual(values(start(rewriting)), ["c"])
    expectEqual(transport.requests.map(\.url.path), ["/a", "/b", "/a", "/a", "/c"])
  }

  @Test func cookiesAreSentUntilTheyExpire() {
    transport.stub(.everything, with: .text("x").header("Set-Cookie", "sid=1; Max-Age=10"))
    let network = session { $0.cookies = CookieJar() }
    _ = start(network)
    timer.advance(by: .seconds(9))
    _ = start(network)
    timer.advance(by: .seconds(10))
    _ = start(network)
    _ = start(network, .get, "https://example.org/")
    expectEqual(transport.requests.map { $0.headers["Cookie"] }, [nil, "sid=1", nil, nil])
  }

  @Test func monitorsReceiveEachStepInOrder() {
    transport.stub(
      .get("/a"), withSequence: [.status(503).header("Retry-After", "1"), .redirect(to: "/b")])
    transport.stub(.get("/b"), with: .text("b"))
    let monitor = RecordingMonitor()
    let network = session {
      $0.monitors = [monitor]
      $0.interceptors = [RetryPolicy()]
    }
    _ = start(network)
    timer.advance(by: .seconds(1))
    expectEqual(
      monitor.events,
      [
        "#1 started", "#1 sent GET 1", "#1 head 503", "#1 retry 1.0 seconds", "#1 sent GET 2",
        "#1 redirected 302 /b", "#1 head 200", "#1 finished",
      ])
  }

  @Test func theLogContainsNoSecrets() {
    transport.stub(.everything, with: .text("s3cret").header("Set-Cookie", "sid=s3cret").status(404))
    let lines = Captured<String>()
    let network = session {
      $0.monitors = [LoggingMonitor(level: .debug) { lines.set($1) }]
      $0.headers = ["Authorization": "s3cret", "Cookie": "s3cret", "Proxy-Authorization": "s3cret"]
    }
    _ = start(network, .get, "https://me:s3cret@example.com/?token=s3cret")
    #expect(lines.values.contains { $0.contains("Set-Cookie: <redacted>") })
    #expect(!lines.values.contains { $0.contains("s3cret") })
  }

  @Test func requestsOverTheLimitWaitInOrder() {
    transport.delivery = .held
    transport.stub(.everything) { .text($0.url.lastPathComponent) }
    let network = session { $0.maximumConcurrentRequests = 1 }
    let got = ["a", "b", "c"].map { start(network, .get, "https://example.com/\($0)") }
    for sent in 1...3 {
      expectEqual(transport.requests.count, sent)
      expectEqual(transport.pending.count, 1)
      transport.pending.first?.complete()
    }
    expectEqual(got.map(values), [["a"], ["b"], ["c"]])
    expectEqual(transport.requests.map(\.url.path), ["/a", "/b", "/c"])
  }

  @Test func theHostLimitAppliesToEachHost() {
    transport.delivery = .held
    transport.stub(.everything, with: .text("x"))
    let network = session { $0.maximumConcurrentRequestsPerHost = 1 }
    for host in ["a", "a", "b"] { _ = start(network, .get, "https://\(host).example/") }
    expectEqual(transport.requests.map { $0.url.host() }, ["a.example", "b.example"])
  }

  @Test(arguments: [
    (RequestTimeouts(idle: .seconds(3)), TimeoutKind.idle), (RequestTimeouts(total: .seconds(3)), .total),
    (RequestTimeouts(connect: .seconds(3)), .connect),
  ])
  func withoutAResponseTheConfiguredTimeoutEndsTheRequest(timeouts: RequestTimeouts, kind: TimeoutKind) {
    transport.delivery = .held
    transport.stub(.everything, with: .text("late"))
    let got = start(session { $0.timeouts = timeouts })
    timer.advance(by: .milliseconds(2999))
    expectEqual(got.count, 0)
    timer.advance(by: .milliseconds(1))
    expectEqual(got.values.map(\.error?.reason), [.timeout(kind)])
    expectEqual(transport.cancelCount, 1)
  }

  @Test func theQueueTimeoutEndsTheWaitForASlot() {
    transport.delivery = .held
    transport.stub(.everything, with: .text("x"))
    let network = session {
      $0.maximumConcurrentRequests = 1
      $0.timeouts = RequestTimeouts(queue: .seconds(3))
    }
    let (first, second) = (start(network), start(network))
    timer.advance(by: .seconds(3))
    expectEqual(second.values.map(\.error?.reason), [.timeout(.queue)])
    expectEqual(first.count, 0)
    transport.pending.first?.complete()
    expectEqual(values(first), ["x"])
  }
}
