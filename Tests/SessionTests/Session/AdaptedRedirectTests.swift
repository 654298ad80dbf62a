import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Adapters that run for each redirect, and adapters that do not.
@Suite struct AdaptedRedirectTests {
  private let location: HTTPHeaders = ["Location": "/b"]

  /// Signs the method and path, as some services require.
  private func signing(
    _ name: String = "X-Signature", adaptsRedirects: Bool = true
  ) -> TestInterceptor {
    TestInterceptor(
      onAdapt: { request, done in
        var request = request
        request.headers.update(name: name, value: "\(request.method) \(request.url.path)")
        done(.success(request))
      }, adaptsRedirects: adaptsRedirects)
  }

  private func fixture(_ interceptors: any RequestInterceptor...) -> SessionFixture {
    SessionFixture { $0.interceptors = interceptors }
  }

  private func signatures(_ fixture: SessionFixture, _ name: String = "X-Signature") -> [[String]] {
    fixture.tasks.map { $0.request.headers.values(for: name) }
  }

  /// An adapter that changes only the first request.
  private func adaptingOnce(_ change: @escaping @Sendable (inout TransportRequest) -> Void) -> TestInterceptor
  {
    let count = Locked(0)
    return TestInterceptor(
      onAdapt: { request, done in
        let isFirst = count.update { count in
          count += 1
          return count == 1
        }
        var request = request
        if isFirst { change(&request) }
        done(.success(request))
      }, adaptsRedirects: true)
  }

  @Test func eachRedirectIsSignedSeparately() {
    let fixture = fixture(signing())
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    fixture.tasks[1].respond(307, headers: ["Location": "/c"])
    fixture.tasks[2].respond(200, body: "here")
    expectEqual(signatures(fixture), [["GET /a"], ["GET /b"], ["GET /c"]])
    expectEqual(started.text, "here")
    expectEqual(started.outcome?.timings.attempts, 1)
    expectEqual(started.outcome?.request?.headers["X-Signature"], "GET /c")
  }

  @Test func byDefaultAnAdapterRunsOncePerAttempt() {
    let fixture = fixture(signing(adaptsRedirects: false))
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(signatures(fixture), [["GET /a"], ["GET /a"]])
  }

  @Test func aRetryRunsAllAdaptersOnTheOriginalRequest() {
    let retry = TestInterceptor(onRetry: { $1($0.attempts < 2 ? .retry(after: .zero) : .pass) })
    let fixture = fixture(signing(), TestInterceptor.numbering(), retry)
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    fixture.tasks[1].respond(503)
    fixture.tasks[2].respond(302, headers: location)
    expectEqual(signatures(fixture), [["GET /a"], ["GET /b"], ["GET /a"], ["GET /b"]])
    expectEqual(signatures(fixture, "X-Attempt"), [["1"], ["1"], ["2"], ["2"]])
  }

  @Test func changesOfTheFirstRunAreNotSentWithTheRedirect() {
    let fixture = fixture(
      adaptingOnce { request in
        request.headers.add(name: "X-Token", value: "1")
        request.headers.add(name: "X-Token", value: "2")
        request.headers.update(name: "X-Own", value: "changed")
        request.headers.remove(name: "X-Gone")
      })
    _ = fixture.start(headers: ["X-Own": "mine", "X-Gone": "here"])
    expectEqual(fixture.tasks[0].request.headers.values(for: "X-Token"), ["1", "2"])
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.example/"])
    let headers = fixture.tasks[1].request.headers
    expectEqual(headers.values(for: "X-Token"), [])
    expectEqual(headers.values(for: "X-Own"), ["mine"])
    expectEqual(headers.values(for: "X-Gone"), ["here"])
  }

  /// An é is one code point, or two, which `String` calls equal.
  @Test func aChangeOfCodePointsIsNotSentWithTheRedirect() {
    let fixture = fixture(adaptingOnce { $0.headers.update(name: "X-Own", value: "e\u{301}") })
    _ = fixture.start(headers: ["X-Own": "\u{E9}"])
    expectEqual(fixture.tasks[0].request.headers["X-Own"]?.utf8.count, 3)
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.example/"])
    expectEqual(fixture.tasks[1].request.headers["X-Own"]?.utf8.count, 2)
  }

  @Test func anAdaptedBodyIsAdaptedAgainFromTheOriginal() {
    let adapter = TestInterceptor(
      onAdapt: { request, done in
        var request = request
        if let data = request.body.data { request.body = .data(data + Data("!".utf8)) }
        done(.success(request))
      }, adaptsRedirects: true)
    let fixture = fixture(adapter)
    _ = fixture.start(.put, content: .data(Data("x".utf8), contentType: "text/plain"))
    fixture.tasks[0].respond(307, headers: location)
    fixture.tasks[1].respond(303, headers: ["Location": "/c"])
    expectEqual(fixture.tasks.map(\.request.body), [.data(Data("x!".utf8)), .data(Data("x!".utf8)), .none])
    expectNil(fixture.tasks[2].request.headers["Content-Type"])
  }

  @Test func changesOfAdaptersThatRunOnceAreKept() {
    let fixture = fixture(
      TestInterceptor.numbering("X-Before"), signing(), TestInterceptor.numbering("X-After"))
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(signatures(fixture), [["GET /a"], ["GET /b"]])
    expectEqual(signatures(fixture, "X-Before"), [["1"], ["1"]])
    expectEqual(signatures(fixture, "X-After"), [["1"], ["1"]])
  }

  @Test func severalAdaptersRunInOrder() {
    let second = TestInterceptor(
      onAdapt: { request, done in
        var request = request
        request.headers.update(name: "X-All", value: request.headers["X-Signature"] ?? "none")
        done(.success(request))
      }, adaptsRedirects: true)
    let fixture = fixture(signing(), second)
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(signatures(fixture, "X-All"), [["GET /a"], ["GET /b"]])
  }

  // MARK: - Other origins

  @Test func anotherOriginGetsOnlyCredentialsOfTheAdapter() {
    let fixture = fixture(signing("Authorization"))
    _ = fixture.start(headers: ["Authorization": "mine", "Cookie": "a=1"])
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.example/b"])
    expectEqual(fixture.tasks[1].request.headers.values(for: "Authorization"), ["GET /b"])
    expectNil(fixture.tasks[1].request.headers["Cookie"])
  }

  /// Changes requests to the caller's host.
  private func atHome(_ change: @escaping @Sendable (inout TransportRequest) -> Void) -> TestInterceptor {
    TestInterceptor(
      onAdapt: { request, done in
        var request = request
        if request.url.host == "example.com" { change(&request) }
        done(.success(request))
      }, adaptsRedirects: true)
  }

  @Test(arguments: ["Authorization", "Cookie", "Proxy-Authorization"])
  func aCredentialThatAnAdapterRemovedIsNotSentToAnotherOrigin(name: String) {
    let fixture = fixture(atHome { $0.headers.remove(name: name) })
    _ = fixture.start(headers: HTTPHeaders([HTTPField(name: name, value: "s3cret")]))
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.example/b"])
    expectEqual(signatures(fixture, name), [[], []])
  }

  @Test func aCredentialThatTwoAdaptersChangedIsNotSentToAnotherOrigin() {
    let fixture = fixture(
      atHome { $0.headers.update(name: "Authorization", value: "theirs") },
      atHome { $0.headers.remove(name: "Authorization") })
    _ = fixture.start(headers: ["Authorization": "mine"])
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.example/b"])
    expectEqual(signatures(fixture, "Authorization"), [[], []])
  }

  @Test func aBodyThatAnAdapterRemovedIsNotSentWithTheGETOfA303() {
    let fixture = fixture(atHome { $0.body = .none })
    let started = fixture.start(.post, content: .data(Data("x".utf8), contentType: "text/plain"))
    fixture.tasks[0].respond(303, headers: ["Location": "https://other.example/b"])
    expectNil(started.reason)
    expectEqual(fixture.tasks.map(\.request.method), [.post, .get])
    expectEqual(fixture.tasks.map(\.request.body), [.none, .none])
    expectNil(fixture.tasks.last?.request.headers["Content-Type"])
  }

  @Test func anAdapterCanSkipOtherOrigins() {
    let adapter = TestInterceptor(
      onAdapt: { request, done in
        var request = request
        if request.url.host == "example.com" { request.headers.update(name: "X-Api-Key", value: "s3cret") }
        done(.success(request))
      }, adaptsRedirects: true)
    let fixture = fixture(adapter)
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.example/b"])
    fixture.tasks[1].respond(302, headers: ["Location": "https://example.com/c"])
    expectEqual(signatures(fixture, "X-Api-Key"), [["s3cret"], [], ["s3cret"]])
  }

  /// Sets the token in one field.
  private struct Authenticator: RequestAuthenticator {
    struct Token: AuthenticationCredential {}
    let field: String

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(name: field, value: "token")
      if let data = request.body.data { request.body = .data(data + Data("&token".utf8)) }
    }
    func refresh(
      _ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void
    ) {}
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { true }
  }

  @Test(arguments: ["Authorization", "X-Api-Key"])
  func credentialsOfAnInterceptorAreRemovedForAnotherOrigin(field: String) {
    let fixture = fixture(
      AuthenticationInterceptor(authenticator: Authenticator(field: field), credential: .init()), signing())
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    fixture.tasks[1].respond(302, headers: ["Location": "https://other.example/"])
    fixture.tasks[2].respond(302, headers: ["Location": "https://example.com/c"])
    expectEqual(signatures(fixture, field), [["token"], ["token"], [], []])
    expectEqual(signatures(fixture), [["GET /a"], ["GET /b"], ["GET /"], ["GET /c"]])
  }

  @Test func aCredentialInTheBodyIsNotSentToAnotherOrigin() {
    let fixture = fixture(
      AuthenticationInterceptor(authenticator: Authenticator(field: "X-Api-Key"), credential: .init()))
    _ = fixture.start(.put, content: .data(Data("x".utf8), contentType: "text/plain"))
    fixture.tasks[0].respond(307, headers: location)
    fixture.tasks[1].respond(307, headers: ["Location": "https://other.example/"])
    expectEqual(
      fixture.tasks.map { $0.request.body.data.map { String(decoding: $0, as: UTF8.self) } },
      ["x&token", "x&token", "x"])
  }

  // MARK: - Other policies

  @Test func aRedirectClosureReceivesTheRequestBeforeSigning() {
    let seen = Captured<String?>()
    let fixture = SessionFixture { [signing = signing()] in
      $0.interceptors = [signing]
      $0.redirects = .modify { _, request in
        seen.set(request.headers["X-Signature"])
        var request = request
        request.url.append(path: "more")
        return request
      }
    }
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(seen.values, [nil])
    expectEqual(signatures(fixture), [["GET /a"], ["GET /b/more"]])
  }

  @Test func aFailingAdapterFailsTheRequest() {
    let adapter = TestInterceptor(
      onAdapt: { request, done in
        done(request.url.path == "/b" ? .failure(Broken()) : .success(request))
      }, adaptsRedirects: true)
    let fixture = fixture(adapter)
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(started.reason, .interceptor)
    expectEqual(started.outcome?.error?.underlyingError as? Broken, Broken())
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func theAdaptedRedirectIsChecked() {
    let adapter = TestInterceptor(
      onAdapt: { request, done in
        var request = request
        if request.url.path == "/b" { request.headers.add(name: "X-A", value: "\n") }
        done(.success(request))
      }, adaptsRedirects: true)
    let fixture = fixture(adapter)
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(started.reason, .invalidRequest(.header(name: "X-A", value: "\n")))
  }

  @Test func duringAnAdapterTheRequestCanBeCancelledAndTimesOut() {
    let adapter = TestInterceptor(
      onAdapt: { request, done in if request.url.path == "/a" { done(.success(request)) } },
      adaptsRedirects: true)
    let fixture = SessionFixture {
      $0.interceptors = [adapter]
      $0.timeouts = RequestTimeouts(total: .seconds(10))
    }
    let (first, second) = (fixture.start(), fixture.start())
    for task in fixture.tasks { task.respond(302, headers: location) }
    first.request.cancel()
    expectEqual(first.reason, .cancelled)
    fixture.timer.advance(by: .seconds(10))
    expectEqual(second.reason, .timeout(.total))
  }

  @Test func theSlotIsFreeDuringAnAdapter() {
    let waiting = Captured<@Sendable () -> Void>()
    let adapter = TestInterceptor(
      onAdapt: { request, done in
        guard request.url.path == "/b" else { return done(.success(request)) }
        waiting.set { done(.success(request)) }
      }, adaptsRedirects: true)
    let fixture = SessionFixture {
      $0.interceptors = [adapter]
      $0.maximumConcurrentRequests = 1
    }
    _ = fixture.start()
    _ = fixture.start(.get, "https://example.com/other")
    fixture.tasks[0].respond(302, headers: location)
    expectEqual(fixture.tasks.map(\.request.url.path), ["/a", "/other"])
    fixture.tasks[1].respond(200)
    waiting.value?()
    expectEqual(fixture.tasks.map(\.request.url.path), ["/a", "/other", "/b"])
  }

  // MARK: - Async variants

  private struct AsyncSigning: AsyncRequestInterceptor {
    var adaptsRedirects: Bool { true }

    func adapt(_ request: TransportRequest) async throws -> TransportRequest {
      var request = request
      request.headers.update(name: "X-Signature", value: request.url.path)
      return request
    }
  }

  @Test func anAsyncAdapterRunsForEachRedirect() async throws {
    let transport = MockTransport()
    transport.stub(.get("https://example.com/a"), with: .redirect(to: "/b"))
    transport.stub(.get("https://example.com/b"), with: .text("here"))
    var configuration = SessionConfiguration()
    configuration.interceptors = [AsyncSigning()]
    let session = NetworkSession(configuration: configuration, transport: transport)
    expectEqual(try await session.get("https://example.com/a").string(), "here")
    expectEqual(transport.requests.map { $0.headers["X-Signature"] }, ["/a", "/b"])
  }
}
