import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The size limit of a body in memory.
@Suite struct BodySizeTests {
  private let fixture = SessionFixture { $0.maximumBodySize = 10 }

  @Test func aBodyOfExactlyTheLimitIsAccepted() {
    let started = fixture.start()
    fixture.tasks[0].respond(200, headers: ["Content-Length": "10"], body: "0123456789")
    expectEqual(started.text, "0123456789")
  }

  @Test func aBodyOverTheLimitFailsAndKeepsTheHeadAndTheBytesUpToTheLimit() {
    let started = fixture.start()
    fixture.tasks[0].begin(headers: ["X-A": "b"])
    fixture.tasks[0].give("01234567")
    fixture.tasks[0].give("89A")
    expectEqual(started.reason, .transfer(.bodyTooLarge(limit: 10)))
    expectEqual(started.outcome?.error?.response?.headers["X-A"], "b")
    expectEqual(started.outcome?.data, Data("0123456789".utf8))
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test func aContentLengthOverTheLimitFailsWithTheHead() {
    let started = fixture.start()
    fixture.tasks[0].begin(headers: ["Content-Length": "11"])
    expectEqual(started.reason, .transfer(.bodyTooLarge(limit: 10)))
    expectEqual(started.outcome?.response?.status, 200)
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test func theContentLengthOfAnEncodedBodyIsIgnored() {
    let started = fixture.start()
    fixture.tasks[0].respond(
      200, headers: ["Content-Length": "30", "Content-Encoding": "gzip"], body: "hello")
    expectEqual(started.text, "hello")
  }

  @Test func responsesWithoutABodyMayHaveAnyContentLength() {
    let started = fixture.start(.head)
    fixture.tasks[0].respond(200, headers: ["Content-Length": "11"])
    expectNil(started.reason)
    let unchanged = fixture.start { $0.validate(statusCode: [304]) }
    fixture.tasks[1].respond(304, headers: ["Content-Length": "11"])
    expectNil(unchanged.reason)
  }

  @Test func theLimitAppliesToErrorBodies() {
    let started = fixture.start()
    fixture.tasks[0].begin(500)
    fixture.tasks[0].give("0123456789A")
    expectEqual(started.reason, .transfer(.bodyTooLarge(limit: 10)))
    expectEqual(started.outcome?.response?.status, 500)
    expectEqual(started.outcome?.data?.count, 10)
  }

  @Test func aRetryPolicyDoesNotRetryASuccess() {
    let started = fixture.start { $0.retry(RetryPolicy()) }
    fixture.tasks[0].begin(200)
    fixture.tasks[0].give("0123456789A")
    expectEqual(started.reason, .transfer(.bodyTooLarge(limit: 10)))
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func eachAttemptIsCountedSeparately() {
    let retrier = TestInterceptor(onRetry: { $1(.retry(after: .zero)) })
    let started = fixture.start { $0.intercept(retrier) }
    fixture.tasks[0].respond(503, body: "01234567")
    fixture.tasks[1].respond(200, body: "01234567")
    expectEqual(started.text, "01234567")
  }

  @Test func theBodyOfARedirectIsNotCounted() {
    let started = fixture.start()
    fixture.tasks[0].respond(
      302, headers: ["Location": "/b", "Content-Length": "20"], body: "01234567890123456789")
    fixture.tasks[1].respond(200, body: "hello")
    expectEqual(started.text, "hello")
  }

  @Test func theRequestsLimitOverridesTheSessions() {
    let longer = fixture.start { $0.maximumBodySize(12) }
    fixture.tasks[0].respond(200, body: "0123456789AB")
    expectEqual(longer.text, "0123456789AB")
    let unlimited = fixture.start { $0.maximumBodySize(nil) }
    fixture.tasks[1].respond(200, body: String(repeating: "A", count: 100))
    expectEqual(unlimited.text?.count, 100)
    let shorter = fixture.start { $0.maximumBodySize(2) }
    fixture.tasks[2].respond(200, body: "012")
    expectEqual(shorter.reason, .transfer(.bodyTooLarge(limit: 2)))
  }

  @Test func aLimitOfZeroAcceptsOnlyEmptyBodies() {
    let empty = fixture.start { $0.maximumBodySize(0) }
    fixture.tasks[0].respond(204)
    expectNil(empty.reason)
    let full = fixture.start { $0.maximumBodySize(-1) }
    fixture.tasks[1].respond(200, body: "A")
    expectEqual(full.reason, .transfer(.bodyTooLarge(limit: 0)))
    expectEqual(full.outcome?.data, Data())
  }

  @Test func theDefaultIs256MiB() {
    expectEqual(SessionConfiguration().maximumBodySize, 268_435_456)
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].begin(headers: ["Content-Length": "268435457"])
    expectEqual(started.reason, .transfer(.bodyTooLarge(limit: 268_435_456)))
    let other = fixture.start()
    fixture.tasks[1].begin(headers: ["Content-Length": "268435456"])
    expectEqual(other.count, 0)
  }

  @Test func downloadsHaveNoLimit() throws {
    let folder = try TemporaryFolder()
    let outcomes = Locked<[DataResponse<URL>]>([])
    fixture.session.get("https://example.com/film").download(
      to: .file(folder.file("film")), delivery: .inline
    ) {
      response in outcomes.update { $0.append(response) }
    }
    fixture.tasks[0].respond(200, headers: ["Content-Length": "20"], body: "01234567890123456789")
    expectEqual(outcomes.value.first?.value, folder.file("film"))
  }

  @Test func streamsHaveNoLimit() {
    let count = Locked(0)
    fixture.session.get("https://example.com/log").responseStream(delivery: .inline) { event in
      if case .chunk(let chunk) = event { count.update { $0 += chunk.count } }
    }
    fixture.tasks[0].respond(200, headers: ["Content-Length": "20"], body: "01234567890123456789")
    expectEqual(count.value, 20)
  }

  @Test func theErrorDescriptionSuggestsRemedies() {
    let started = fixture.start()
    fixture.tasks[0].begin(headers: ["Content-Length": "11"])
    expectEqual(
      started.outcome?.error?.description.contains(
        "the body is longer than the limit of 10 bytes; raise maximumBodySize, or stream or download the body"
      ), true)
  }
}
