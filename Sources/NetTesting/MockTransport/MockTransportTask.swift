import Foundation
import Net

/// One request to a mock transport.
final class MockTransportTask: TransportTask {
  private let state: Lock<MockTaskState>
  private let transport: MockTransport
  let request: TransportRequest

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
    let bodyCount = recorded.body.count
    transport.record(recorded, of: self)
    // Cancelled on another thread before it was recorded: what the cancellation looked for is there only now.
    if state.withLock({ $0.isCancelled }) { return transport.didEnd(self) }
    let answered = transport.answer(to: recorded)
    let complete: @Sendable () -> Void = { [self] in
      switch answered {
      case .answered(let response, let place): answer(response, from: place, bodyCount: bodyCount)
      case .unmatched(let report): answerUnmatched(report)
      }
    }
    let delivery = transport.delivery
    if case .held = delivery { return transport.hold(PendingTask(recorded, task: self, complete: complete)) }
    guard case .answered(let response, _) = answered else { return complete() }
    guard let scheduled = delivery.schedule(after: response.delay, on: transport.timer, complete) else {
      return
    }
    state.withLock { $0.keep(scheduled) }?.cancel()
  }

  func pause() { state.withLock { $0.pause() } }

  func proceed() {
    state.withLock { $0.proceed() }
    deliver()
  }

  func cancel() {
    let cancelling = state.withLock { $0.cancel() }
    guard cancelling.isEffective else { return }
    cancelling.scheduled?.cancel()
    transport.didCancel(self)
    deliver()
  }

  /// Answers, unless the task has its answer or has been cancelled.
  func answer(_ response: StubResponse, from place: SourcePlace, bodyCount: Int) {
    guard state.withLock({ $0.answer(events(of: response, bodyCount: bodyCount)) }) else { return }
    if let misuse = response.misuse { transport.reporter.fail(misuse.description, at: place) }
    transport.didAnswer(self)
    deliver()
  }

  private func answerUnmatched(_ report: String) {
    let events = [TransportEvent.failed(UnmatchedRequest(report: report), phase: .connect)]
    guard state.withLock({ $0.answer(events) }) else { return }
    transport.reporter.fail(report, at: transport.place)
    transport.didAnswer(self)
    deliver()
  }

  private func answerUnreadable(_ error: any Error) {
    guard state.withLock({ $0.answer([.failed(error, phase: .send)]) }) else { return }
    deliver()
  }

  private func events(of response: StubResponse, bodyCount: Int) -> [TransportEvent] {
    guard case .response(let status, let headers, let body) = response.outcome else {
      guard case .failure(let error) = response.outcome else { return [] }
      return [.failed(error, phase: .connect)]
    }
    var events: [TransportEvent] = []
    if bodyCount > 0 { events.append(.sent(bytes: Int64(bodyCount))) }
    let content = hasBody(status: status) ? body : Data()
    var head = ResponseHead(status: status, headers: headers, url: request.url, httpVersion: "HTTP/1.1")
    if !content.isEmpty { head.headers.setDefault(name: "Content-Length", value: "\(content.count)") }
    events.append(.head(head))
    var rest = content[...]
    while !rest.isEmpty {
      events.append(.body(Data(rest.prefix(transport.pieceSize))))
      rest = rest.dropFirst(transport.pieceSize)
    }
    events.append(.finished(TransportTimings()))
    return events
  }

  // RFC 9110 section 6.4.1: these responses never have content, whatever the stub says.
  private func hasBody(status: Int) -> Bool {
    request.method != .head && status != 204 && status != 304 && status >= 200
  }

  /// Delivers the events that there are, one after the other, by one thread at a time.
  private func deliver() {
    guard state.withLock({ $0.beginDelivering() }) else { return }
    while let next = state.withLock({ $0.next() }) {
      if next.event.isEnd { transport.didEnd(self) }
      next.receiver.receive(next.event)
    }
  }
}
