import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct HTTPMethodTests {
  @Test func theSafeMethodsOnlyRead() {
    let safe: [HTTPMethod] = [.get, .head, .options, .trace, .query]
    #expect(safe.allSatisfy { $0.isSafe && $0.isIdempotent })
    for method: HTTPMethod in [.post, .put, .patch, .delete, "query"] { expectFalse(method.isSafe) }
  }

  @Test(arguments: ["PROPFIND", "REPORT", "SEARCH"])
  func registeredSafeMethodsAreIdempotent(_ name: String) {
    let method = HTTPMethod(rawValue: name)
    #expect(method.isSafe && method.isIdempotent)
  }

  @Test(arguments: ["MKCOL", "MOVE", "COPY", "PROPPATCH", "UNLOCK", "ACL", "VERSION-CONTROL"])
  func registeredIdempotentMethodsAreNotSafe(_ name: String) {
    let method = HTTPMethod(rawValue: name)
    #expect(method.isIdempotent && !method.isSafe)
  }

  @Test(arguments: ["POST", "PATCH", "LOCK", "CONNECT", "PURGE", "propfind"])
  func otherMethodsAreNotIdempotent(_ name: String) {
    let method = HTTPMethod(rawValue: name)
    #expect(!method.isIdempotent && !method.isSafe)
  }

  @Test func queryHasItsParametersInTheBody() {
    let fixture = SessionFixture()
    fixture.session.request("https://example.com/", method: .query, parameters: ["q": "a"]).resume()
    expectEqual(fixture.tasks[0].request.body, .data(.init("q=a".utf8)))
    expectEqual(fixture.tasks[0].request.method.rawValue, "QUERY")
  }

  @Test func aFailedQueryIsRetried() {
    let fixture = SessionFixture { $0.interceptors = [RetryPolicy(base: .zero)] }
    _ = fixture.start(.query)
    fixture.tasks[0].respond(503)
    fixture.timer.advance(by: .zero)
    expectEqual(fixture.tasks.count, 2)
  }

  @Test(arguments: [(301, "QUERY"), (302, "QUERY"), (303, "GET"), (307, "QUERY"), (308, "QUERY")])
  func onlyA303ChangesQueryToGet(status: Int, method: String) {
    let fixture = SessionFixture()
    _ = fixture.start(.query)
    fixture.tasks[0].respond(status, headers: ["Location": "/there"])
    expectEqual(fixture.tasks.last?.request.method.rawValue, method)
    expectEqual(fixture.tasks.count, 2)
  }
}
