import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct RedirectTests {
  private let location = HTTPHeaders(["Location": "/b"])

  @Test func aRedirectIsFollowedWithinTheAttempt() {
    let fixture = SessionFixture()
    let heads = Locked<[Int]>([])
    let started = fixture.start { $0.onHTTPResponse { head in heads.update { $0.append(head.status) } } }
    fixture.tasks[0].respond(302, headers: location, body: "moved")
    expectEqual(fixture.tasks[1].request.url.absoluteString, "https://example.com/b")
    fixture.tasks[1].respond(200, body: "here")
    expectEqual(started.text, "here")
    expectEqual(started.outcome?.request?.url.path, "/b")
    expectEqual(started.outcome?.timings.attempts, 1)
    expectEqual(heads.value, [200])
    expectEqual(
      fixture.monitor.events,
      [
        "#1 started", "#1 sent GET 1", "#1 redirected 302 /b", "#1 head 200", "#1 finished",
      ])
  }

  @Test func aRedirectWithRetryAfterIsFollowedAtOnce() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].respond(303, headers: ["Location": "/b", "Retry-After": "60"])
    expectEqual(fixture.tasks.count, 2)
    fixture.tasks[1].respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func aRedirectIsFollowedAfterItsBody() {
    let fixture = SessionFixture()
    _ = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: location)))
    expectEqual(fixture.tasks.count, 1)
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(fixture.tasks.count, 2)
    #expect(!fixture.tasks[0].isCancelled)
  }

  @Test func aLargeBodyOfARedirectIsNotRead() {
    let fixture = SessionFixture()
    _ = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: location)))
    fixture.tasks[0].send(.body(Data(count: 65_537)))
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(fixture.tasks.count, 2)
  }

  @Test func aBrokenBodyOfARedirectIsIgnored() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: location)))
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    fixture.tasks[1].respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func a307KeepsTheBody() {
    let fixture = SessionFixture()
    _ = fixture.start(.post, content: .data(Data("x".utf8), contentType: "text/plain"))
    fixture.tasks[0].respond(307, headers: location)
    expectEqual(fixture.tasks[1].request.method, .post)
    expectEqual(fixture.tasks[1].request.body, .data(Data("x".utf8)))
    expectEqual(fixture.tasks[1].request.headers["Content-Type"], "text/plain")
  }

  @Test func theLimitIsEnforced() {
    let fixture = SessionFixture { $0.redirects = RedirectPolicy(limit: 2) }
    let started = fixture.start()
    for number in 0..<3 { fixture.tasks[number].respond(302, headers: location) }
    expectEqual(started.reason, .redirect(.limit(2)))
    expectEqual(started.outcome?.response?.status, 302)
    expectEqual(fixture.tasks.count, 3)
  }

  @Test func aRefusedRedirectIsTheResponse() {
    let fixture = SessionFixture { $0.redirects = .refuse }
    let started = fixture.start { $0.validate(statusCode: [302]) }
    fixture.tasks[0].respond(302, headers: location, body: "moved")
    expectEqual(started.text, "moved")
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func aRedirectToAnInsecureURLFails() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: ["Location": "http://example.com/b"])
    expectEqual(started.reason, .redirect(.insecure))
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func aRetryStartsWithTheOriginalRequest() {
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onRetry: { $1($0.attempts == 1 ? .retry(after: .zero) : .pass) })]
    }
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    fixture.tasks[1].respond(503)
    expectEqual(fixture.tasks.map(\.request.url.path), ["/a", "/b", "/a"])
  }

  @Test func cancellingDuringTheBodyOfARedirectSendsNoMore() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: location)))
    started.request.cancel()
    expectEqual(fixture.tasks.map(\.isCancelled), [true])
    expectEqual(started.reason, .cancelled)
  }

  @Test func aRedirectWhoseBodyStallsIsFollowed() {
    let fixture = SessionFixture { $0.timeouts = RequestTimeouts(idle: .seconds(5)) }
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: location)))
    fixture.tasks[0].send(.body(Data("mo".utf8)))
    fixture.timer.advance(by: .seconds(5))
    expectEqual(fixture.tasks.map(\.isCancelled), [true, false])
    fixture.timer.advance(by: .seconds(4))
    fixture.tasks.last?.respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func aRedirectWhoseBodyDoesNotEndIsFollowedAfterFiveSeconds() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: location)))
    for _ in 0..<4 {
      fixture.timer.advance(by: .seconds(1))
      fixture.tasks[0].send(.body(Data("m".utf8)))
    }
    expectEqual(fixture.tasks.count, 1)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(fixture.tasks.map(\.isCancelled), [true, false])
    fixture.timer.advance(by: .seconds(10))
    fixture.tasks.last?.respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func aRedirectThatAClosureAllowsIsFollowedAfterFiveSeconds() {
    let fixture = SessionFixture { $0.redirects = .modify { _, request in request } }
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: location)))
    fixture.tasks[0].send(.body(Data("m".utf8)))
    fixture.timer.advance(by: .seconds(5))
    expectEqual(fixture.tasks.map(\.isCancelled), [true, false])
    fixture.tasks.last?.respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func aRedirectThatFailsKeepsWhatArrivesOfItsBodyInFiveSeconds() {
    let fixture = SessionFixture { $0.redirects = RedirectPolicy(limit: 1) }
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    fixture.tasks[1].send(.head(ResponseHead(status: 302, headers: location)))
    for _ in 0..<4 {
      fixture.timer.advance(by: .seconds(1))
      fixture.tasks[1].send(.body(Data("m".utf8)))
    }
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(started.reason, .redirect(.limit(1)))
    expectEqual(started.outcomes.value.first?.error?.data, Data("mmmm".utf8))
    expectEqual(fixture.tasks.map(\.isCancelled), [false, true])
  }

  @Test func aRedirectFollowedByTheTransportIsReported() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.redirect(ResponseHead(status: 301)))
    fixture.tasks[0].respond(200, body: "here")
    expectEqual(started.text, "here")
    #expect(fixture.monitor.events.contains("#1 redirected 301 /a"))
  }
}
