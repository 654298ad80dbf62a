import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The policies of one request, set by chained calls before `await`.
@Suite struct NetworkRequestingOptionsTests {
  private func described<Configured>(_ configure: (any NetworkRequesting) -> Configured) -> RequestDescription
  {
    let fixture = SessionFixture()
    let request = fixture.session.get("https://example.com/a")
    _ = configure(request)
    return request.requestDescription
  }

  @Test func omittedTimeoutsKeepTheirValues() {
    let description = described {
      $0.timeout(idle: .seconds(1), queue: .seconds(4)).timeout(total: .seconds(2))
    }
    expectEqual(
      description.timeouts, RequestTimeouts(idle: .seconds(1), total: .seconds(2), queue: .seconds(4)))
    expectEqual(
      described { $0.timeout(connect: .seconds(3)) }.timeouts, RequestTimeouts(connect: .seconds(3)))
  }

  @Test func policiesKeepTheirOrder() {
    let description = described { $0.retry(RetryPolicy()).intercept(TestInterceptor()) }
    expectEqual(description.interceptors.count, 2)
    #expect(description.interceptors.first is RetryPolicy)
  }

  @Test func configureChangesTheDescription() {
    expectEqual(described { $0.configure { $0.method = .delete } }.method, .delete)
    expectEqual(described { $0.redirects(.refuse) }.redirects?.limit, 0)
  }

  @Test func headerFieldsAndCodersReplaceThoseOfTheSession() {
    let header = described { $0.header("A", "1").header("a", "2").header(.acceptLanguage("de")) }.headers
    expectEqual(header.values(for: "A"), ["2"])
    expectEqual(header["Accept-Language"], "de")
    #expect(described { $0.decoder(JSONDecoder()) }.decoder is JSONDecoder)
    #expect(described { $0.encoder(JSONEncoder()) }.encoder is JSONEncoder)
  }

  @Test func aParameterIsAddedOrReplacesTheFirstOfItsName() {
    let description = described {
      $0.parameter("a", 1).parameter("b", "2").parameter("a", 3).parameter("c", nil)
    }
    expectEqual(description.parameters, ["a": 3, "b": "2", "c": nil])
  }

  @Test func everyCallReturnsTheRequest() {
    let request = SessionFixture().session.get("https://example.com/a")
    let before = [
      request.configure { $0.method = .head }, request.retry(RetryPolicy()), request.redirects(.refuse),
      request.timeout(idle: .seconds(1)), request.validate(statusCode: [200]), request.unvalidated(),
      request.validate(contentType: ["a/b"]), request.validate { (_: ReceivedResponse) in },
      request.onHTTPResponse { _ in },
      request.progress(delivery: .inline) { _ in }, request.uploadProgress(delivery: .inline) { _ in },
    ]
    let after = [
      request.responseData { _ in }, request.responseString { _ in }, request.responseJSON { _ in },
      request.responseVoid { _ in }, request.resume(),
    ]
    #expect((before + after).allSatisfy { $0 === request })
  }

  @Test func aRetryPolicyOfTheRequestApplies() {
    let fixture = SessionFixture()
    let started = fixture.start(.post) { $0.retry(RetryPolicy(base: .zero).addingIdempotencyKeys { "k" }) }
    fixture.tasks[0].respond(503)
    fixture.timer.advance(by: .zero)
    fixture.tasks[1].respond(200, body: "here")
    expectEqual(started.text, "here")
    expectEqual(fixture.tasks.map { $0.request.headers["Idempotency-Key"] }, ["k", "k"])
  }

  @Test func aTimeoutOfTheRequestApplies() {
    let fixture = SessionFixture()
    let started = fixture.start { $0.timeout(total: .seconds(2)) }
    fixture.timer.advance(by: .seconds(2))
    expectEqual(started.reason, .timeout(.total))
  }

  @Test func aRequestCanIgnoreTheSessionsInterceptors() {
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onAdapt: { $1(.failure(Broken())) })]
    }
    let own = TestInterceptor(onAdapt: { request, done in
      var request = request
      request.headers.update(name: "X-A", value: "1")
      done(.success(request))
    })
    _ = fixture.start { $0.intercept(own).configure { $0.inheritsInterceptors = false } }
    expectEqual(fixture.tasks.map { $0.request.headers["X-A"] }, ["1"])
    expectEqual(fixture.start().reason, .interceptor)
  }

  @Test func afterTheStartChangesAreIgnoredAndReported() {
    let fixture = SessionFixture()
    let started = fixture.start()
    _ = started.request.retry(RetryPolicy()).timeout(total: .seconds(1)).redirects(.refuse).validate(
      statusCode: [
        1
      ])
    expectEqual(
      fixture.monitor.events.suffix(4),
      [
        "#1 too late retry", "#1 too late timeout", "#1 too late redirects", "#1 too late validate",
      ])
    fixture.timer.advance(by: .seconds(2))
    expectEqual(started.count, 0)
  }

  @Test func policiesCanPrecedeAwait() async throws {
    let transport = MockTransport()
    transport.stub(.post("https://example.com/a"), withSequence: [.status(503), .json([1, 2])])
    let session = NetworkSession(transport: transport)
    let numbers = try await session.post("https://example.com/a")
      .retry(RetryPolicy(base: .zero).addingIdempotencyKeys()).timeout(total: .seconds(60))
      .object(as: [Int].self)
    expectEqual(numbers, [1, 2])
    expectEqual(Set(transport.requests.map { $0.headers["Idempotency-Key"] }).count, 1)
  }
}
