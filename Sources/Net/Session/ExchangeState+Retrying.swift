/// What becomes of a failure: interceptors are asked in turn whether the request is sent again.
extension ExchangeState {
  mutating func fail(_ error: NetworkError, at now: Duration) {
    if case .cancelled = error.reason { return end(error, at: now) }
    // What has been given cannot be taken back.
    if let flow, flow.hasGiven, !isDownload { return end(error, at: now) }
    ask(0, about: completed(error), at: now)
  }

  private mutating func ask(_ interceptor: Int, about error: NetworkError, at now: Duration) {
    guard let interceptors = plan?.interceptors, interceptor < interceptors.count else {
      return end(error, at: now)
    }
    phase = .deciding(error, interceptor: interceptor)
    step += 1
    let context = RetryContext(error: error, attempts: attempts, elapsed: now - started)
    perform(.ask(interceptors[interceptor], context, step: step))
  }

  mutating func decided(_ decision: RetryDecision, at now: Duration) {
    guard case .deciding(let error, let interceptor) = phase else { return }
    switch decision {
    case .pass: ask(interceptor + 1, about: error, at: now)
    case .stop: end(error, at: now)
    case .fail(let other): end(NetworkError(other, otherwise: .interceptor), at: now)
    case .retry(let delay):
      guard let original, original.body.isAvailable else { return end(error, at: now) }
      report(.willRetry(error, after: max(.zero, delay)))
      guard delay > .zero else { return attempt(original, at: now) }
      phase = .pausing
      step += 1
      perform(.schedule(.backOff, after: delay, step: step))
    }
  }
}
