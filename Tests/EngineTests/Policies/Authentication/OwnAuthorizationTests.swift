import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Requests with their own credential, and requests without any.
@Suite struct OwnAuthorizationTests {
  private final class Authenticator: RequestAuthenticator {
    struct Token: AuthenticationCredential, Hashable { var access: String }

    let refreshes = Locked(0)

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.access))
    }

    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      refreshes.update { $0 += 1 }
      completion(.success(Token(access: "new")))
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.access)"
    }
  }

  private let authenticator = Authenticator()

  private func fixture(header: HTTPHeaders = [:]) -> SessionFixture {
    SessionFixture {
      $0.headers = header
      $0.interceptors = [
        AuthenticationInterceptor(authenticator: authenticator, credential: .init(access: "session")),
        TestInterceptor.numbering(),
      ]
    }
  }

  private func authorization(_ fixture: SessionFixture) -> String? {
    fixture.tasks.last?.request.headers["Authorization"]
  }

  @Test func theCredentialOfTheSessionIsTheDefault() {
    let fixture = fixture()
    _ = fixture.start()
    expectEqual(authorization(fixture), "Bearer session")
  }

  @Test func theAuthorizationOfTheRequestTakesPrecedence() {
    let fixture = fixture()
    _ = fixture.start(headers: ["authorization": "Basic own"])
    expectEqual(authorization(fixture), "Basic own")
    expectEqual(fixture.tasks.last?.request.headers["X-Attempt"], "1")
  }

  @Test func aRejectedAuthorizationOfTheRequestRefreshesNothing() {
    let fixture = fixture()
    let started = fixture.start(headers: ["Authorization": "Basic own"])
    fixture.tasks[0].respond(401)
    expectEqual(started.reason, .validation(.statusCode(401)))
    expectEqual(authenticator.refreshes.value, 0)
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func anUnauthenticatedRequestHasNoCredential() {
    let fixture = fixture(header: ["Authorization": "Basic session", "X-App": "1"])
    let started = fixture.start { $0.unauthenticated() }
    expectNil(authorization(fixture))
    expectEqual(fixture.tasks.last?.request.headers["X-App"], "1")
    expectEqual(fixture.tasks.last?.request.headers["X-Attempt"], "1")
    fixture.tasks[0].respond(401)
    expectEqual(started.reason, .validation(.statusCode(401)))
    expectEqual(authenticator.refreshes.value, 0)
  }

  @Test func anUnauthenticatedRequestKeepsItsOwnAuthorization() {
    let fixture = fixture(header: ["Authorization": "Basic session"])
    _ = fixture.start(headers: ["Authorization": "Basic own"]) { $0.unauthenticated() }
    expectEqual(authorization(fixture), "Basic own")
  }

  @Test func anAuthenticationOfTheRequestItselfActs() {
    let own = AuthenticationInterceptor(authenticator: authenticator, credential: .init(access: "request"))
    let fixture = fixture()
    _ = fixture.start { $0.intercept(own).unauthenticated() }
    expectEqual(authorization(fixture), "Bearer request")
  }

  @Test func aHeaderOfTheSessionDoesNotDisableItsAuthentication() {
    let fixture = fixture(header: ["Authorization": "Basic session"])
    _ = fixture.start()
    expectEqual(authorization(fixture), "Bearer session")
  }
}
