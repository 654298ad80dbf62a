import Foundation
import TestSupport
import Testing

@testable import Net

/// A transport that follows redirects by itself: the last response is not that of the URL that was requested.
@Suite struct FollowedRedirectTests {
  private let cache = HTTPCache.memory(limit: 1 << 20)
  private let fixture: SessionFixture
  private let fresh: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"1\""]

  init() {
    let cache = cache
    fixture = SessionFixture { $0.cache = cache }
  }

  /// Answers the last task after a redirect.
  private func redirect(
    _ status: Int, _ body: String, headers: HTTPHeaders = [:], by redirect: ResponseHead = .init(status: 302)
  ) {
    fixture.tasks.last?.send(.redirect(redirect))
    fixture.tasks.last?.respond(status, headers: headers, body: body)
  }

  @Test func theResponseIsNotStoredForTheFirstURL() {
    let first = fixture.start()
    redirect(200, "elsewhere", headers: fresh)
    expectEqual(first.text, "elsewhere")
    let second = fixture.start()
    expectEqual(fixture.tasks.count, 2)
    redirect(200, "elsewhere", headers: fresh)
    expectEqual(second.text, "elsewhere")
    expectEqual(cache.size, 0)
  }

  @Test func anUnsafeRequestInvalidatesItsTarget() {
    _ = fixture.start()
    fixture.tasks[0].respond(200, headers: fresh, body: "old")
    _ = fixture.start(.post)
    redirect(500, "", by: ResponseHead(status: 303))
    let next = fixture.start()
    expectEqual(fixture.tasks.count, 3)
    fixture.tasks[2].respond(200, headers: fresh, body: "new")
    expectEqual(next.text, "new")
  }

  @Test func a304OfAnotherURLConfirmsNothing() {
    _ = fixture.start()
    fixture.tasks[0].respond(200, headers: ["Cache-Control": "max-age=0", "ETag": "\"1\""], body: "old")
    let next = fixture.start()
    expectEqual(fixture.tasks[1].request.headers["If-None-Match"], "\"1\"")
    redirect(304, "", headers: fresh)
    expectEqual(fixture.tasks.count, 3)
    expectEqual(fixture.tasks.last?.request.headers.contains("If-None-Match"), false)
    redirect(200, "elsewhere")
    expectEqual(next.text, "elsewhere")
  }

  @Test func eachRequestIsJudgedByItself() {
    _ = fixture.start()
    redirect(200, "elsewhere", headers: fresh)
    let second = fixture.start()
    fixture.tasks[1].respond(200, headers: fresh, body: "here")
    expectEqual(second.text, "here")
    expectEqual(fixture.start().text, "here")
    expectEqual(fixture.tasks.count, 2)
  }

  @Test func cookiesOfAnotherHostAreNotStoredForTheFirstURLOfASharedRequest() {
    let jar = CookieJar()
    let fixture = SessionFixture {
      $0.cookies = jar
      $0.coalesces = true
    }
    let members = (0..<2).map { _ in fixture.start() }
    fixture.tasks[0].send(.redirect(ResponseHead(status: 302, url: URL(string: "https://example.com/a"))))
    fixture.tasks[0].send(
      .head(
        ResponseHead(
          status: 200, headers: ["Set-Cookie": "id=other"], url: URL(string: "https://other.example/"))))
    fixture.tasks[0].send(.finished(TransportTimings()))
    #expect(members.allSatisfy { $0.outcome?.error == nil })
    expectEqual(fixture.tasks.count, 1)
    expectEqual(jar.cookies.map(\.domain), ["other.example"])
  }
}
