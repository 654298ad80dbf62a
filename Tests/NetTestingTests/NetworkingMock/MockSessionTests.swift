import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A typed mock has the features of a session.
@Suite(.netTesting) struct MockSessionTests {
  private let timer = TestScheduler()
  private let trent = User(name: "Trent")
  private let got = Captured<DataResponse<User>>()

  private func network(_ change: (inout SessionConfiguration) -> Void) -> NetworkingMock {
    var configuration = SessionConfiguration()
    change(&configuration)
    return NetworkingMock(configuration: configuration, timer: timer, afterEach: .test)
  }

  @Test func eachRetryIsARecordedRequest() {
    let network = network { $0.interceptors = [RetryPolicy()] }
    network.stub(.get("/a"), withSequence: [.status(503).header("Retry-After", "2"), .value(trent)])
    network.get("/a", parameters: ["q": "1"]).responseObject(completionHandler: got.set)
    expectEqual(network.requestCount, 1)
    expectEqual(got.count, 0)
    timer.advance(by: .seconds(2))
    expectEqual(got.value?.value, trent)
    expectEqual(got.value?.timings.attempts, 2)
    expectEqual(network.requests.map { $0.parameters["q"] as? String }, ["1", "1"])
    expectEqual(network.requestCallCount, 1)
  }

  @Test func aRedirectIsFollowedToAStubbedValue() throws {
    let network = network { _ in }
    network.stub(.get("/old"), with: .redirect(to: "/new"))
    network.stub(.get("/new"), with: trent)
    expectEqual(try network.fetch("/old").value, trent)
    expectEqual(network.requests.map(\.absoluteURL?.path), ["/old", "/new"])
    expectEqual(network.lastRequest?.url, "/old")
    expectEqual(network.requestCallCount, 1)
  }

  @Test func theSharedExchangeOfCoalescedRequestsIsNotACall() {
    let network = NetworkingMock(delivery: .held)
    network.stub(.get("/a"), with: .text("one"))
    let values = SharedLock<[String]>([])
    for _ in 0..<2 {
      network.get("a").coalesced().responseString { response in
        values.withLock { $0.append(response.value ?? "") }
      }
    }
    network.pending.first?.complete()
    expectEqual(values.withLock { $0 }, ["one", "one"])
    expectEqual(network.requestCallCount, 2)
    expectEqual(network.requests.count { $0.absoluteURL != nil }, 1)
  }

  @Test func cancelledCoalescedRequestsCountOnceEach() {
    let network = NetworkingMock(delivery: .held)
    network.stub(.get("/a"), with: .text("one"))
    let requests = (0..<2).map { _ in network.get("a").coalesced().responseString { _ in } }
    for request in requests { request.cancel() }
    expectEqual(network.requestCallCount, 2)
    expectEqual(network.cancelCount, 2)
  }

  @Test func aValidationInTheBackgroundIsNotACall() {
    let scheduler = TestScheduler()
    let network = NetworkingMock(
      configuration: {
        var configuration = NetworkingMock.defaultConfiguration
        configuration.cache = .memory(limit: 1 << 20)
        return configuration
      }(), timer: scheduler)
    network.stub(
      .get("/a"),
      with: .text("one").header("Cache-Control", "max-age=1, stale-while-revalidate=60").header(
        "ETag", "\"1\""))
    network.get("a").responseString { _ in }
    scheduler.advance(by: .seconds(5))
    network.get("a").responseString { _ in }
    expectEqual(network.requestCallCount, 2)
    expectEqual(network.requests.last?.transportRequest?.headers["If-None-Match"], "\"1\"")
  }

  @Test func aRequestCanRefuseRedirects() {
    let network = network { _ in }
    network.stub(.get("/old"), with: .redirect(to: "/new"))
    network.get("/old").redirects(.refuse).responseObject(completionHandler: got.set)
    expectEqual(got.value?.error?.reason, .validation(.statusCode(302)))
    expectEqual(network.requestCount, 1)
  }

  @Test func cookiesOfAResponseAreSentBack() throws {
    let network = network { $0.cookies = CookieJar() }
    network.stub(.get("/home") && .header("Cookie", equals: "sid=1"), with: trent)
    network.stub(.get("/login"), with: .value(trent).header("Set-Cookie", "sid=1"))
    expectEqual(try network.fetch("/login").value, trent)
    expectEqual(try network.fetch("/home").value, trent)
  }

  @Test func anInterceptorAdaptsEachRequest() throws {
    struct Token: RequestInterceptor {
      func adapt(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
      ) {
        var request = request
        request.headers.add(name: "Authorization", value: "Bearer 1")
        completion(.success(request))
      }
    }
    let network = network { $0.interceptors = [Token()] }
    network.stub(.get("/a") && .header("Authorization", equals: "Bearer 1"), with: trent)
    expectEqual(try network.fetch("/a").value, trent)
    expectEqual(network.lastRequest?.transportRequest?.headers["Authorization"], "Bearer 1")
  }

  @Test func monitorsReceiveTheStepsOfARequest() throws {
    let lines = Captured<String>()
    let network = network { configuration in
      configuration.monitors = [LoggingMonitor(level: .info) { _, text in lines.set(text) }]
    }
    network.stub(.get("/a"), with: trent)
    _ = try network.fetch("/a")
    _ = try network.fetch("/a")
    expectEqual(lines.values.map { $0.prefix(5) }, ["#1 → ", "#1 ← ", "#2 → ", "#2 ← "])
  }

  @Test func theConfiguredTimeoutUsesVirtualTime() {
    let network = network { $0.timeouts = RequestTimeouts(total: .seconds(5)) }
    network.stub(.get("/a"), with: .value(trent).delay(.seconds(6)))
    network.get("/a").responseObject(completionHandler: got.set)
    timer.advance(by: .seconds(5))
    expectEqual(got.value?.error?.reason, .timeout(.total))
  }

  @Test func requestsOverTheConcurrencyLimitWait() {
    let network = network { $0.maximumConcurrentRequests = 1 }
    network.delivery = .held
    network.stub(.everything, with: trent)
    for path in ["/a", "/b"] { network.get(path).responseObject(completionHandler: got.set) }
    expectEqual(network.pending.map(\.request.url.path), ["/a"])
    network.pending.first?.complete()
    expectEqual(network.pending.map(\.request.url.path), ["/b"])
  }

  @Test func aDataValueSatisfiesContentTypeValidation() {
    let network = network { _ in }
    network.stub(.get("/a"), with: Data("a,b".utf8))
    let data = Captured<DataResponse<Data>>()
    network.get("/a").validate(contentType: ["text/csv"]).responseData(completionHandler: data.set)
    expectEqual(data.value?.value, Data("a,b".utf8))
  }
}
