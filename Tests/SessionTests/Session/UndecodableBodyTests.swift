import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Responses whose body does not have the content coding that they name.
@Suite struct UndecodableBodyTests {
  private let failure = ContentDecodingError(coding: "gzip", reason: .invalid("incorrect header check"))

  private func outcome(
    _ status: Int, _ error: any Error, _ configure: @escaping (inout SessionConfiguration) -> Void = { _ in }
  ) -> (SessionFixture, SessionFixture.Started<Data>) {
    let fixture = SessionFixture(configure)
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: status)))
    fixture.tasks[0].send(.failed(error, phase: .body))
    return (fixture, started)
  }

  @Test func aRejectedStatusIsTheReason() {
    let (_, started) = outcome(404, failure)
    expectEqual(started.reason, .validation(.statusCode(404)))
    expectEqual(started.outcome?.error?.response?.status, 404)
    expectEqual(started.outcome?.error?.underlyingError as? ContentDecodingError, failure)
  }

  @Test func theErrorNamesTheStatusAndTheCoding() {
    let (_, started) = outcome(404, failure)
    let text = started.outcome?.error?.description ?? ""
    #expect(text.contains("404") && text.contains("the body is not valid gzip"), "\(text)")
  }

  @Test func aRejectedStatusIsTheReasonIfFoundationCannotDecodeTheBody() {
    let (_, started) = outcome(500, URLError(.cannotDecodeContentData))
    expectEqual(started.reason, .validation(.statusCode(500)))
  }

  @Test func anAcceptedResponseFailsBecauseOfItsBody() {
    let (_, started) = outcome(200, failure)
    expectEqual(started.reason, .transport(.body))
  }

  @Test func aLostConnectionIsTheReasonEvenIfTheStatusIsRejected() {
    let (_, started) = outcome(404, URLError(.networkConnectionLost))
    expectEqual(started.reason, .transport(.body))
  }

  @Test func aRejectedStatusIsRetriedIfThePolicyRetriesIt() {
    let (fixture, started) = outcome(503, failure) { $0.interceptors = [RetryPolicy(base: .seconds(1))] }
    fixture.timer.advance(by: .seconds(2))
    expectEqual(started.count, 0)
    expectEqual(fixture.tasks.count, 2)
  }

  @Test func aRejectedStatusIsTheReasonIfThePolicyDoesNotRetryIt() {
    let (fixture, started) = outcome(404, failure) { $0.interceptors = [RetryPolicy(base: .seconds(1))] }
    fixture.timer.advance(by: .seconds(2))
    expectEqual(started.reason, .validation(.statusCode(404)))
    expectEqual(fixture.tasks.count, 1)
  }
}
