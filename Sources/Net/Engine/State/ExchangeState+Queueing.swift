/// Waits for a slot after the request is adapted, and again for each redirect.
extension ExchangeState {
  mutating func enter(_ request: TransportRequest, in attempt: Attempt, at now: Duration) -> Phase {
    guard attempt.plan.isAdmitted else { return send(request, cookies: nil, in: attempt, at: now) }
    perform(.enter(request, hasCookies: attempt.plan.hasCookies, step: step))
    return .queueing(attempt, request)
  }

  mutating func queued(at now: Duration) -> Phase {
    guard case .queueing(let attempt, let request) = phase else { return phase }
    timings.queued = now - started
    report(.queued(request), by: attempt.plan)
    if let timeout = attempt.plan.timeouts.queue {
      perform(.schedule(.queue, after: timeout, step: step))
    }
    return phase
  }

  mutating func admitted(_ cookies: String?, at now: Duration) -> Phase {
    guard case .queueing(let attempt, let request) = phase else { return phase }
    if attempt.plan.timeouts.queue != nil { unschedule(.queue) }
    return send(request, cookies: cookies, in: attempt, at: now)
  }

  /// Returns the slot; does nothing if that has been done.
  mutating func returnSlot(_ plan: ExchangePlan) { if plan.isAdmitted { release.leaves = true } }
}
