import Foundation
import Net

/// One request to a mock transport: delivers its events as its state allows.
final class MockTransportTask: PlaybackTask, StubbedExchange {
  /// Opens a WebSocket, given the response with its script, the handshake, and the line of the stub.
  typealias WebSocketOpener = @Sendable (StubResponse, RecordedRequest) -> Void

  private let state: Lock<MockTaskState>
  private let transport: MockTransport
  private let request: TransportRequest
  /// Nil for a request that is not a handshake of a WebSocket.
  private let openWebSocket: WebSocketOpener?
  /// Whether the ledger has the request of the network above this task.
  private let isCovered: Bool

  init(
    _ request: TransportRequest, receiver: any TransportReceiver, transport: MockTransport,
    openWebSocket: WebSocketOpener? = nil
  ) {
    self.openWebSocket = openWebSocket
    isCovered = receiver is ProfiledTask
    state = Lock(MockTaskState(receiver: receiver))
    self.request = request
    self.transport = transport
  }

  func resume() {
    transport.didResume()
    guard state.withLock({ $0.resume() }) else { return }
    var recorded = RecordedRequest(method: request.method, url: request.url, headers: request.headers)
    if let redaction = request.carriedRedaction { recorded.redaction = redaction }
    recorded.tags = request.tags
    if let reading = request.body.sequenceReading { return read(reading, for: recorded) }
    do { recorded.body = try request.body.contents() } catch {
      return play(StubPlayback([.event(.failed(error, phase: .send))]))
    }
    begin(recorded)
  }

  /// Reads a body that arrives over time, without blocking this thread, and then sends the request.
  private func read(_ reading: SequenceReading, for request: RecordedRequest) {
    transport.ledger.open(self, for: request, isRecorded: false, isCovered: isCovered)
    guard state.withLock({ $0.keep(reading) }) else { return transport.ledger.close(self) }
    reading.read { [self] result in
      // A cancellation has taken the reading, and completes the task.
      guard state.withLock({ $0.takeReading() }) != nil else { return }
      switch result {
      case .success(let body):
        var request = request
        request.body = body
        begin(request, isOpen: true)
      case .failure(let error): play(StubPlayback([.event(.failed(error, phase: .send))]))
      }
    }
  }

  /// Records the request, and finds and delivers its response.
  private func begin(_ recorded: RecordedRequest, isOpen: Bool = false) {
    // Once the request is recorded, another thread may advance the time by its delay.
    let arrival = transport.timer.now
    let number = transport.ledger.open(self, for: recorded, isCovered: isCovered, isOpen: isOpen)
    state.withLock { $0.number = number }
    // If another thread cancelled the task before it was recorded, that cancellation did not close it.
    if state.withLock({ $0.isCancelled }) { return transport.ledger.close(self) }
    defer { transport.interposer?.didSend(number) }
    let found = transport.response(to: recorded, number: number)
    let complete: @Sendable () -> Void = { [self, recorded] in
      if let found { respond(with: found.response, to: recorded, from: found.place) } else { fail(recorded) }
    }
    let delivery = found?.response.delivery ?? transport.delivery
    state.withLock { $0.delivery = delivery }
    if let found, transport.ledger.heldMisuse(of: found.response) != nil { return complete() }
    if case .held = delivery, found != nil || !transport.ledger.hasStub(for: recorded) {
      if found == nil, transport.ledger.hasStubs { state.withLock { $0.unmatched = recorded } }
      let pending = PendingRequest(recorded) { [self, recorded] other in
        if let other { respond(with: other.response, to: recorded, from: other.place) } else { complete() }
      }
      send(recorded.body, before: found?.response, delivery)
      return transport.ledger.hold(pending, of: self)
    }
    guard let found else { return fail(recorded, isHeld: false) }
    send(recorded.body, before: found.response, delivery)
    let scheduled = delivery.schedule(
      after: found.response.delay, from: arrival, on: transport.timer, complete)
    guard let scheduled else { return }
    state.withLock { $0.keep(scheduled) }?.cancel()
  }

  /// Sends the body of the request before a response that is not delivered at once, as on a connection.
  ///
  /// Afterwards another thread may deliver the response.
  private func send(_ body: Data, before response: StubResponse?, _ delivery: MockDelivery) {
    guard !body.isEmpty, delivery.waits(for: response?.delay ?? .zero), response?.isFailureToConnect != true
    else { return }
    state.withLock { $0.send(body.count) }
    delivery.perform { [self] in deliver() }
  }

  func cancel() {
    reportUnmatched()
    let cancelling = state.withLock { $0.cancel() }
    guard cancelling.isEffective else { return }
    cancelling.scheduled?.cancel()
    state.withLock { $0.takeReading() }?.cancel()
    transport.ledger.close(self, isCancelled: true)
    deliver()
  }

  func reportUnmatched() {
    guard let request = state.withLock({ $0.takeUnmatched() }) else { return }
    transport.ledger.fail(transport.ledger.report(for: request))
  }

  /// Ends the task, because its WebSocket has ended.
  func endWebSocket() {
    // The receiver is released here, outside the lock.
    let receiver = state.withLock { $0.end() }
    transport.ledger.close(self)
    withExtendedLifetime(receiver) {}
  }

  /// Delivers the response, unless the task has one or was cancelled.
  private func respond(with response: StubResponse, to request: RecordedRequest, from place: SourcePlace) {
    let (isWaiting, hasSent) = state.withLock { ($0.isWaiting, $0.hasSent) }
    guard isWaiting else { return }
    let prepared = transport.prepare(response, request, place)
    if let openWebSocket, prepared.script != nil, transport.ledger.heldMisuse(of: prepared) == nil {
      // The task stays open, and delivers nothing but its cancellation.
      guard state.withLock({ $0.answer(StubPlayback([])) }) else { return }
      transport.ledger.release(self)
      return openWebSocket(prepared, request)
    }
    let checked = transport.ledger.checked(prepared, from: place)
    play(StubPlayback(checked, to: request, hasSent: hasSent, chunkSize: transport.chunkSize))
  }

  /// Fails the test and the request, because no stub answers it.
  ///
  /// - `isHeld`: Whether it was held; then its cancellation has failed the test.
  private func fail(_ request: RecordedRequest, isHeld: Bool = true) {
    let (isWaiting, hasSent) = state.withLock { ($0.isWaiting, $0.hasSent) }
    guard isWaiting || !isHeld else { return }
    let report = transport.ledger.report(for: request)
    transport.ledger.fail(report)
    play(StubPlayback([.event(.failed(UnmatchedRequest(report: report), phase: hasSent ? .head : .connect))]))
  }

  private func play(_ playback: StubPlayback) {
    guard state.withLock({ $0.answer(playback) }) else { return }
    transport.ledger.release(self)
    deliver()
  }

  var timer: any NetworkTimer { transport.timer }

  func withState<Result: Sendable>(_ body: (inout MockTaskState) -> Result) -> Result { state.withLock(body) }

  func deliver(_ event: TransportEvent, to receiver: any TransportReceiver) {
    if event.isLast { transport.ledger.close(self) }
    receiver.receive(event)
    if let interposer = transport.interposer, let number = state.withLock({ $0.number }) {
      interposer.didDeliver(event, of: number)
    }
  }

  func continueDelivery(_ action: @escaping @Sendable () -> Void) {
    (state.withLock { $0.delivery } ?? transport.delivery).perform(action)
  }
}
