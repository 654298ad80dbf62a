import Foundation
import Net
import TestSupport
import Testing

@Suite struct NetworkRequestingAwaitTests {
  private func request(
    _ status: Int = 200, type: String = "application/json", body: String = ""
  ) -> any NetworkRequesting {
    SessionFixture(onResume: { $0.respond(status, headers: ["Content-Type": type], body: body) })
      .session.get("https://example.com/")
  }

  private struct User: Decodable, Sendable, Equatable { var name: String }

  @Test func objectDecodesTheBody() async throws {
    let user = try await request(body: #"{"name":"Trent"}"#).object(as: User.self)
    expectEqual(user, User(name: "Trent"))
  }

  @Test func dataReturnsTheBody() async throws {
    expectEqual(try await request(body: "abc").data(), Data("abc".utf8))
  }

  @Test func stringReturnsTheText() async throws {
    expectEqual(try await request(type: "text/plain", body: "abc").string(), "abc")
  }

  @Test func jsonReturnsTheValue() async throws {
    expectEqual(try await request(body: "[1]").json(), .array([.integer(1)]))
  }

  @Test func voidAcceptsAnEmptyBody() async throws {
    try await request(204).void()
  }

  @Test func responseReturnsFailuresToo() async {
    let response = await request(404, body: "{}").response(.data)
    expectEqual(response.response?.status, 404)
    expectEqual(response.error?.reason, .validation(.statusCode(404)))
  }

  @Test func failuresAreNetworkErrors() async {
    let error = await #expect(throws: NetworkError.self) { try await request(404).void() }
    expectEqual(error?.reason, .validation(.statusCode(404)))
  }

  @Test func cancellingTheTaskCancelsTheRequest() async {
    let (resumed, continuation) = AsyncStream<ScriptedTask>.makeStream()
    let fixture = SessionFixture(onResume: { continuation.yield($0) })
    let request = fixture.session.get("https://example.com/")
    let task = Task { try await request.data() }
    for await _ in resumed { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(request.state, .cancelled)
  }

  @Test func aCancelledTaskSendsNothing() async {
    let fixture = SessionFixture()
    let request = fixture.session.get("https://example.com/")
    let (untilCancelled, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in untilCancelled {}
      return try await request.data()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    expectTrue(fixture.tasks.isEmpty)
    continuation.finish()
  }

  @Test func cancellingTheRequestItselfThrowsANetworkError() async {
    let request = SessionFixture().session.get("https://example.com/")
    request.cancel()
    let error = await #expect(throws: NetworkError.self) { try await request.data() }
    expectEqual(error?.reason, .cancelled)
  }
}
