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
    #expect(seen.values == ["303 GET /b 0"])
    #expect(started.text == "here")
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
    #expect(fixture.tasks[1].request.headers["X-A"] == "1")
    #expect(fixture.tasks[1].request.headers["Authorization"] == "again")
  }

  @Test func nilDeliversTheRedirect() {
    let heads = Captured<Int>()
    let fixture = fixture { _, _ in nil }
    let started = fixture.start {
      $0.validate(statusCode: [302]).onHTTPResponse { heads.set($0.status) }
    }
    fixture.tasks[0].respond(302, headers: location, body: "moved")
    #expect(started.text == "moved")
    #expect(heads.values == [302])
    #expect(fixture.tasks.count == 1)
  }

  @Test func anInvalidReturnedRequestFails() {
    let fixture = fixture { _, request in
      var request = request
      request.headers.add(name: "X-A", value: "\r\n")
      return request
    }
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    #expect(
      started.outcomes.value.map(\.error?.reason) == [.invalidRequest(.header(name: "X-A", value: "\r\n"))])
    #expect(fixture.tasks.count == 1)
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
    #expect(asked.values == ["/b", "/c"])
  }

  @Test func theClosureIsNotCalledForForbiddenRedirects() {
    let asked = Captured<String>()
    let fixture = fixture { _, request in
      asked.set(request.url.path)
      return request
    }
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: ["Location": "http://example.com/"])
    #expect(started.reason == .redirect(.insecure))
    #expect(asked.count == 0)
  }

  @Test func theRedirectLimitIsEnforced() {
    let fixture = SessionFixture { $0.redirects = RedirectPolicy(limit: 1) { $1 } }
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    fixture.tasks[1].respond(302, headers: location)
    #expect(started.reason == .redirect(.limit(1)))
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
    #expect(started.outcomes.value.map(\.error?.reason) == [.cancelled])
    #expect(fixture.tasks.map(\.isCancelled) == [true])
  }

  @Test func theRequestsPolicyOverridesTheSessions() {
    let fixture = SessionFixture()
    let started = fixture.start { $0.redirects(.refuse).validate(statusCode: [302]) }
    fixture.tasks[0].respond(302, headers: location)
    #expect(started.outcome?.response?.status == 302)
    #expect(fixture.tasks.count == 1)
  }
}
