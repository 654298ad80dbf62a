import Foundation
import Net

/// One request to a mock transport.
final class MockTransportTask: PlayingTask {
  let state: Lock<MockTaskState>
  private let transport: MockTransport
  let request: TransportRequest

  var delivery: MockDelivery { transport.delivery }
  var timer: any NetworkTimer { transport.timer }

  init(_ request: TransportRequest, receiver: any TransportReceiver, transport: MockTransport) {
    state = Lock(MockTaskState(receiver: receiver))
    self.request = request
    self.transport = transport
  }

  func resume() {
    transport.didResume()
    guard state.withLock({ $0.resume() }) else { return }
    var recorded = RecordedRequest(method: request.method, url: request.url, headers: request.headers)
    do { recorded.body = try request.body.contents() } catch { return answerUnreadable(error) }
    transport.record(recorded, of: self)
    // Cancelled on another thread before it was recorded: what the cancellation looked for is there only now.
    if state.withLock({ $0.isCancelled }) { return transport.didEnd(self) }
    let answered = transport.answer(to: recorded)
    let complete: @Sendable () -> Void = { [self, recorded] in
      switch answered {
      case .answered(let response, let place): answer(response, to: recorded, from: place)
      case .unmatched(let report): answerUnmatched(report)
      }
    }
    let delivery = delivery
    if case .held = delivery { return transport.hold(PendingTask(recorded, task: self, complete: complete)) }
    guard case .answered(let response, _) = answered else { return complete() }
    guard let scheduled = delivery.schedule(after: response.delay, on: timer, complete) else {
      return
    }
    state.withLock { $0.keep(scheduled) }?.cancel()
  }

  func didCancel() { transport.didCancel(self) }

  func didEnd() { transport.didEnd(self) }

  /// Answers, unless the task has its answer or has been cancelled.
  func answer(_ response: StubResponse, to request: RecordedRequest, from place: SourcePlace) {
    let playback = StubPlayback(response, to: request, pieceSize: transport.pieceSize)
    guard state.withLock({ $0.answer(playback) }) else { return }
    if let misuse = response.misuse { transport.reporter.fail(misuse.description, at: place) }
    transport.didAnswer(self)
    deliver()
  }

  private func answerUnmatched(_ report: String) {
    let events = [TransportEvent.failed(UnmatchedRequest(report: report), phase: .connect)]
    guard state.withLock({ $0.answer(StubPlayback(events)) }) else { return }
    transport.reporter.fail(report, at: transport.place)
    transport.didAnswer(self)
    deliver()
  }

  private func answerUnreadable(_ error: any Error) {
    guard state.withLock({ $0.answer(StubPlayback([.failed(error, phase: .send)])) }) else { return }
    deliver()
  }
}
