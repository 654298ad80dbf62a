import Foundation
import Net

/// The back half of one mocked request.
final class MockExchange: Exchange {
  let state = Lock(MockExchangeState())
  let network: NetworkingMock

  init(network: NetworkingMock) { self.network = network }

  var request: TransportRequest? { state.withLock { $0.plan?.request } }
  var response: ResponseHead? { state.withLock { $0.head } }

  func start(_ description: RequestDescription, accept: String?, client: any ExchangeClient) {
    let configuration = network.configuration
    let transportRequest: TransportRequest
    do {
      transportRequest = try description.transportRequest(
        baseURL: configuration.baseURL, headers: configuration.headers, accept: accept,
        encoder: configuration.encoder)
    } catch {
      network.record(MockedRequest(description, transportRequest: nil), of: self)
      let isCancelled = state.withLock { $0.start(nil, client: client) }
      return isCancelled ? cancel() : deliver { _ in FailedOutcome(error) }
    }
    let plan = MockExchangeState.Plan(
      request: transportRequest, rules: description.validation.merged(over: configuration.validation),
      decoder: description.decoder ?? configuration.decoder, streamed: Self.streamed(description))
    let request = MockedRequest(description, transportRequest: transportRequest)
    // Before it starts: a cancellation on another thread finds it recorded, or is carried out below.
    network.record(request, of: self)
    let isCancelled = state.withLock { $0.start(plan, client: client) }
    if isCancelled { cancel() } else { answer(request, RecordedRequest(transportRequest)) }
  }

  func cancel() {
    let cancelling = state.withLock { $0.cancel() }
    guard cancelling.isEffective else { return }
    cancelling.scheduled?.cancel()
    network.didCancel(self)
    cancelling.streaming?.cancel()
    cancelling.client?.exchangeDidFinish(cancelledOutcome)
  }

  func configuredTooLate(_ call: String) {
    network.reporter.fail(
      """
      \(call) was called on a request that had started, so it changed nothing. The first response… call starts a \
      request; configure it before.
      """, at: network.place)
  }

  func cURLDescription(of description: RequestDescription) -> String {
    let configuration = network.configuration
    let built = try? description.transportRequest(
      baseURL: configuration.baseURL, headers: configuration.headers, accept: nil,
      encoder: configuration.encoder)
    return (request ?? built)?.cURLDescription()
      ?? "curl \(TransportRequest.shellQuoted(MockedRequest(description, transportRequest: nil).url))"
  }

  var cancelledOutcome: FailedOutcome {
    FailedOutcome(
      NetworkError(.cancelled, request: request, response: response, attempts: 1),
      timings: ResponseTimings(attempts: 1))
  }

  private func answer(_ request: MockedRequest, _ recorded: RecordedRequest) {
    let taken = network.takeAnswer(to: recorded)
    if let validate = taken?.content.validateRequest {
      do {
        try validate(request)
      } catch {
        network.reporter.fail(
          "validateRequest refused \(recorded): \(error)", at: taken?.place ?? network.place)
      }
    }
    let delivery = taken?.content.delivery ?? network.delivery
    let answered = taken.map { (answer: $0.content.answer(request), place: $0.place) }
    let complete: @Sendable () -> Void = { [self] in
      if let answered {
        deliver(answered.answer, from: answered.place)
      } else {
        deliverUnmatched(network.report(for: recorded))
      }
    }
    if case .held = delivery {
      return network.hold(PendingRequest(request, exchange: self, complete: complete))
    }
    guard let answered else { return complete() }
    var delay = Duration.zero
    if let response = streamedResponse(of: answered.answer) {
      delay = response.delay
    } else if case .bytes(let response) = answered.answer {
      // Without an end there is nothing to wait for but a cancellation.
      guard let duration = PlayedAnswer(response, to: recorded)?.duration else { return }
      delay = response.delay + duration
    }
    guard let scheduled = delivery.schedule(after: delay, on: network.timer, complete) else { return }
    state.withLock { $0.keep(scheduled) }?.cancel()
  }

  /// Delivers an answer, unless the request has ended.
  func deliver(_ answer: MockAnswer, from place: SourcePlace) {
    if let response = streamedResponse(of: answer) {
      if let misuse = response.misuse { network.reporter.fail(misuse.description, at: place) }
      return stream(response, checksType: answer.checksType)
    }
    switch answer {
    case .bytes(let response):
      if let misuse = response.misuse { network.reporter.fail(misuse.description, at: place) }
      guard let recorded = request.map({ RecordedRequest($0) }),
        let played = PlayedAnswer(response, to: recorded)
      else { return }
      switch played.failure {
      case (let error, let phase)?: deliverFailure(error, played.parts, phase)
      case nil:
        deliver(played.parts ?? MockResponseParts(), checksType: true) {
          ReceivedOutcome($0, timings: .mocked($0))
        }
      }
    case .value(let value, var parts):
      let bytes = value.bytes
      parts.data = bytes ?? parts.data
      let reporter = network.reporter
      deliver(parts, checksType: answer.checksType) { received in
        guard bytes == nil else { return ReceivedOutcome(received, timings: .mocked(received)) }
        return TypedOutcome(value: value, received: received, place: place, reporter: reporter)
      }
    case .failure(let error, let parts): deliverFailure(error, parts.isSpoken ? parts : nil)
    }
  }

  private func deliverUnmatched(_ report: String) {
    network.reporter.fail(report, at: network.place)
    deliverFailure(UnmatchedRequest(report: report), nil)
  }

  private func deliverFailure(
    _ error: any Error, _ parts: MockResponseParts?, _ phase: TransportPhase? = nil
  ) {
    deliver { [self] client in
      let head = parts.map { self.head(of: $0) }
      if let head { client.exchangeDidReceive(head) }
      let phase = phase ?? (head == nil ? .connect : .body)
      let failure =
        error as? NetworkError
        ?? NetworkError(
          .transport(phase), request: request, response: head, data: parts?.data, underlyingError: error,
          attempts: 1)
      return FailedOutcome(failure, timings: ResponseTimings(attempts: 1))
    }
  }

  private func deliver(
    _ parts: MockResponseParts, checksType: Bool,
    outcome: @escaping @Sendable (ReceivedResponse) -> any ExchangeOutcome
  ) {
    deliver { [self] client in
      // Only a request that could be built gets as far as an answer.
      guard var plan = state.withLock({ $0.plan }) else { return cancelledOutcome }
      if let sent = plan.request.body.count, sent > 0 {
        client.exchangeDidSend(TransferProgress(completed: sent, total: sent))
      }
      let head = head(of: parts)
      client.exchangeDidReceive(head)
      let data = parts.data ?? Data()
      let count = Int64(data.count)
      if count > 0, state.withLock({ $0.isDelivering }) {
        client.exchangeDidProgress(TransferProgress(completed: count, total: count))
      }
      // A value without headers stands for a response of whatever type the caller asked for.
      if !checksType { plan.rules.contentType = .any }
      let received = ReceivedResponse(
        request: plan.request, head: head, data: data, decoder: plan.decoder)
      do throws(NetworkError) {
        if state.withLock({ $0.isDelivering }) { try plan.rules.validate(received) }
        return outcome(received)
      } catch {
        return FailedOutcome(
          error.completed(with: received, attempts: 1), timings: .mocked(received))
      }
    }
  }

  private func head(of parts: MockResponseParts) -> ResponseHead {
    let head = ResponseHead(status: parts.status, headers: parts.headers, url: request?.url)
    state.withLock { $0.head = head }
    return head
  }

  private func deliver(_ outcome: (any ExchangeClient) -> any ExchangeOutcome) {
    guard let client = state.withLock({ $0.beginDelivery() }) else { return }
    network.willDeliver(self)
    let outcome = outcome(client)
    let isCancelled = state.withLock { $0.endDelivery() }
    network.didEnd(self)
    client.exchangeDidFinish(isCancelled ? cancelledOutcome : outcome)
  }
}
