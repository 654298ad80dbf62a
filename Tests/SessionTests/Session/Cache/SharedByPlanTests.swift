import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Requests that are equal on the wire, but whose responses are handled differently.
@Suite struct SharedByPlanTests {
  private let url = "https://other.example/n"

  private func fixture(_ configure: (inout SessionConfiguration) -> Void) -> CachedSession {
    CachedSession {
      $0.coalesces = true
      $0.baseURL = URL(string: "https://example.com/")
      configure(&$0)
    }
  }

  /// Starts a request that is sent to another origin without credentials and without the jar.
  private func startForeign(_ fixture: CachedSession) -> Captured<DataResponse<String>> {
    let got = Captured<DataResponse<String>>()
    var description = RequestDescription(url)
    description.credentialScope = CredentialScope(
      home: "https://example.com/", policy: .withoutCredentials)
    fixture.session.request(description)
      .response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    return got
  }

  @Test(arguments: [true, false])
  func theJarKeepsTheCookiesOfARequestThatFollowsOneWithoutAJar(isForeignFirst: Bool) {
    let jar = CookieJar()
    let fixture = fixture {
      $0.cache = nil
      $0.cookies = jar
    }
    fixture.transport.stub(
      .everything, with: StubResponse.text("a").header("Set-Cookie", "c=1").delay(.seconds(1)))
    let first = isForeignFirst ? startForeign(fixture) : fixture.start(.get, url)
    let second = isForeignFirst ? fixture.start(.get, url) : startForeign(fixture)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(first.value?.value, "a")
    expectEqual(second.value?.value, "a")
    expectEqual(URL(string: url).map { jar.cookies(for: $0).map(\.name) }, ["c"])
  }

  @Test(arguments: [true, false])
  func eachResponseIsStoredInItsPartition(isUnauthenticatedFirst: Bool) {
    let fixture = fixture { $0.cachePartition = "user 1" }
    fixture.transport.stub(.everything, with: StubResponse.fresh("a").delay(.seconds(1)))
    for isUnauthenticated in [isUnauthenticatedFirst, !isUnauthenticatedFirst] {
      fixture.start(.get, url) { if isUnauthenticated { _ = $0.unauthenticated() } }
    }
    fixture.timer.advance(by: .seconds(1))
    for isUnauthenticated in [true, false] {
      let got = fixture.start(.get, url, .onlyCached) { if isUnauthenticated { _ = $0.unauthenticated() } }
      expectEqual(got.value?.value, "a")
    }
  }

  @Test func requestsThatAreHandledInTheSameWayAreStillShared() {
    let fixture = fixture { $0.cookies = CookieJar() }
    fixture.transport.stub(.everything, with: StubResponse.fresh("a").delay(.seconds(1)))
    let all = (0..<3).map { _ in fixture.start(.get, url) }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(all.map(\.value?.value), ["a", "a", "a"])
    expectEqual(fixture.sent, 1)
  }
}
