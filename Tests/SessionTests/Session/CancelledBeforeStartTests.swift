import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A request that is cancelled before its start can still be configured, which is not a mistake and changes
/// nothing.
@Suite struct CancelledBeforeStartTests {
  private let fixture = SessionFixture()

  private func request() -> any NetworkRequesting { fixture.session.get("https://example.com/a") }

  private var reports: [String] { fixture.monitor.events.filter { $0.contains("too late") } }

  @Test func configuringItIsNotReported() {
    let request = request()
    request.cancel()
    _ = request.timeout(total: .seconds(1)).configure(as: "headers") { $0.headers = [:] }
    _ = request.progress(delivery: .inline) { _ in }.uploadProgress(delivery: .inline) { _ in }.onHTTPResponse
    { _ in }
    expectEqual(reports, [])
  }

  @Test func aDownloadIsCancelledAndNotReported() {
    let base = request()
    let reasons = Captured<NetworkError.Reason?>()
    CancelledWhileConfigured(base).download(to: .temporary, delivery: .inline) {
      reasons.set($0.error?.reason)
    }
    expectEqual(reasons.values, [.cancelled])
    expectEqual(reports, [])
  }

  @Test func anAwaitedDownloadIsCancelledAndNotReported() async {
    let error = await #expect(throws: NetworkError.self) {
      try await CancelledWhileConfigured(request()).download()
    }
    expectEqual(error?.reason, .cancelled)
    expectEqual(reports, [])
  }

  @Test func aStreamedResponseIsCancelledAndNotReported() {
    let events = Captured<String>()
    CancelledWhileConfigured(request()).responseStream(delivery: .inline) {
      events.set("\($0.reason, default: "-")")
    }
    expectEqual(events.values, ["cancelled"])
    expectEqual(reports, [])
  }

  @Test func chunksAndLinesAreCancelledAndNotReported() async {
    let chunks = await #expect(throws: NetworkError.self) {
      for try await _ in CancelledWhileConfigured(request()).chunks() {}
    }
    let lines = await #expect(throws: NetworkError.self) {
      for try await _ in CancelledWhileConfigured(request()).lines() {}
    }
    expectEqual([chunks?.reason, lines?.reason], [.cancelled, .cancelled])
    expectEqual(reports, [])
  }

  @Test func theMonitorsSeeItsStartAndItsEndOnce() {
    let request = request()
    request.cancel()
    request.cancel()
    request.response(delivery: .inline, responseSerializer: .data) { _ in }
    expectEqual(fixture.monitor.events, ["#1 started", "#1 failed cancelled"])
  }

  @Test func itsHandlersAreCalledAfterItsMonitors() {
    let (request, events) = (request(), Captured<[String]>())
    request.progress(delivery: .inline) { _ in }.cancel()
    request.response(delivery: .inline, responseSerializer: .data) { [fixture] _ in
      events.set(fixture.monitor.events)
    }
    expectEqual(events.value?.count, 2)
  }

  @Test func aMockDoesNotFailItsTest() {
    let mock = NetworkingMock()
    mock.stub(.get("/a"), with: .json("[1]"))
    let request = mock.get("/a")
    request.cancel()
    _ = request.progress { _ in }
    expectTrue(mock.requests.isEmpty)
    expectEqual(mock.requestCallCount, 0)
    expectEqual(mock.cancelCount, 0)
  }

  @Test func aRequestThatWasCancelledAfterItsStartIsReported() {
    let request = request().resume()
    request.cancel()
    let reasons = Captured<NetworkError.Reason?>()
    _ = request.progress { _ in }
    request.download(to: .temporary, delivery: .inline) { reasons.set($0.error?.reason) }
    request.responseStream(delivery: .inline) { reasons.set($0.reason) }
    expectEqual(reasons.values, [.cancelled, .cancelled])
    expectEqual(reports, ["#1 too late progress", "#1 too late download", "#1 too late responseStream"])
  }

  @Test func aStreamOfARequestThatHasFinishedIsReported() {
    let request = request().resume()
    fixture.tasks[0].respond(200)
    let reasons = Captured<NetworkError.Reason?>()
    request.responseStream(delivery: .inline) { reasons.set($0.reason) }
    expectEqual(reasons.values, [.transfer(.alreadyStarted)])
    expectEqual(reports, ["#1 too late responseStream"])
  }
}

extension ResponseStreamEvent {
  /// The reason of the failure that the response has ended with.
  fileprivate var reason: NetworkError.Reason? {
    if case .complete(let response) = self { response.error?.reason } else { nil }
  }
}

/// A request that is cancelled each time before it is configured, as by another thread.
private final class CancelledWhileConfigured: NetworkRequesting {
  private let base: any NetworkRequesting

  init(_ base: any NetworkRequesting) { self.base = base }

  var requestDescription: RequestDescription { base.requestDescription }
  var request: TransportRequest? { base.request }
  var response: ResponseHead? { base.response }
  var state: RequestState { base.state }
  var cURLDescription: String { base.cURLDescription }

  func configure(as call: String, _ change: @Sendable (inout RequestDescription) -> Void) -> Self {
    base.cancel()
    _ = base.configure(as: call, change)
    return self
  }

  func progress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    _ = base.progress(delivery: delivery, handler)
    return self
  }

  func uploadProgress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    _ = base.uploadProgress(delivery: delivery, handler)
    return self
  }

  func onHTTPResponse(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> Self {
    _ = base.onHTTPResponse(handler)
    return self
  }

  func response<Serializer: ResponseSerializer>(
    delivery: ResponseDelivery, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self {
    base.response(
      delivery: delivery, responseSerializer: responseSerializer, completionHandler: completionHandler)
    return self
  }

  func resume() -> Self {
    base.resume()
    return self
  }

  func cancel() { base.cancel() }
}
