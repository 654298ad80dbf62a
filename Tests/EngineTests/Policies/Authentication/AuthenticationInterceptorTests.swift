import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct AuthenticationInterceptorTests {
  struct Token: AuthenticationCredential, Hashable {
    var text: String
    var requiresRefresh = false
  }

  /// Keeps the completions of refreshes until the test calls them.
  struct TestAuthenticator: RequestAuthenticator {
    typealias Refreshed = @Sendable (Result<Token, any Error>) -> Void

    let refreshes = Captured<Refreshed>()
    var refusal = 401

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }

    func refresh(_ credential: Token, completion: @escaping Refreshed) { refreshes.set(completion) }

    func didRequest(
      _ request: TransportRequest, with response: ResponseHead,
      failDueToAuthenticationError error: NetworkError
    ) -> Bool {
      response.status == refusal
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }
  }

  private struct Fixture {
    let authenticator: TestAuthenticator
    let interceptor: AuthenticationInterceptor<TestAuthenticator>
    let transport: MockTransport
    let scheduler = TestScheduler()
    let session: NetworkSession

    init(
      _ credential: Token? = Token(text: "old"), accepts accepted: String? = "new", refusal: Int = 401,
      delivery: MockDelivery = .inline, window: RefreshWindow? = RefreshWindow(),
      redirect: String? = nil, others: [any RequestInterceptor] = []
    ) {
      authenticator = TestAuthenticator(refusal: refusal)
      interceptor = AuthenticationInterceptor(
        authenticator: authenticator, credential: credential, refreshWindow: window, timer: scheduler)
      transport = MockTransport(delivery: delivery, timer: scheduler)
      transport.stub(.get("https://example.com/{name}")) { request in
        if let redirect { return .redirect(to: redirect) }
        return request.headers["Authorization"] == "Bearer \(accepted ?? "nothing")"
          ? .status(204) : .status(refusal)
      }
      transport.stub(.get("https://example.org/"), with: .status(refusal))
      var configuration = SessionConfiguration()
      configuration.interceptors = [interceptor] + others
      session = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    }

    /// Starts a request and returns its captured responses.
    func start(_ name: String = "a") -> Captured<DataResponse<Data>> { started(name).responses }

    func started(
      _ name: String
    ) -> (request: any NetworkRequesting, responses: Captured<DataResponse<Data>>) {
      let got = Captured<DataResponse<Data>>()
      let request = session.get("https://example.com/\(name)")
      request.response(delivery: .inline, responseSerializer: .data) { got.set($0) }
      return (request, got)
    }

    func refreshed(_ text: String) { authenticator.refreshes.value?(.success(Token(text: text))) }

    var tokens: [String?] { transport.requests.map { $0.headers["Authorization"] } }
  }

  @Test func everyRequestCarriesTheCredential() {
    let fixture = Fixture(Token(text: "new"))
    let got = fixture.start()
    expectEqual(got.value?.response?.status, 204)
    expectEqual(fixture.tokens, ["Bearer new"])
  }

  @Test func withoutACredentialNothingIsSent() {
    let fixture = Fixture(nil)
    let error = fixture.start().value?.error
    expectEqual(error?.reason, .interceptor)
    expectEqual(error?.underlyingError as? AuthenticationError, .missingCredential)
    expectTrue(fixture.transport.requests.isEmpty)
  }

  @Test func aRejectedRequestIsRetriedWithTheNewCredential() {
    let fixture = Fixture()
    let got = fixture.start()
    expectEqual(got.count, 0)
    fixture.refreshed("new")
    expectEqual(got.values.map(\.response?.status), [204])
    expectEqual(fixture.tokens, ["Bearer old", "Bearer new"])
    expectEqual(fixture.interceptor.credential?.text, "new")
  }

  @Test func requestsStartedDuringARefreshWait() {
    let fixture = Fixture()
    _ = fixture.start()
    let second = fixture.start("b")
    expectEqual(fixture.transport.requests.count, 1)
    fixture.refreshed("new")
    expectEqual(second.value?.response?.status, 204)
    expectEqual(fixture.tokens, ["Bearer old", "Bearer new", "Bearer new"])
    expectEqual(fixture.authenticator.refreshes.count, 1)
  }

  @Test func aCredentialThatRequiresARefreshIsRefreshedBeforeSending() {
    let fixture = Fixture(Token(text: "old", requiresRefresh: true))
    let got = fixture.start()
    expectTrue(fixture.transport.requests.isEmpty)
    fixture.refreshed("new")
    expectEqual(got.value?.response?.status, 204)
    expectEqual(fixture.tokens, ["Bearer new"])
  }

  @Test func aRequestWithAnOutdatedCredentialIsRetriedWithoutARefresh() {
    let fixture = Fixture(delivery: .held)
    let got = fixture.start()
    fixture.interceptor.credential = Token(text: "new")
    fixture.transport.pending.first?.complete()
    fixture.transport.pending.first?.complete()
    expectEqual(got.value?.response?.status, 204)
    expectEqual(fixture.tokens, ["Bearer old", "Bearer new"])
    expectEqual(fixture.authenticator.refreshes.count, 0)
  }

  @Test func aFailedRefreshFailsEveryWaitingRequestOnce() {
    let fixture = Fixture()
    let waiting = [fixture.start(), fixture.start("b")]
    fixture.authenticator.refreshes.value?(.failure(Broken()))
    for got in waiting {
      expectEqual(got.values.map(\.error?.reason), [.interceptor])
      #expect(got.value?.error?.underlyingError is Broken)
    }
    expectEqual(waiting.map(\.value?.response?.status), [401, nil])
    expectEqual(fixture.transport.requests.count, 1)
  }

  @Test func aNetworkErrorOfTheRefreshWithoutARequestIsNotWrapped() {
    let fixture = Fixture()
    let got = fixture.start()
    fixture.authenticator.refreshes.value?(.failure(NetworkError(.timeout(.idle))))
    expectEqual(got.value?.error?.reason, .timeout(.idle))
  }

  @Test func aSecondCompletionOfTheRefreshIsIgnored() {
    let fixture = Fixture()
    _ = fixture.start()
    fixture.refreshed("new")
    fixture.refreshed("newer")
    expectEqual(fixture.interceptor.credential?.text, "new")
  }

  @Test func endlessRefreshingStopsAtTheLimit() {
    let fixture = Fixture(accepts: nil)
    let got = fixture.start()
    for number in 1...5 {
      expectEqual(fixture.authenticator.refreshes.count, number)
      fixture.refreshed("fresh \(number)")
    }
    expectEqual(fixture.authenticator.refreshes.count, 5)
    expectEqual(got.value?.error?.underlyingError as? AuthenticationError, .excessiveRefresh)
    expectEqual(fixture.transport.requests.count, 6)
  }

  @Test func theRefreshWindowIsMeasuredByTheTimer() {
    let fixture = Fixture(accepts: nil, window: RefreshWindow(interval: .seconds(30), maximumAttempts: 1))
    _ = fixture.start()
    fixture.refreshed("fresh")
    fixture.scheduler.advance(by: .seconds(29))
    expectEqual(fixture.start().count, 1)
    fixture.scheduler.advance(by: .seconds(1))
    expectEqual(fixture.start().count, 0)
    expectEqual(fixture.authenticator.refreshes.count, 2)
  }

  @Test func theRefreshWindowAlsoMeasuresRefreshesBeforeRequests() {
    let fixture = Fixture(
      Token(text: "old", requiresRefresh: true),
      window: RefreshWindow(interval: .seconds(30), maximumAttempts: 1))
    _ = fixture.start()
    fixture.authenticator.refreshes.value?(.success(Token(text: "new", requiresRefresh: true)))
    fixture.scheduler.advance(by: .seconds(29))
    expectEqual(fixture.start().value?.error?.underlyingError as? AuthenticationError, .excessiveRefresh)
    fixture.scheduler.advance(by: .seconds(1))
    expectEqual(fixture.start().count, 0)
    expectEqual(fixture.authenticator.refreshes.count, 2)
  }

  @Test func cancellingTheRequestThatTriggeredTheRefreshKeepsIt() {
    let fixture = Fixture()
    let first = fixture.started("a")
    let second = fixture.start("b")
    first.request.cancel()
    expectEqual(first.responses.values.map(\.error?.reason), [.cancelled])
    fixture.refreshed("new")
    expectEqual(second.value?.response?.status, 204)
    expectEqual(first.responses.count, 1)
    expectEqual(fixture.tokens, ["Bearer old", "Bearer new"])
  }

  @Test func aWaitingRequestCanTimeOut() {
    let fixture = Fixture()
    var description = RequestDescription("https://example.com/a")
    description.timeouts.total = .seconds(5)
    let got = Captured<DataResponse<Data>>()
    fixture.session.request(description)
      .response(delivery: .inline, responseSerializer: .data) { got.set($0) }
    fixture.scheduler.advance(by: .seconds(5))
    expectEqual(got.values.map(\.error?.reason), [.timeout(.total)])
  }

  @Test func settingTheCredentialReleasesWaitingRequests() {
    let fixture = Fixture()
    let got = fixture.start()
    fixture.interceptor.credential = Token(text: "new")
    expectEqual(got.value?.response?.status, 204)
  }

  @Test func removingTheCredentialFailsWaitingRequests() {
    let fixture = Fixture()
    let got = fixture.start()
    fixture.interceptor.credential = nil
    expectEqual(got.value?.error?.underlyingError as? AuthenticationError, .missingCredential)
    expectNil(fixture.interceptor.credential)
  }

  @Test func theAuthenticatorDecidesWhatIsAnAuthenticationError() {
    let fixture = Fixture(refusal: 403)
    let got = fixture.start()
    fixture.refreshed("new")
    expectEqual(got.value?.response?.status, 204)
  }

  @Test func aRequestWithAnOlderCredentialIsSentAgainHoweverOftenItWasSent() {
    let fixture = Fixture(others: [RetryPolicy(maximumRetries: 9, base: .zero)])
    let sent = Locked(0)
    fixture.transport.stub(.get("https://example.com/busy")) { [interceptor = fixture.interceptor] request in
      guard request.headers["Authorization"] == "Bearer old" else { return .status(204) }
      let number = sent.update { sent in
        sent += 1
        return sent
      }
      if number < 6 { return .status(503) }
      interceptor.credential = Token(text: "new")
      return .status(401)
    }
    expectEqual(fixture.start("busy").value?.response?.status, 204)
    expectEqual(fixture.authenticator.refreshes.count, 0)
  }

  @Test func aRequestThatLosesItsCredentialIsSentFiveTimes() {
    let stripping = TestInterceptor(onAdapt: { request, done in
      var request = request
      request.headers.remove(name: "Authorization")
      done(.success(request))
    })
    expectEqual(Fixture(others: [stripping]).start().value?.error?.attempts, 5)
  }

  @Test func failuresThatAreNotAuthenticationErrorsAreLeftToTheNextInterceptor() {
    let fixture = Fixture()
    fixture.transport.stub(.get("https://example.com/{name}"), with: .status(500))
    expectEqual(fixture.start().value?.error?.reason, .validation(.statusCode(500)))
    fixture.transport.stub(.get("https://example.com/{name}"), with: .failure(Broken()))
    expectEqual(fixture.start().value?.error?.reason, .transport(.connect))
    expectEqual(fixture.authenticator.refreshes.count, 0)
  }

  @Test func aCredentialDroppedByARedirectFailsWithoutARefresh() {
    let fixture = Fixture(redirect: "https://example.org/")
    let got = fixture.start()
    expectEqual(got.value?.error?.reason, .validation(.statusCode(401)))
    expectEqual(got.value?.error?.attempts, 1)
    expectEqual(fixture.authenticator.refreshes.count, 0)
    expectEqual(fixture.transport.requests.map(\.url.host), ["example.com", "example.org"])
  }

  @Test func aCredentialThatAClosureRestoresForAnotherOriginIsRefreshed() {
    let fixture = Fixture(redirect: "https://example.org/")
    let got = Captured<DataResponse<Data>>()
    fixture.session.get("https://example.com/a")
      .redirects(
        .modify { _, request in
          var request = request
          request.headers.update(.authorization(bearerToken: "old"))
          return request
        }
      )
      .response(delivery: .inline, responseSerializer: .data) { got.set($0) }
    expectEqual(fixture.authenticator.refreshes.count, 1)
    fixture.refreshed("new")
    expectEqual(got.values.count, 1)
  }

  @Test func a401OfAProxyThatRefusesATunnelRefreshesNothing() throws {
    let fixture = Fixture()
    let url = try #require(URL(string: "https://example.com/a"))
    let request = TransportRequest(url: url, headers: ["Authorization": "Bearer old"])
    let head = ResponseHead(status: 401)
    func ask(_ cause: (any Error)?) -> Captured<RetryDecision> {
      let error = NetworkError(
        .transport(.connect), request: request, response: head, underlyingError: cause)
      let decisions = Captured<RetryDecision>()
      fixture.interceptor.retry(RetryContext(error: error, attempts: 1, elapsed: .zero)) { decisions.set($0) }
      return decisions
    }
    expectEqual(ask(ProxyRefusal(response: head)).values.count, 1)
    expectTrue(fixture.authenticator.refreshes.values.isEmpty)
    #expect(ask(nil).values.isEmpty)
    expectEqual(fixture.authenticator.refreshes.values.count, 1)
  }

  @Test func a401IsAnAuthenticationErrorByDefault() {
    struct Plain: RequestAuthenticator {
      func apply(_ credential: Token, to request: inout TransportRequest) {}
      func refresh(
        _ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void
      ) {}
      func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { true }
    }
    let request = TransportRequest(url: URL(filePath: "/"))
    func isRefused(_ status: Int) -> Bool {
      Plain().didRequest(
        request, with: ResponseHead(status: status),
        failDueToAuthenticationError: NetworkError(.validation(.statusCode(status))))
    }
    #expect(isRefused(401))
    #expect(!isRefused(403))
  }
}
