import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct RetryTests {
  private func session(_ decide: @escaping @Sendable (RetryContext) -> RetryDecision) -> SessionFixture {
    SessionFixture { $0.interceptors = [TestInterceptor(onRetry: { $1(decide($0)) })] }
  }

  @Test func aRetryDelayUsesTheTimerOfTheSession() {
    let fixture = session { _ in .retry(after: .seconds(2)) }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    fixture.timer.advance(by: .milliseconds(1999))
    expectEqual(fixture.tasks.count, 1)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(fixture.tasks.count, 2)
    fixture.tasks[1].respond(200, body: "late")
    expectEqual(started.text, "late")
    expectEqual(started.outcome?.timings.attempts, 2)
    expectEqual(
      fixture.monitor.events,
      [
        "#1 started", "#1 sent GET 1", "#1 head 503", "#1 retry 2.0 seconds", "#1 sent GET 2", "#1 head 200",
        "#1 finished",
      ])
  }

  @Test func withoutADelayARetryIsSentAtOnce() {
    let fixture = session { $0.attempts < 3 ? .retry(after: .zero) : .stop }
    let started = fixture.start()
    for number in 0..<3 { fixture.tasks[number].respond(503) }
    expectEqual(fixture.tasks.count, 3)
    expectEqual(started.reason, .validation(.statusCode(503)))
    expectEqual(started.outcome?.error?.attempts, 3)
  }

  @Test func theRetrierReceivesTheFailure() {
    let contexts = Locked<[RetryContext]>([])
    let fixture = session { context in
      contexts.update { $0.append(context) }
      return .stop
    }
    _ = fixture.start()
    fixture.timer.advance(by: .seconds(1))
    fixture.tasks[0].respond(500, body: "sorry")
    expectEqual(contexts.value.count, 1)
    expectEqual(contexts.value.first?.error.reason, .validation(.statusCode(500)))
    expectEqual(contexts.value.first?.error.data, Data("sorry".utf8))
    expectEqual(contexts.value.first?.error.request, fixture.tasks[0].request)
    expectEqual(contexts.value.first?.attempts, 1)
    expectEqual(contexts.value.first?.elapsed, .seconds(1))
  }

  @Test func retriersAreAskedInOrderUntilOneDecides() {
    let asked = Locked<[String]>([])
    func retrier(_ name: String, _ decision: RetryDecision) -> TestInterceptor {
      TestInterceptor(onRetry: { _, done in
        asked.update { $0.append(name) }
        done(decision)
      })
    }
    let fixture = SessionFixture {
      $0.interceptors = [retrier("second", .stop), retrier("third", .retry(after: .zero))]
    }
    var description = RequestDescription("https://example.com/")
    description.interceptors = [retrier("first", .pass)]
    fixture.session.request(description).resume()
    fixture.tasks[0].respond(500)
    expectEqual(asked.value, ["first", "second"])
    expectEqual(fixture.tasks.count, 1)
  }

  // MARK: - Redirects

  /// Sends a request whose redirect leads to a 503, and returns the methods of all requests.
  private func methods(
    _ method: HTTPMethod, _ status: Int, headers: HTTPHeaders = [:], redirects: RedirectPolicy = .follow
  ) -> [HTTPMethod] {
    let fixture = SessionFixture {
      $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)]
      $0.redirects = redirects
    }
    let started = fixture.start(
      method, headers: headers, content: .data(Data("pay".utf8), contentType: "text/plain"))
    fixture.tasks[0].respond(status, headers: ["Location": "/receipt"])
    fixture.tasks[1].respond(503)
    if fixture.tasks.count == 2 { expectEqual(started.reason, .validation(.statusCode(503))) }
    return fixture.tasks.map(\.request.method)
  }

  @Test(arguments: [301, 302, 303]) func aPOSTAnsweredWithARedirectIsNotSentAgain(status: Int) {
    expectEqual(methods(.post, status), [.post, .get])
  }

  @Test func aPATCHAnsweredWithARedirectIsNotSentAgain() {
    expectEqual(methods(.patch, 303), [.patch, .get])
  }

  @Test func aPOSTThatAClosureRedirectsAsAGETIsNotSentAgain() {
    let redirects = RedirectPolicy.modify { _, request in
      TransportRequest(url: request.url)
    }
    expectEqual(methods(.post, 307, redirects: redirects), [.post, .get])
  }

  @Test func anIdempotentRequestAnsweredWithARedirectIsSentAgain() {
    expectEqual(methods(.put, 303), [.put, .get, .put])
    expectEqual(methods(.post, 303, headers: ["Idempotency-Key": "1"]), [.post, .get, .post])
  }

  @Test func aRejectedCredentialAfterARedirectIsRefreshedWithoutSendingThePOSTAgain() {
    let refreshed = Locked(0)
    let retrier = TestInterceptor(onRetry: { _, done in
      refreshed.update { $0 += 1 }
      done(.retry(after: .zero))
    })
    let fixture = SessionFixture { $0.interceptors = [retrier] }
    let started = fixture.start(.post)
    fixture.tasks[0].respond(303, headers: ["Location": "/receipt"])
    fixture.tasks[1].respond(401)
    expectEqual(refreshed.value, 1)
    expectEqual(started.reason, .validation(.statusCode(401)))
    expectEqual(fixture.tasks.count, 2)
  }

  @Test func aRetrierCanReplaceTheError() {
    let fixture = session { _ in .fail(Broken()) }
    let started = fixture.start()
    fixture.tasks[0].respond(401)
    expectEqual(started.reason, .interceptor)
    #expect(started.outcome?.error?.underlyingError is Broken)
    expectEqual(started.outcome?.response?.status, 401)
  }

  @Test func adaptersStartFromTheOriginalRequestAtEachAttempt() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(
          onAdapt: { request, done in
            var request = request
            request.headers.add(name: "X-Token", value: "t")
            done(.success(request))
          }, onRetry: { $1($0.attempts == 1 ? .retry(after: .zero) : .pass) })
      ]
    }
    _ = fixture.start()
    fixture.tasks[0].respond(500)
    expectEqual(fixture.tasks[1].request.headers.values(for: "X-Token"), ["t"])
  }

  @Test func aFailingAdapterFailsTheRequestBeforeSending() {
    let fixture = SessionFixture { $0.interceptors = [TestInterceptor(onAdapt: { $1(.failure(Broken())) })] }
    let started = fixture.start()
    expectEqual(started.reason, .interceptor)
    #expect(started.outcome?.error?.underlyingError is Broken)
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func anInvalidHeaderOfAnAdapterIsNotSent() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          var request = request
          request.headers.add(name: "X-A", value: "1\r\nX-B: 2")
          done(.success(request))
        })
      ]
    }
    let started = fixture.start()
    expectEqual(started.reason, .invalidRequest(.header(name: "X-A", value: "1\r\nX-B: 2")))
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func aSecondCompletionOfAnAdapterIsIgnored() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          done(.success(request))
          done(.success(request))
        })
      ]
    }
    _ = fixture.start()
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func eventsOfAnEarlierAttemptAreIgnored() {
    let fixture = session { _ in .retry(after: .zero) }
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(60))
    expectEqual(fixture.tasks.count, 2)
    fixture.tasks[0].respond(200, body: "old")
    expectEqual(started.count, 0)
    fixture.tasks[1].respond(200, body: "new")
    expectEqual(started.text, "new")
  }

  @Test func progressDoesNotDecreaseInASecondAttempt() {
    let progress = Locked<[Int64]>([])
    let fixture = session { _ in .retry(after: .zero) }
    _ = fixture.start {
      $0.progress(delivery: .inline) { step in progress.update { $0.append(step.completed) } }
    }
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.body(Data("abc".utf8)))
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    fixture.tasks[1].send(.head(ResponseHead(status: 200)))
    for chunk in ["a", "bc", "d"] { fixture.tasks[1].send(.body(Data(chunk.utf8))) }
    expectEqual(progress.value, [3, 4])
  }

  @Test func aThousandImmediateRetriesDoNotOverflowTheStack() {
    let retrier = TestInterceptor(onRetry: { $1($0.attempts < 1000 ? .retry(after: .zero) : .pass) })
    let fixture = SessionFixture(
      onResume: { $0.respond(503) }, configure: { $0.interceptors = [retrier] })
    let started = fixture.start()
    expectEqual(started.outcome?.error?.attempts, 1000)
  }
}
