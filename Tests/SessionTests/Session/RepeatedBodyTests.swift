import Foundation
import Net
import TestSupport
import Testing

/// Bodies that need to be sent again.
@Suite struct RepeatedBodyTests {
  private let location = HTTPHeaders(["Location": "/b"])

  /// A session that retries at once, and whose transport reads the body of each request.
  private func fixture(reads: Bool = true) -> SessionFixture {
    let retrier = TestInterceptor(onRetry: { $1($0.attempts < 3 ? .retry(after: .zero) : .stop) })
    return SessionFixture(
      onResume: { task in if reads { _ = try? task.request.body.contents() } },
      configure: { $0.interceptors = [retrier] })
  }

  private func stream(isRepeatable: Bool, opened: Locked<Int> = Locked(0)) -> RequestContent {
    .stream(
      BodyStream(isRepeatable: isRepeatable) {
        opened.update { $0 += 1 }
        return PatternReader(count: 3)
      })
  }

  @Test func aStreamIsOpenedForEachAttempt() {
    let opened = Locked(0)
    let fixture = fixture()
    let started = fixture.start(.put, content: stream(isRepeatable: true, opened: opened))
    fixture.tasks[0].respond(503)
    fixture.tasks[1].respond(200)
    expectEqual(opened.value, 2)
    expectEqual(started.outcome?.response?.status, 200)
  }

  @Test func anUnrepeatableStreamThatWasReadIsNotRetried() {
    let fixture = fixture()
    let started = fixture.start(.put, content: stream(isRepeatable: false))
    fixture.tasks[0].respond(503)
    expectEqual(fixture.tasks.count, 1)
    expectEqual(started.reason, .validation(.statusCode(503)))
  }

  @Test func anUnrepeatableStreamThatWasNotReadIsRetried() {
    let fixture = fixture(reads: false)
    _ = fixture.start(.put, content: stream(isRepeatable: false))
    fixture.tasks[0].send(.failed(Broken(), phase: .connect))
    expectEqual(fixture.tasks.count, 2)
  }

  @Test(arguments: [307, 308])
  func aRedirectThatKeepsTheBodyReopensIt(_ status: Int) {
    let opened = Locked(0)
    let fixture = fixture()
    _ = fixture.start(.post, content: stream(isRepeatable: true, opened: opened))
    fixture.tasks[0].respond(status, headers: location)
    expectEqual(fixture.tasks.count, 2)
    expectEqual(opened.value, 2)
  }

  @Test(arguments: [307, 308])
  func aRedirectThatKeepsAnUnrepeatableBodyIsAnError(_ status: Int) {
    let fixture = fixture()
    let started = fixture.start(.post, content: stream(isRepeatable: false))
    fixture.tasks[0].respond(status, headers: location)
    expectEqual(fixture.tasks.count, 1)
    expectEqual(started.reason, .redirect(.bodyNotRepeatable))
    expectEqual(started.outcome?.error?.description.contains("read only once"), true)
  }

  @Test func aBodyThatIsOpenedAfterTheHeadOfARedirectIsNotSentAgain() {
    let fixture = fixture(reads: false)
    let started = fixture.start(.post, content: stream(isRepeatable: false))
    fixture.tasks[0].send(.head(ResponseHead(status: 307, headers: location)))
    _ = try? fixture.tasks[0].request.body.contents()
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(fixture.tasks.count, 1)
    expectEqual(started.reason, .redirect(.bodyNotRepeatable))
    expectEqual(started.outcome?.response?.status, 307)
  }

  @Test func aRedirectThatDropsTheBodySucceeds() {
    let fixture = fixture()
    _ = fixture.start(.post, content: stream(isRepeatable: false))
    fixture.tasks[0].respond(303, headers: location)
    expectEqual(fixture.tasks.map(\.request.body).last, RequestBody.none)
  }
}
