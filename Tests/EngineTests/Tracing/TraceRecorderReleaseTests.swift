import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a recorder drops is released without a lock held, because it refers to objects of the user.
@Suite struct TraceRecorderReleaseTests {
  /// A URL that reads the trace when it is released, as a model may that shows one.
  private final class ReadingURL: URLConvertible {
    private let recorder: TraceRecorder
    private let counts: Locked<[Int]>

    init(_ recorder: TraceRecorder, _ counts: Locked<[Int]>) {
      self.recorder = recorder
      self.counts = counts
    }

    deinit {
      let count = recorder.trace.requests.count
      counts.update { $0.append(count) }
    }

    func asURL() throws -> URL { try #require(URL(string: "https://h.io/a")) }
  }

  private let counts = Locked<[Int]>([])

  private func start(_ numbers: ClosedRange<Int>, in recorder: TraceRecorder) {
    for number in numbers {
      let description = RequestDescription(ReadingURL(recorder, counts))
      recorder.request(RequestID(number: number), did: .started(description))
    }
  }

  @Test(.timeLimit(.minutes(5))) func aRequestThatIsDroppedMayReadTheTrace() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 1))
    start(1...3, in: recorder)
    expectEqual(counts.value, [1, 1])
    recorder.clear()
  }

  @Test(.timeLimit(.minutes(5))) func aRequestThatIsClearedMayReadTheTrace() {
    let recorder = TraceRecorder()
    start(1...2, in: recorder)
    recorder.clear()
    expectEqual(counts.value, [0, 0])
  }

  @Test(.timeLimit(.minutes(5))) func theErrorOfADroppedRequestMayReadTheTrace() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 1))
    recorder.request(RequestID(number: 1), did: .started(RequestDescription("https://h.io/1")))
    recorder.request(RequestID(number: 1), did: .willRetry(error(reading: recorder), after: .zero))
    recorder.request(RequestID(number: 2), did: .started(RequestDescription("https://h.io/2")))
    recorder.request(RequestID(number: 1), did: .failed(NetworkError(.cancelled), ResponseTimings()))
    expectEqual(counts.value, [1])
  }

  /// What a body refers to.
  private final class Attachment: Sendable {}

  @Test func theBodyOfAFailedRequestIsNotKept() throws {
    let recorder = TraceRecorder()
    weak let attachment = try fail(RequestID(number: 1), in: recorder)
    expectNil(attachment)
    expectNotNil(recorder.trace.requests.first?.attempts.first?.error)
  }

  /// Records a request whose body refers to the returned object.
  private func fail(_ id: RequestID, in recorder: TraceRecorder) throws -> Attachment {
    let attachment = Attachment()
    let body = BodyStream(inputStream: { withExtendedLifetime(attachment) { nil } })
    let url = try #require(URL(string: "https://h.io/a"))
    let request = TransportRequest(method: .put, url: url, body: .stream(body))
    let error = NetworkError(.transport(.send), request: request)
    recorder.request(id, did: .started(RequestDescription("https://h.io/a", method: .put)))
    recorder.request(id, did: .sent(request, attempt: 1))
    recorder.request(id, did: .willRetry(error, after: .zero))
    recorder.request(id, did: .failed(error, ResponseTimings()))
    return attachment
  }

  private func error(reading recorder: TraceRecorder) -> NetworkError {
    NetworkError(.cancelled, underlyingError: Holder(url: ReadingURL(recorder, counts)))
  }

  private struct Holder: Error {
    var url: ReadingURL
  }
}
