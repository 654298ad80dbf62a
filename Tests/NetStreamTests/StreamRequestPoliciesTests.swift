import Foundation
import Net
import NetStream
import NetTesting
import Stream
import XCTest

/// The policies of a stream request over a mock transport, in virtual time.
final class StreamRequestPoliciesTests: XCTestCase {
  private let scheduler = TestScheduler()

  private func network(
    _ transport: MockTransport, _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) -> NetworkSession {
    var configuration = SessionConfiguration()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
  }

  func testAttemptsOfASubscriptionShareAnIdempotencyKey() {
    let transport = MockTransport(afterEach: self)
    transport.stub(
      .post("https://h.io/a"), withSequence: [.status(503), .text("1"), .status(503), .text("2")])
    let texts = network(transport).stream.post("https://h.io/a")
      .retry(RetryPolicy(base: .zero).addingIdempotencyKeys()).string()
    let first = texts.record(afterEach: self)
    let second = texts.record(afterEach: self)
    expect(first.event).to(beSuccess("1"))
    expect(second.event).to(beSuccess("2"))
    let keys = transport.requests.map { $0.headers["Idempotency-Key"] }
    XCTAssertEqual(keys[0], keys[1])
    XCTAssertEqual(keys[2], keys[3])
    XCTAssertNotEqual(keys[0], keys[2])
  }

  func testAQueueTimeoutFailsTheStream() {
    let transport = MockTransport(delivery: .held, afterEach: self)
    transport.stub(.get("https://h.io/a"), with: .text("a"))
    let network = network(transport) { $0.maximumConcurrentRequests = 1 }
    let request = network.stream.get("https://h.io/a").timeout(queue: .seconds(2))
    let first = request.string().record(afterEach: self)
    let second = request.string().record(afterEach: self)
    scheduler.advance(by: .seconds(2))
    XCTAssertEqual((second.error as? NetworkError)?.reason, .timeout(.queue))
    transport.pending.first?.complete()
    expect(first.event).to(beSuccess("a"))
    XCTAssertEqual(transport.requests.count, 1)
  }

  func testAConnectTimeoutFailsTheStream() {
    let transport = MockTransport(delivery: .held, afterEach: self)
    transport.stub(.get("https://h.io/a"), with: .text("a"))
    let observed = network(transport).stream.get("https://h.io/a").timeout(connect: .seconds(2)).string()
      .record(afterEach: self)
    scheduler.advance(by: .seconds(2))
    XCTAssertEqual((observed.error as? NetworkError)?.reason, .timeout(.connect))
    XCTAssertEqual(transport.cancelCount, 1)
  }

  func testDisposingWhileQueuedSendsNothing() {
    let transport = MockTransport(delivery: .held, afterEach: self)
    transport.stub(.get("https://h.io/{name}"), with: .text("x"))
    let network = network(transport) { $0.maximumConcurrentRequests = 1 }
    let first = network.stream.get("https://h.io/first").string().record(afterEach: self)
    network.stream.get("https://h.io/second").string().subscribe().dispose()
    let third = network.stream.get("https://h.io/third").string().record(afterEach: self)
    transport.pending.first?.complete()
    transport.pending.first?.complete()
    expect(first.event).to(beSuccess("x"))
    expect(third.event).to(beSuccess("x"))
    XCTAssertEqual(transport.requests.map(\.url.path), ["/first", "/third"])
  }

  func testAnAcceptedEventStreamOccupiesNoSlot() {
    let transport = MockTransport(timer: scheduler, afterEach: self)
    let pieces = [StubChunk("data: 1\n\n"), StubChunk("data: 2\n\n", after: .seconds(3600))]
    transport.stub(
      .get("https://h.io/events"), with: .stream(pieces).header("Content-Type", "text/event-stream"))
    transport.stub(.get("https://h.io/a"), with: .text("a"))
    let network = network(transport) { $0.maximumConcurrentRequests = 1 }
    let events = network.stream.get("https://h.io/events").events().record(afterEach: self)
    let text = network.stream.get("https://h.io/a").string().record(afterEach: self)
    XCTAssertEqual(events.events.count, 1)
    expect(text.event).to(beSuccess("a"))
  }

  func testAnAcceptedStreamOfParsedEventsOccupiesNoSlot() {
    let transport = MockTransport(timer: scheduler, afterEach: self)
    let chunks = [StubChunk("data: 1\n\n"), StubChunk("data: 2\n\n", after: .seconds(3600))]
    transport.stub(
      .get("https://h.io/events"), with: .stream(chunks).header("Content-Type", "text/event-stream"))
    transport.stub(.get("https://h.io/a"), with: .text("a"))
    let network = network(transport) { $0.maximumConcurrentRequests = 1 }
    let parsed: Observable<ServerSentEvent> = network.stream.get("https://h.io/events")
      .parsed(by: EventStreamParser())
    let events = parsed.record(afterEach: self)
    let text = network.stream.get("https://h.io/a").string().record(afterEach: self)
    XCTAssertEqual(events.events.count, 1)
    expect(text.event).to(beSuccess("a"))
  }

  func testManyInnerStreamsShareTheConcurrencyLimit() {
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("https://h.io/{name}")) { .text($0.url.lastPathComponent) }
    let network = network(transport) { $0.maximumConcurrentRequests = 1 }
    let texts = Observable.from(Array(0..<100)).flatMap { number in
      network.stream.get("https://h.io/\(number)").string().asObservable()
    }.record(afterEach: self)
    XCTAssertEqual(texts.events.count, 101)
  }

  func testARequestCanRefuseRedirects() {
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("https://h.io/a"), with: .redirect(to: "/b"))
    let observed = network(transport).stream.get("https://h.io/a").redirects(.refuse).validate(statusCode: [
      302
    ])
    .response().record(afterEach: self)
    XCTAssertEqual(observed.value?.response?.status, 302)
    XCTAssertEqual(transport.requests.count, 1)
  }

  func testCookiesAreSharedBetweenSubscriptions() {
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("https://h.io/a"), with: .text("a").header("Set-Cookie", "sid=1"))
    let network = network(transport) { $0.cookies = CookieJar() }
    let texts = network.stream.get("https://h.io/a").string()
    for _ in 0..<2 { expect(texts.record(afterEach: self).event).to(beSuccess("a")) }
    XCTAssertEqual(transport.requests.map { $0.headers["Cookie"] }, [nil, "sid=1"])
  }

  func testADelayedRetryStaysWithinOneSubscription() {
    let transport = MockTransport(afterEach: self)
    transport.stub(
      .get("https://h.io/a"), withSequence: [.status(503).header("Retry-After", "2"), .text("done")])
    let observed = network(transport).stream.get("https://h.io/a").retry(RetryPolicy()).string()
      .record(afterEach: self)
    scheduler.advance(by: .milliseconds(1999))
    XCTAssertNil(observed.event)
    scheduler.advance(by: .milliseconds(1))
    expect(observed.event).to(beSuccess("done"))
  }

  private struct Token: AuthenticationCredential { var text: String }

  private struct HeldAuthenticator: RequestAuthenticator {
    let refreshes = Captured<@Sendable (Result<Token, any Error>) -> Void>()

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }
    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      refreshes.set(completion)
    }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }
  }

  func testDisposingDuringARefreshDoesNotCancelItForOthers() {
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("https://h.io/a")) {
      $0.headers["Authorization"] == "Bearer new" ? .text("done") : .status(401)
    }
    let authenticator = HeldAuthenticator()
    let text = network(transport) {
      $0.interceptors = [
        AuthenticationInterceptor(authenticator: authenticator, credential: Token(text: "old"))
      ]
    }.stream.get("https://h.io/a").string()
    let first = text.record(afterEach: self)
    let second = text.record(afterEach: self)
    first.dispose()
    XCTAssertEqual(authenticator.refreshes.count, 1)
    authenticator.refreshes.value?(.success(Token(text: "new")))
    expect(second.event).to(beSuccess("done"))
    XCTAssertNil(first.event)
    XCTAssertEqual(transport.requests.map { $0.headers["Authorization"] }, ["Bearer old", "Bearer new"])
  }

  func testARedirectIsFollowed() {
    let transport = MockTransport(afterEach: self)
    transport.stub(.post("https://h.io/a"), with: .redirect(to: "/b", status: 303))
    transport.stub(.get("https://h.io/b"), with: .text("b"))
    let observed = network(transport).stream.post("https://h.io/a", httpBody: Data("x".utf8)).string()
      .record(afterEach: self)
    expect(observed.event).to(beSuccess("b"))
  }

  func testIdleAndTotalTimeoutsFailTheStream() {
    let transport = MockTransport(delivery: .held, afterEach: self)
    transport.stub(.get("https://h.io/a"), with: .text("a"))
    let request = network(transport).stream.get("https://h.io/a")
    let idle = request.timeout(idle: .seconds(2)).string().record(afterEach: self)
    let total = request.timeout(total: .seconds(3)).string().record(afterEach: self)
    scheduler.advance(by: .seconds(3))
    XCTAssertEqual((idle.error as? NetworkError)?.reason, .timeout(.idle))
    XCTAssertEqual((total.error as? NetworkError)?.reason, .timeout(.total))
    XCTAssertEqual(transport.cancelCount, 2)
  }

  func testValidationIsOnByDefault() {
    let transport = MockTransport(afterEach: self)
    transport.stub(.get("https://h.io/gone"), with: .status(404))
    transport.stub(.get("https://h.io/page"), with: .text("<html>").header("Content-Type", "text/html"))
    let network = network(transport)
    let gone = network.stream.get("https://h.io/gone").string().record(afterEach: self)
    XCTAssertEqual((gone.error as? NetworkError)?.reason, .validation(.statusCode(404)))
    let page = network.stream.get("https://h.io/page").json().record(afterEach: self)
    XCTAssertEqual(
      (page.error as? NetworkError)?.reason,
      .validation(.contentType("text/html", acceptable: ["application/json"])))
  }
}
