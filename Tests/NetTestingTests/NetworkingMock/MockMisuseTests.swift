import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct MockMisuseTests {
  let failures = CollectedFailures()

  private func mock(
    delivery: MockDelivery = .inline, line: UInt = #line
  ) -> NetworkingMock {
    failures.collect { NetworkingMock(delivery: delivery, line: line) }
  }

  @Test func anUnmatchedRequestFailsTheTestAndTheRequest() throws {
    let network = mock(line: 77)
    network.stub(.get("/users/{u}"), with: User(name: "Trent"), file: "/t/UserTests.swift", line: 5)
    let response = try network.fetch("https://h/orgs/a")
    #expect(
      failures.messages == [
        """
        No stub answers GET https://h/orgs/a
        Nearest of 1:
          GET /users/{u} (UserTests.swift:5)
            path: expected /users/{u}, got /orgs/a
        To answer it: network.stub(.get("https://h/orgs/a"), with: …)
        """
      ])
    expectEqual(failures.lines, [77])
    #expect(response.error?.underlyingError is UnmatchedRequest)
  }

  @Test func anUnmatchedRequestFailsWithoutTheDeliveryDelay() throws {
    let network = mock(delivery: .after(.seconds(600)))
    #expect(try network.fetch().error?.underlyingError is UnmatchedRequest)
  }

  @Test func anUnmatchedHeldRequestFailsWhenItIsCompleted() throws {
    let network = mock(delivery: .held)
    let got = Captured<DataResponse<User>>()
    network.get("https://h/a").responseObject(completionHandler: got.set)
    expectTrue(failures.messages.isEmpty)
    network.pending.first?.complete()
    expectEqual(failures.messages.count, 1)
    #expect(got.value?.error?.underlyingError is UnmatchedRequest)
  }

  @Test func aRequestBeyondTheLastStubbedResponseFailsTheTest() throws {
    let network = mock()
    network.stub(.get("/a"), withSequence: [User(name: "1"), User(name: "2")])
    _ = try (network.fetch(), network.fetch(), network.fetch())
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("already used 2 of 2"), true)
  }

  @Test func aValueOfTheWrongTypeReportsBothTypesAndTheLine() throws {
    let network = mock()
    network.stub(.get("/a"), with: "text", file: "/t/UserTests.swift", line: 12)
    let response = try network.fetch()
    #expect(
      failures.messages == [
        """
        The response to GET https://h/a is of type String, but the code under test asked for User. The stub is at \
        UserTests.swift:12; give it a value of that type, or bytes that the code can read as one.
        """
      ])
    expectEqual(failures.lines, [12])
    #expect(response.error?.underlyingError is StubMisuse)
    guard case .serialization = response.error?.reason else {
      Issue.record("not a serialization error: \(String(describing: response.error))")
      return
    }
  }

  @Test func aValueOfTheWrongTypeIsReportedWithoutSecrets() {
    let network = mock()
    network.stub(.get("/a"), with: "text")
    network.get("https://h/a", parameters: ["access_token": "1234"])
      .responseObject { (_: DataResponse<User>) in }
    let url = "https://h/a?access_token=<redacted>"
    expectEqual(failures.messages.first?.hasPrefix("The response to GET \(url) is of type String"), true)
  }

  @Test func anEmptyArrayOfAnotherTypeFails() throws {
    let network = mock()
    network.mockResponse(.success([Int]()))
    expectNotNil(try network.fetch(as: [String].self).error)
    expectEqual(failures.messages.count, 1)
  }

  @Test func configuringAStartedRequestFailsTheTest() {
    let network = mock(line: 3)
    network.mockResponse(.success(User(name: "Trent")))
    let request = network.get("https://h/a").resume()
    _ = request.validate(statusCode: [200])
    _ = request.onHTTPResponse { _ in }
    _ = request.progress(delivery: .inline) { _ in }
    expectEqual(
      failures.messages.map { $0.prefix { $0 != " " } }, ["validate", "onHTTPResponse", "progress"])
    expectEqual(failures.lines, [3, 3, 3])
  }

  @Test func aMissingFixtureFailsTheTestAtTheStub() throws {
    let network = mock()
    network.stub(.get("/a"), with: .fixture("none.json", in: .main), line: 9)
    #expect(try network.fetch().error?.underlyingError is StubMisuse)
    expectEqual(failures.lines, [9])
    expectEqual(failures.messages.first?.contains("none.json"), true)
    network.stub(.get("/b"), with: .fixture("none.json", bundle: .main), line: 10)
    #expect(try network.fetch("/b").error?.underlyingError is StubMisuse)
    expectEqual(failures.lines, [9, 10])
  }

  @Test func aThrowingValidateRequestFailsTheTestAtTheStub() throws {
    let network = mock()
    network.mockResponse(
      .success(User(name: "Trent")), validateRequest: { _ in throw URLError(.badURL) }, line: 4)
    expectEqual(try network.fetch().value, User(name: "Trent"))
    expectEqual(failures.lines, [4])
  }

  @Test func verifyReportsEachUnusedStub() throws {
    let network = mock()
    network.stub(.get("/a"), with: User(name: "1"), times: 2, line: 1)
    network.stub(.get("/b"), with: User(name: "1"), times: .once, line: 2)
    network.stub(.get("/c"), with: User(name: "1"), times: .optionally(1), line: 3)
    network.stub(.get("/d"), with: User(name: "1"), line: 4)
    _ = try network.fetch("https://h/a")
    network.verify()
    expectEqual(
      failures.messages,
      [
        """
        The stub for GET /a was expected to answer 2 times, but answered 1. If fewer are fine, write \
        `times: .optionally(2)`.
        """,
        """
        The stub for GET /b was expected to answer 1 time, but answered 0. If fewer are fine, write \
        `times: .optionally(1)`.
        """,
      ])
    expectEqual(failures.lines, [1, 2])
  }

  @Test func explicitlyVerifiedStubsAreNotReportedAgain() {
    let scope = TestScope()
    let network = failures.collect { NetworkingMock(afterEach: scope) }
    network.stub(.get("/a"), with: User(name: "1"), times: 1)
    network.verify()
    scope.end()
    expectEqual(failures.messages.count, 1)
  }

  @Test(arguments: [MockDelivery.inline, .after(.seconds(1))])
  func theEndOfTheTestCancelsDelayedRequests(delivery: MockDelivery) {
    let scope = TestScope()
    let timer = TestScheduler()
    let network = NetworkingMock(delivery: delivery, timer: timer, afterEach: scope)
    network.stub(.everything, with: .status(200).delay(.seconds(5)))
    let got = Captured<DataResponse<User>>()
    network.get("https://h/a").responseObject(completionHandler: got.set)
    scope.end()
    expectEqual(got.value?.error?.reason, .cancelled)
    expectEqual(network.requests.map(\.isCancelled), [true])
    expectEqual(timer.pendingCount, 0)
  }

  @Test func aRequestCancelledByItsMatcherIsNotHeld() {
    let network = mock(delivery: .held)
    let request = Captured<any NetworkRequesting>()
    network.stub(
      RequestMatcher("cancels") { _ in
        request.value?.cancel()
        return true
      }, with: User(name: "Trent"))
    request.set(network.get("https://h/a"))
    let got = Captured<DataResponse<User>>()
    request.value?.responseObject(completionHandler: got.set)
    expectEqual(got.value?.error?.reason, .cancelled)
    expectTrue(network.pending.isEmpty)
  }

  @Test func theEndOfTheTestVerifiesTheMock() {
    let scope = TestScope()
    failures.collect {
      NetworkingMock(afterEach: scope).stub(.get("/a"), with: User(name: "1"), times: 1)
    }
    expectTrue(failures.messages.isEmpty)
    scope.end()
    expectEqual(failures.messages.count, 1)
  }

  @Test func anUnmatchedRequestIsRecordedAsAnIssueOfTheRunningTest() throws {
    let line: UInt = 4321
    try withKnownIssue {
      _ = try NetworkingMock(line: line).fetch()
    } matching: { issue in
      issue.sourceLocation?.line == 4321
        && issue.comments.first?.rawValue.hasPrefix("No stub answers") == true
    }
  }
}
