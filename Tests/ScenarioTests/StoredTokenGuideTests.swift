import Foundation
import Net
import NetTesting
import Synchronization
import TestSupport
import Testing

// snippet: store
/// The token of the user between launches, which an app keeps in the keychain.
final class TokenStore: Sendable {
  private let stored: Mutex<AccessToken?>

  init(_ token: AccessToken? = nil) { stored = Mutex(token) }

  var token: AccessToken? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  /// Stores a refreshed token, unless the user has logged out or in since the refresh began.
  func replace(_ old: AccessToken, with new: AccessToken) {
    stored.withLock { if $0?.refresh == old.refresh { $0 = new } }
  }
}
// snippet.end

private struct StoringAuthenticator: RequestAuthenticator {
  let network: any Networking
  let store: TokenStore

  func apply(_ credential: AccessToken, to request: inout TransportRequest) {
    request.headers.update(.authorization(bearerToken: credential.access))
  }

  // snippet: refresh
  func refresh(
    _ credential: AccessToken, completion: @escaping @Sendable (Result<AccessToken, any Error>) -> Void
  ) {
    network.post("token", parameters: ["refresh": credential.refresh])
      .response(delivery: .inline, responseSerializer: .decodable(of: AccessToken.self)) { response in
        if let token = response.value { store.replace(credential, with: token) }
        completion(response.result.mapError { $0 })
      }
  }
  // snippet.end

  func isRequest(_ request: TransportRequest, authenticatedWith credential: AccessToken) -> Bool {
    request.headers["Authorization"] == "Bearer \(credential.access)"
  }
}

/// The tests of a stored token in the guide, compiled and run.
@Suite(.netTesting) struct StoredTokenGuideTests {
  private let time = TestScheduler()
  private let transport: MockTransport
  private let store = TokenStore(AccessToken(access: "old", refresh: "r1"))

  init() {
    transport = MockTransport(timer: time, afterEach: .test)
    transport.stub(.get("/profile") && .header("Authorization", equals: "Bearer old"), with: .status(401))
    transport.stub(
      .post("/token"), with: .json(["access": "new", "refresh": "r2"]).delay(.seconds(1)))
    transport.stub(
      .get("/profile") && .header("Authorization", equals: "Bearer new"), with: .json(["name": "Ada"]))
  }

  private func launch() -> (NetworkSession, AuthenticationInterceptor<StoringAuthenticator>) {
    var configuration = SessionConfiguration(baseURL: URL(string: "https://api.example.com/"))
    configuration.callbackQueue = nil
    let plain = NetworkSession(configuration: configuration, transport: transport, timer: time)
    let authentication = AuthenticationInterceptor(
      authenticator: StoringAuthenticator(network: plain, store: store), credential: store.token)
    configuration.interceptors = [authentication]
    return (NetworkSession(configuration: configuration, transport: transport, timer: time), authentication)
  }

  private func load(_ session: NetworkSession) -> Captured<DataResponse<Profile>> {
    let got = Captured<DataResponse<Profile>>()
    session.get("profile").responseObject(as: Profile.self, completionHandler: got.set)
    return got
  }

  @Test func theNextLaunchBeginsWithTheRefreshedToken() {
    let first = load(launch().0)
    time.advance(by: .seconds(1))
    expectEqual(first.value?.value?.name, "Ada")

    let next = load(launch().0)
    expectEqual(next.value?.value?.name, "Ada")
    expectEqual(transport.requests.count { $0.url.path == "/token" }, 1)
  }

  @Test func aLogoutDuringARefreshLeavesNothingStored() {
    let (session, authentication) = launch()
    let got = load(session)
    // snippet: logout
    store.token = nil
    authentication.credential = nil
    // snippet.end
    time.advance(by: .seconds(1))

    expectNil(store.token)
    expectNil(authentication.credential)
    expectEqual(got.value?.error?.underlyingError as? AuthenticationError, .missingCredential)
  }

  @Test func aLoginDuringARefreshKeepsItsOwnToken() {
    let (session, authentication) = launch()
    let got = load(session)
    store.token = AccessToken(access: "new", refresh: "r9")
    authentication.credential = store.token
    time.advance(by: .seconds(1))

    expectEqual(store.token?.refresh, "r9")
    expectEqual(got.value?.value?.name, "Ada")
  }
}
