import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Credentials in other fields than `Authorization` keep users apart in a cache.
@Suite struct CredentialFieldPartitionTests {
  private struct Key: AuthenticationCredential {
    var fields: HTTPHeaders
  }

  private struct Authenticator: RequestAuthenticator {
    func apply(_ credential: Key, to request: inout TransportRequest) {
      for field in credential.fields { request.headers.update(field) }
    }

    func refresh(_ credential: Key, completion: @escaping @Sendable (Result<Key, any Error>) -> Void) {
      completion(.failure(Broken()))
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Key) -> Bool {
      credential.fields.allSatisfy { request.headers.values(for: $0.name) == [$0.value] }
    }
  }

  /// An adapter that creates a new request instead of changing the one that it receives.
  private struct Rewriting: RequestInterceptor {
    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      completion(
        .success(TransportRequest(method: request.method, url: request.url, headers: request.headers)))
    }
  }

  private let authentication = AuthenticationInterceptor(authenticator: Authenticator())

  private func fixture() -> CachedSession {
    CachedSession { [authentication] in $0.interceptors = [authentication, Rewriting()] }
  }

  @Test(arguments: ["X-Api-Key", "Cookie", "Private-Token"])
  func theNextUserReceivesNothingOfTheLastOne(name: String) {
    let fixture = fixture()
    fixture.stub(.fresh("ada's"), .fresh("bob's"))
    for (user, text) in [("ada", "ada's"), ("bob", "bob's"), ("ada", "ada's"), ("bob", "bob's")] {
      authentication.credential = Key(fields: [name: user])
      expectEqual(fixture.get()?.value, text)
    }
    expectEqual(fixture.sent, 2)
  }

  @Test func aValidationInTheBackgroundHasTheSamePartition() {
    let fixture = fixture()
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-while-revalidate=100"), .fresh("b"), .fresh("bob's"))
    authentication.credential = Key(fields: ["X-Api-Key": "ada"])
    expectEqual(fixture.get()?.value, "a")
    fixture.timer.advance(by: .seconds(5))
    expectEqual(fixture.get()?.value, "a")
    expectEqual(fixture.get()?.value, "b")
    expectEqual(fixture.sent, 2)
    authentication.credential = Key(fields: ["X-Api-Key": "bob"])
    expectEqual(fixture.get()?.value, "bob's")
  }

  @Test func anUnauthenticatedRequestReceivesNothingOfAUser() {
    let fixture = fixture()
    fixture.stub(.fresh("ada's"), .fresh("public"))
    authentication.credential = Key(fields: ["X-Api-Key": "ada"])
    expectEqual(fixture.get()?.value, "ada's")
    expectEqual(fixture.start { $0.unauthenticated() }.value?.value, "public")
  }

  @Test func aRequestThatARedirectClosureCreatesHasTheSamePartition() {
    let redirects = RedirectPolicy.modify { _, next in
      TransportRequest(method: next.method, url: next.url, headers: next.headers)
    }
    let fixture = CachedSession { [authentication] in
      $0.interceptors = [authentication]
      $0.redirects = redirects
    }
    fixture.transport.stub(.get(fixture.url), with: .redirect(to: "/b"))
    fixture.transport.stub(
      .get("https://example.com/b"), withSequence: [.fresh("ada's"), .fresh("bob's")])
    for (user, text) in [("ada", "ada's"), ("bob", "bob's")] {
      authentication.credential = Key(fields: ["X-Api-Key": user])
      expectEqual(fixture.get()?.value, text)
    }
  }

  @Test func aRedirectToAnotherOriginHasThePartitionOfNoCredential() {
    let fixture = fixture()
    let other = "https://other.example/b"
    fixture.transport.stub(.get(fixture.url), with: .redirect(to: other))
    fixture.transport.stub(.get(other), withSequence: [.fresh("public")])
    authentication.credential = Key(fields: ["X-Api-Key": "ada"])
    expectEqual(fixture.get()?.value, "public")
    expectEqual(fixture.start(.get, other) { $0.unauthenticated() }.value?.value, "public")
  }

  @Test func theUnchangedFieldsOfARequestMakeNoPartition() {
    let fixture = fixture()
    fixture.stub(.fresh("all"))
    authentication.credential = Key(fields: ["X-Api-Key": "ada"])
    expectEqual(fixture.get(headers: ["X-A": "1"])?.value, "all")
    expectEqual(fixture.get(headers: ["X-A": "2"])?.value, "all")
  }
}
