import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Redirects that a closure changes or rejects.
@Suite struct RedirectModificationTests {
  private let location: HTTPHeaders = ["Location": "/b"]

  private func fixture(_ modification: @escaping RedirectPolicy.Modification) -> SessionFixture {
    SessionFixture { $0.redirects = .modify(modification) }
  }

  @Test func theClosureReceivesTheHeadAndTheNextRequest() {
    let seen = Captured<String>()
    let fixture = fixture { head, request in
      seen.set("\(head.status) \(request.method) \(request.url.path) \(request.body.count ?? -1)")
      return request
    }
    let started = fixture.start(.post, content: .data(Data("x".utf8), contentType: nil))
    fixture.tasks[0].respond(303, headers: location)
    fixture.tasks[1].respond(200, body: "here")
    expectEqual(seen.values, ["303 GET /b 0"])
    expectEqual(started.text, "here")
  }

  @Test func theReturnedRequestIsSent() {
    let fixture = fixture { _, request in
      var request = request
      request.headers.update(name: "X-A", value: "1")
      request.headers.update(.authorization("again"))
      return request
    }
    _ = fixture.start(headers: ["Authorization": "secret"])
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.example/"])
    expectEqual(fixture.tasks[1].request.headers["X-A"], "1")
    expectEqual(fixture.tasks[1].request.headers["Authorization"], "again")
  }

  @Test func nilDeliversTheRedirect() {
    let heads = Captured<Int>()
    let fixture = fixture { _, _ in nil }
    let started = fixture.start {
      $0.validate(statusCode: [302]).onHTTPResponse { heads.set($0.status) }
    }
    fixture.tasks[0].respond(302, headers: location, body: "moved")
    expectEqual(started.text, "moved")
    expectEqual(heads.values, [302])
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func anInvalidReturnedRequestFails() {
    let fixture = fixture { _, request in
      var request = request
      request.headers.add(name: "X-A", value: "\r\n")
      return request
    }
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(
      started.outcomes.value.map(\.error?.reason), [.invalidRequest(.header(name: "X-A", value: "\r\n"))])
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func theClosureIsCalledOnlyForRedirects() {
    let asked = Captured<String>()
    let fixture = fixture { _, request in
      asked.set(request.url.path)
      return request
    }
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    fixture.tasks[1].respond(302, headers: ["Location": "/c"])
    fixture.tasks[2].respond(200)
    expectEqual(asked.values, ["/b", "/c"])
  }

  @Test func theClosureIsNotCalledForForbiddenRedirects() {
    let asked = Captured<String>()
    let fixture = fixture { _, request in
      asked.set(request.url.path)
      return request
    }
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: ["Location": "http://example.com/"])
    expectEqual(started.reason, .redirect(.insecure))
    expectEqual(asked.count, 0)
  }

  @Test func theRedirectLimitIsEnforced() {
    let fixture = SessionFixture { $0.redirects = RedirectPolicy(limit: 1) { $1 } }
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    fixture.tasks[1].respond(302, headers: location)
    expectEqual(started.reason, .redirect(.limit(1)))
  }

  @Test func cancellingInTheClosureEndsTheRequestOnce() {
    let request = Captured<any NetworkRequesting>()
    let fixture = fixture { _, next in
      request.value?.cancel()
      return next
    }
    let started = fixture.start()
    request.set(started.request)
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(started.outcomes.value.map(\.error?.reason), [.cancelled])
    expectEqual(fixture.tasks.map(\.isCancelled), [true])
  }

  @Test func theRequestsPolicyOverridesTheSessions() {
    let fixture = SessionFixture()
    let started = fixture.start { $0.redirects(.refuse).validate(statusCode: [302]) }
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(started.outcome?.response?.status, 302)
    expectEqual(fixture.tasks.count, 1)
  }
}
