import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The path components that the closure of a stub can read.
@Suite(.netTesting) struct CapturesTests {
  private func captures(_ matcher: RequestMatcher, _ url: String) throws -> [String: String] {
    matcher.captures(of: try recorded(.get, url))
  }

  @Test func aNameCapturesOnePathComponent() throws {
    expectEqual(try captures(.get("/users/{login}"), "https://h/users/trent.m"), ["login": "trent.m"])
    expectEqual(
      try captures(.get("https://h/{owner}/{repo}/issues"), "https://h/a/b/issues"),
      ["owner": "a", "repo": "b"])
  }

  @Test func aPlusCaptureMayContainSlashes() throws {
    expectEqual(try captures(.get("/files/{+path}"), "https://h/files/a/b.txt"), ["path": "a/b.txt"])
  }

  @Test func capturesAreDecoded() throws {
    expectEqual(try captures(.get("/users/{login}"), "https://h/users/a%20b"), ["login": "a b"])
  }

  @Test func relativeTemplatesHaveCaptures() throws {
    expectEqual(try captures(.get("users/{login}"), "https://h/v1/users/a"), ["login": "a"])
  }

  @Test func combinedMatchersKeepTheirCaptures() throws {
    let matcher = RequestMatcher.get("/users/{login}") && .header("A") && !.header("B")
    expectEqual(try captures(matcher, "https://h/users/a"), ["login": "a"])
  }

  @Test func theAlternativeThatMatchesCaptures() throws {
    let matcher =
      RequestMatcher.get("/users/{login}") || .get("/orgs/{login}") && .header("A") || .get("/{login}")
    expectEqual(try captures(matcher, "https://h/users/a"), ["login": "a"])
    expectEqual(try captures(matcher, "https://h/b"), ["login": "b"])
    expectEqual(try captures(!matcher, "https://h/users/a"), [:])
  }

  @Test func anAlternativeThatDoesNotMatchCapturesNothing() throws {
    let matcher = RequestMatcher.post("/users/{id}") || .get("/users/{login}")
    expectEqual(try captures(matcher, "https://h/users/a"), ["login": "a"])
  }

  @Test func withoutAMatchThereAreNoCaptures() throws {
    expectEqual(try captures(.get("/users/{login}"), "https://h/orgs/a"), [:])
  }

  @Test func aStubsClosureReadsTheCaptures() async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/users/{login}")) { request in .text(request.captures["login"] ?? "nobody") }
    expectEqual(try await network.get("/users/trentm").string(), "trentm")
  }

  @Test func aServersClosureReadsTheCaptures() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/users/{login}")) { request in .text(request.captures["login"] ?? "nobody") }
    try server.start()
    let text = try await NetworkSession().get(server.baseURL.appending(path: "users/trentm")).string()
    expectEqual(text, "trentm")
  }

}
