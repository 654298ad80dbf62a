import Foundation
import Net
import TestSupport
import Testing

/// The credential changes while an interceptor calls closures: each request gets the one of its turn.
@Suite struct CredentialChangeTests {
  private final class Token: AuthenticationCredential {
    let number: Int
    let onRelease: @Sendable () -> Void

    init(_ number: Int, onRelease: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.onRelease = onRelease
    }

    deinit { onRelease() }

    var requiresRefresh: Bool { number == 0 }
  }

  private struct Authenticator: RequestAuthenticator {
    let refreshes = Locked<[@Sendable (Result<Token, any Error>) -> Void]>([])

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers["Token"] = "\(credential.number)"
    }

    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      refreshes.update { $0.append(completion) }
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { true }
  }

  private final class Monitor: EventMonitor {
    let action = Locked<@Sendable (AuthenticationEvent) -> Void>({ _ in })

    func request(_ id: RequestID, did event: RequestEvent) {}
    func authentication(did event: AuthenticationEvent) { action.value(event) }
  }

  /// An interceptor whose credential must be refreshed, and the results of two requests.
  private struct Scene {
    let authenticator = Authenticator()
    let monitor = Monitor()
    let interceptor: AuthenticationInterceptor<Authenticator>
    let results = Locked<[String]>([])

    init(_ credential: Token = Token(0)) {
      interceptor = AuthenticationInterceptor(
        authenticator: authenticator, credential: credential, monitors: [monitor])
    }

    func adapt(then action: @escaping @Sendable () -> Void = {}) throws {
      let request = TransportRequest(url: try #require(URL(string: "https://example.com/")))
      interceptor.adapt(request) { [results] result in
        results.update { results in
          switch result {
          case .success(let request): results.append(request.headers["Token"] ?? "none")
          case .failure(let error): results.append("\(error)")
          }
        }
        action()
      }
    }

    func refresh() { for refresh in authenticator.refreshes.value { refresh(.success(Token(1))) } }
  }

  @Test func aLogOutWhenTheRefreshIsReportedIsRespected() throws {
    let scene = Scene()
    try scene.adapt()
    scene.monitor.action.update { [interceptor = scene.interceptor] action in
      action = { event in if case .refreshed = event { interceptor.credential = nil } }
    }
    scene.refresh()
    scene.monitor.action.update { $0 = { _ in } }
    expectEqual(scene.results.value, ["there is no credential"])
  }

  @Test func aLogOutBeforeTheRefreshIsSentPreventsIt() throws {
    let scene = Scene()
    scene.monitor.action.update { [interceptor = scene.interceptor] action in
      action = { event in if case .refreshing = event { interceptor.credential = nil } }
    }
    try scene.adapt()
    scene.monitor.action.update { $0 = { _ in } }
    expectTrue(scene.authenticator.refreshes.value.isEmpty)
    expectEqual(scene.results.value, ["there is no credential"])
  }

  @Test func theNextRequestGetsTheCredentialThatTheOneBeforeHasSet() throws {
    let scene = Scene()
    try scene.adapt { [interceptor = scene.interceptor] in interceptor.credential = Token(2) }
    try scene.adapt { [interceptor = scene.interceptor] in interceptor.credential = nil }
    try scene.adapt()
    scene.refresh()
    expectEqual(scene.results.value, ["1", "2", "there is no credential"])
  }

  /// It may use the interceptor when it is released, and a lock cannot be taken twice.
  @Test func aReplacedCredentialIsReleasedWithoutALockHeld() throws {
    let interceptor = Locked<AuthenticationInterceptor<Authenticator>?>(nil)
    let seen = Locked<[Int?]>([])
    @Sendable func token(_ number: Int) -> Token {
      Token(number) {
        seen.update { [current = interceptor.value?.credential?.number] in $0.append(current) }
      }
    }
    let scene = Scene(token(0))
    interceptor.update { $0 = scene.interceptor }
    try scene.adapt()
    for refresh in scene.authenticator.refreshes.value { refresh(.success(token(1))) }
    scene.interceptor.credential = token(2)
    scene.interceptor.credential = nil
    interceptor.update { $0 = nil }
    expectEqual(seen.value, [1, 2, nil])
  }
}
