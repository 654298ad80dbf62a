/// Requests, heads and errors leave a session with its redaction, so that their descriptions are redacted by it.
///
/// Heads get it as they arrive, and requests as they are built, because policies and closures of the user see both.
extension SessionExchange {
  func marked(_ description: RequestDescription) -> RequestDescription {
    // Another session may have marked it.
    guard parts.redaction != nil || description.carriedRedaction != nil else { return description }
    var description = description
    description.carriedRedaction = parts.redaction
    return description
  }

  func marked(_ request: TransportRequest) -> TransportRequest {
    guard let redaction = parts.redaction else { return request }
    var request = request
    request.redaction = redaction
    return request
  }

  func marked(_ head: ResponseHead) -> ResponseHead {
    guard let redaction = parts.redaction else { return head }
    var head = head
    head.redaction = redaction
    return head
  }

  func marked(_ event: TransportEvent) -> TransportEvent {
    guard parts.redaction != nil else { return event }
    return switch event {
    case .head(let head): .head(marked(head))
    case .interim(let head): .interim(marked(head))
    case .redirect(let head): .redirect(marked(head))
    default: event
    }
  }

  func marked(_ error: NetworkError) -> NetworkError {
    guard let redaction = parts.redaction else { return error }
    var error = error
    error.redaction = redaction
    error.request = error.request.map(marked)
    error.response = error.response.map(marked)
    return error
  }

  private func marked(_ received: ReceivedResponse) -> ReceivedResponse {
    var received = received
    received.request = marked(received.request)
    received.head = marked(received.head)
    return received
  }

  func marked(_ outcome: ExchangeOutcome) -> ExchangeOutcome {
    guard parts.redaction != nil else { return outcome }
    return ExchangeOutcome(outcome.result.map(marked).mapError(marked), timings: outcome.timings)
  }

  func marked(_ event: RequestEvent) -> RequestEvent {
    guard parts.redaction != nil else { return event }
    return switch event {
    case .started, .connection, .sentBody, .receivedBody, .receivedTrailers, .cache, .webSocket,
      .configuredTooLate:
      event
    case .adapted(let request): .adapted(marked(request))
    case .queued(let request): .queued(marked(request))
    case .sent(let request, let attempt): .sent(marked(request), attempt: attempt)
    case .resent(let request): .resent(marked(request))
    case .receivedInterim(let head): .receivedInterim(marked(head))
    case .receivedHead(let head): .receivedHead(marked(head))
    case .redirected(let head, let request): .redirected(marked(head), to: marked(request))
    case .willRetry(let error, let delay): .willRetry(marked(error), after: delay)
    case .willFallBack(let error): .willFallBack(marked(error))
    case .decoded(let type, let duration, let error):
      .decoded(type: type, took: duration, error: error.map(marked))
    case .finished(let received, let timings): .finished(marked(received), timings)
    case .failed(let error, let timings): .failed(marked(error), timings)
    }
  }
}
