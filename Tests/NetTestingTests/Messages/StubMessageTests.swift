import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The full text of the failures of stubs.
@Suite struct StubMessageTests {
  private let failures = CollectedFailures()

  private func mock() -> NetworkingMock { failures.collect { NetworkingMock(line: 99) } }

  @Test func noStubMatches() throws {
    let network = mock()
    network.stub(
      .get("/users/{username}") && .header("Accept", equals: "text/html"), with: User(name: "Trent"),
      file: "/t/UserTests.swift", line: 5)
    network.stub(.post("/users/{username}"), with: User(name: "Trent"), file: "/t/UserTests.swift", line: 6)
    _ = try network.fetch("https://h/users/trentm?page=2")
    #expect(
      failures.messages == [
        """
        No stub answers GET https://h/users/trentm?page=2
        Nearest of 2:
          GET /users/{username} and header Accept: text/html (UserTests.swift:5)
            header Accept: expected text/html, got application/json
          POST /users/{username} (UserTests.swift:6)
            method: expected POST, got GET
        To answer it: network.stub(.get("https://h/users/trentm?page=2"), with: …)
        """
      ])
    expectEqual(failures.lines, [99])
  }

  @Test func noStubMatchesOnATransport() {
    let transport = failures.collect { MockTransport(line: 99) }
    NetworkSession(transport: transport).get("https://h/a").response { _ in }
    #expect(
      failures.messages == [
        """
        No stub answers GET https://h/a
        There are no stubs.
        To answer it: transport.stub(.get("https://h/a"), with: .json("{}"))
        """
      ])
    expectEqual(failures.lines, [99])
  }

  @Test func theResponseHasTheWrongType() throws {
    let network = mock()
    network.stub(.get("/a"), with: "text", file: "/t/UserTests.swift", line: 12)
    _ = try network.fetch("https://h/a")
    #expect(
      failures.messages == [
        """
        The response to GET https://h/a is of type String, but the code under test asked for User. The stub is at \
        UserTests.swift:12; give it a value of that type, or bytes that the code can read as one.
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func aStubIsUsedUp() throws {
    let network = mock()
    network.stub(
      .get("/a"), with: User(name: "Trent"), times: 2, file: "/t/UserTests.swift", line: 5)
    for _ in 1...3 { _ = try network.fetch("https://h/a") }
    #expect(
      failures.messages == [
        """
        No stub answers GET https://h/a
        Nearest of 1:
          GET /a (UserTests.swift:5)
            already used 2 of 2
        To answer it: network.stub(.get("https://h/a"), with: …)
        """
      ])
  }

  @Test func aStubIsNotUsed() {
    let network = mock()
    network.stub(.get("/a"), with: User(name: "Trent"), times: 2, line: 5)
    network.verify()
    expectEqual(
      failures.messages,
      [
        """
        The stub for GET /a was expected to answer 2 times, but answered 0. If fewer are fine, write \
        `times: .optionally(2)`.
        """
      ])
    expectEqual(failures.lines, [5])
  }

  @Test func aSequenceIsNotUsedUp() throws {
    let network = mock()
    network.stub(.get("/a"), withSequence: [User(name: "a"), User(name: "b")], line: 5)
    _ = try network.fetch("https://h/a")
    network.verify()
    expectEqual(
      failures.messages,
      [
        """
        The stub for GET /a was expected to answer 2 times, but answered 1. If fewer are fine, write \
        `then: .repeatingLast`.
        """
      ])
  }

  @Test func aSequenceThatFollowsTheAdviceMayBeUsedLess() throws {
    let network = mock()
    network.stub(.get("/a"), withSequence: [User(name: "a"), User(name: "b")], then: .repeatingLast)
    _ = try network.fetch("https://h/a")
    network.verify()
    expectEqual(failures.messages, [])
  }

  @Test func anEnqueuedResponseIsNotUsed() {
    let server = failures.collect { MockServer() }
    server.enqueue(.json("{}"), line: 5)
    server.verify()
    expectEqual(
      failures.messages,
      [
        "The response that was enqueued here was not used. There were fewer requests than enqueued responses."
      ])
    expectEqual(failures.lines, [5])
  }

  @Test func aRequestIsConfiguredTooLate() {
    let network = mock()
    network.mockResponse(.success(User(name: "Trent")))
    _ = network.get("https://h/a").resume().validate(statusCode: [200])
    expectEqual(
      failures.messages,
      [
        """
        validate was called on a request that had started, so it changed nothing. The first response… call starts a \
        request; configure it before.
        """
      ])
    expectEqual(failures.lines, [99])
  }
}
