import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The lookup of a session with a named partition, before its adapters have run or after one has failed.
@Suite struct EarlyLookUpTests {
  private struct Token: AuthenticationCredential {
    var text: String
    var requiresRefresh = false
  }

  /// Fails each refresh with an error, and counts them.
  private struct Offline: RequestAuthenticator {
    var error: any Error = URLError(.notConnectedToInternet)
    let refreshes = Locked(0)

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }

    func refresh(
      _ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void
    ) {
      refreshes.update { $0 += 1 }
      completion(.failure(error))
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }
  }

  /// Adds the tenant to the URL or the language to the fields.
  private static func adapter(
    _ value: Locked<String>, change: @escaping @Sendable (inout TransportRequest, String) -> Void
  ) -> TestInterceptor {
    TestInterceptor(onAdapt: { request, done in
      var request = request
      change(&request, value.value)
      done(.success(request))
    })
  }

  private static func tenant(_ tenant: Locked<String>) -> TestInterceptor {
    adapter(tenant) { $0.url.append(queryItems: [URLQueryItem(name: "tenant", value: $1)]) }
  }

  private func stubTenants(_ fixture: CachedSession) {
    fixture.transport.stub(.everything) { .fresh("tenant \($0.query("tenant") ?? "none")") }
  }

  private func session(
    _ authentication: AuthenticationInterceptor<Offline>? = nil, partition: String? = "user 1",
    _ others: any RequestInterceptor...
  ) -> CachedSession {
    CachedSession {
      $0.cachePartition = partition
      $0.interceptors = ((authentication.map { [$0] } ?? []) as [any RequestInterceptor]) + others
    }
  }

  // MARK: - Adapters that select another response

  @Test(arguments: [nil, "user 1"])
  func anAdapterThatChangesTheURLSelectsTheResource(partition: String?) {
    let tenant = Locked("1")
    let fixture = session(nil, partition: partition, Self.tenant(tenant))
    stubTenants(fixture)
    expectEqual(fixture.get()?.value, "tenant 1")
    tenant.update { $0 = "2" }
    expectEqual(fixture.get()?.value, "tenant 2")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
  }

  @Test func anAdapterThatAddsAQueryDoesNotReceiveWhatIsStoredWithoutIt() {
    let tenant = Locked("")
    let adapter = Self.adapter(tenant) { request, tenant in
      if !tenant.isEmpty { request.url.append(queryItems: [URLQueryItem(name: "tenant", value: tenant)]) }
    }
    let fixture = session(nil, adapter)
    stubTenants(fixture)
    expectEqual(fixture.get()?.value, "tenant none")
    tenant.update { $0 = "2" }
    expectEqual(fixture.get()?.value, "tenant 2")
  }

  @Test func anAdapterThatChangesAFieldOfVarySelectsTheVariant() {
    let language = Locked("")
    let adapter = Self.adapter(language) { request, language in
      if !language.isEmpty { request.headers.update(name: "X-Language", value: language) }
    }
    let fixture = session(nil, adapter)
    fixture.stub(
      StubResponse.fresh("default").header("Vary", "X-Language"),
      StubResponse.fresh("de").header("Vary", "X-Language"))
    expectEqual(fixture.get()?.value, "default")
    language.update { $0 = "de" }
    expectEqual(fixture.get()?.value, "de")
    expectEqual(fixture.sent, 2)
  }

  // MARK: - A credential that cannot be refreshed

  @Test(arguments: [false, true])
  func afterAFailedRefreshTheOtherAdaptersSelectTheResponse(isFirst: Bool) {
    let tenant = Locked("1")
    let authentication = AuthenticationInterceptor(
      authenticator: Offline(), credential: Token(text: "1"), timer: TestScheduler())
    let fixture = CachedSession {
      $0.cachePartition = "user 1"
      let adapters: [any RequestInterceptor] = [authentication, Self.tenant(tenant)]
      $0.interceptors = isFirst ? adapters : adapters.reversed()
    }
    stubTenants(fixture)
    for number in ["1", "2"] {
      tenant.update { $0 = number }
      _ = fixture.get()
    }
    authentication.credential = Token(text: "1", requiresRefresh: true)
    for number in ["1", "2"] {
      tenant.update { $0 = number }
      expectEqual(fixture.get()?.value, "tenant \(number)")
    }
    expectEqual(fixture.sent, 2)
  }

  @Test func anExpiredCredentialIsNotRefreshedForAFreshResponse() {
    let offline = Offline()
    let authentication = AuthenticationInterceptor(authenticator: offline, credential: Token(text: "1"))
    let fixture = session(authentication, RetryPolicy())
    fixture.stub(.fresh("a"))
    _ = fixture.get()
    authentication.credential = Token(text: "1", requiresRefresh: true)
    expectEqual(fixture.get()?.value, "a")
    expectEqual(offline.refreshes.value, 0)
  }

  private static let networkErrors: [any Error] = [
    URLError(.notConnectedToInternet), URLError(.timedOut), NetworkError(.transport(.connect)),
    NetworkError(.timeout(.total)), POSIXError(.ENETUNREACH),
    NSError(domain: "app", code: 1, userInfo: [NSUnderlyingErrorKey: URLError(.cannotFindHost)]),
  ]

  @Test(arguments: networkErrors.indices)
  func aRefreshThatLacksTheNetworkCountsAsNoResponse(index: Int) {
    let fixture = fixtureWithExpiredToken(Self.networkErrors[index])
    expectEqual(fixture.get()?.cacheStatus, .stale(age: .seconds(10), .error))
    expectEqual(fixture.sent, 1)
  }

  @Test(arguments: [nil, "user 1"])
  func afterAFailedRefreshTheCredentialSelectsTheVariant(partition: String?) {
    let authentication = AuthenticationInterceptor(
      authenticator: Offline(), credential: Token(text: "1"), timer: TestScheduler())
    let fixture = session(authentication, partition: partition)
    fixture.stub(
      StubResponse.tagged("a", "\"1\"", "max-age=1, stale-if-error=100").header("Vary", "Authorization"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    authentication.credential = Token(text: "1", requiresRefresh: true)
    expectEqual(fixture.get()?.cacheStatus, .stale(age: .seconds(10), .error))
  }

  private static let otherErrors: [any Error] = [
    Broken(), URLError(.serverCertificateUntrusted), NetworkError(.validation(.statusCode(400))),
  ]

  @Test(arguments: otherErrors.indices)
  func aRefreshThatIsRefusedFailsTheRequest(index: Int) {
    let fixture = fixtureWithExpiredToken(Self.otherErrors[index])
    expectNil(fixture.get()?.value)
    expectEqual(fixture.sent, 1)
  }

  /// A stale response is stored, and the credential has expired since.
  private func fixtureWithExpiredToken(_ error: any Error) -> CachedSession {
    let authentication = AuthenticationInterceptor(
      authenticator: Offline(error: error), credential: Token(text: "1"))
    let fixture = session(authentication)
    fixture.stub(.tagged("a", "\"1\"", "max-age=1, stale-if-error=100"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    authentication.credential = Token(text: "1", requiresRefresh: true)
    return fixture
  }

  // MARK: - Only what is stored

  @Test(arguments: [nil, "user 1"])
  func onlyCachedDoesNotRefreshACredential(partition: String?) {
    let offline = Offline()
    let authentication = AuthenticationInterceptor(
      authenticator: offline, credential: Token(text: "1", requiresRefresh: true))
    let fixture = session(authentication, partition: partition)
    let nothing = fixture.get(.onlyCached)
    expectEqual(nothing?.response?.status, 504)
    expectEqual(offline.refreshes.value, 0)
    authentication.credential = Token(text: "1")
    fixture.stub(StubResponse.fresh("a").header("Vary", "Authorization"))
    _ = fixture.get()
    authentication.credential = Token(text: "1", requiresRefresh: true)
    expectEqual(fixture.get(.onlyCached)?.value, "a")
    expectEqual(offline.refreshes.value, 0)
    expectEqual(fixture.sent, 1)
  }

  @Test func onlyCachedRefreshesNothingWithoutACache() {
    let offline = Offline()
    let authentication = AuthenticationInterceptor(
      authenticator: offline, credential: Token(text: "1", requiresRefresh: true))
    let fixture = CachedSession {
      $0.cache = nil
      $0.interceptors = [authentication]
    }
    expectEqual(fixture.get(.onlyCached)?.response?.status, 504)
    expectEqual(offline.refreshes.value, 0)
  }

  // MARK: - only-if-cached

  @Test(arguments: [nil, "user 1"])
  func onlyIfCachedDoesNotRefreshACredential(partition: String?) {
    let offline = Offline()
    let authentication = AuthenticationInterceptor(
      authenticator: offline, credential: Token(text: "1", requiresRefresh: true))
    let fixture = session(authentication, partition: partition)
    expectEqual(fixture.get(headers: ["Cache-Control": "only-if-cached"])?.response?.status, 504)
    authentication.credential = Token(text: "1")
    fixture.stub(StubResponse.fresh("a").header("Vary", "Authorization"))
    _ = fixture.get()
    authentication.credential = Token(text: "1", requiresRefresh: true)
    expectEqual(fixture.get(headers: ["Cache-Control": "max-stale, Only-If-Cached"])?.value, "a")
    expectEqual(offline.refreshes.value, 0)
    expectEqual(fixture.sent, 1)
  }

  @Test func onlyIfCachedDoesNotRefreshACredentialForAStored401() {
    let offline = Offline()
    let authentication = AuthenticationInterceptor(authenticator: offline, credential: Token(text: "1"))
    let fixture = session(authentication, RetryPolicy())
    fixture.stub(StubResponse.status(401).header("Cache-Control", "max-age=100"))
    _ = fixture.start()
    let refreshes = offline.refreshes.value
    expectEqual(fixture.get(headers: ["Cache-Control": "only-if-cached"])?.response?.status, 401)
    expectEqual(offline.refreshes.value, refreshes)
    expectEqual(fixture.sent, 1)
  }

  @Test func withoutACacheARequestWithOnlyIfCachedIsSent() {
    let authentication = AuthenticationInterceptor(
      authenticator: Offline(), credential: Token(text: "1"))
    let fixture = CachedSession {
      $0.cache = nil
      $0.interceptors = [authentication]
    }
    fixture.stub(.fresh("a"))
    expectEqual(fixture.get(headers: ["Cache-Control": "only-if-cached"])?.value, "a")
    expectEqual(fixture.sent, 1)
  }
}
