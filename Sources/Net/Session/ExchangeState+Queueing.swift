/// How a request comes to its place: asked for once it is adapted, and again for each redirect.
extension ExchangeState {
  mutating func enter(_ request: TransportRequest, beginsAttempt: Bool, at now: Duration) {
    phase = .queueing(request, beginsAttempt: beginsAttempt)
    bare = request
    guard plan?.isAdmitted == true else { return admitted(nil, at: now) }
    perform(.enter(request, step: step))
  }

  mutating func queued(at now: Duration) {
    guard case .queueing(let request, _) = phase else { return }
    timings.queued = now - started
    report(.queued(request))
    if let timeout = plan?.timeouts.queue { perform(.schedule(.queue, after: timeout, step: step)) }
  }

  mutating func admitted(_ cookies: String?, at now: Duration) {
    guard case .queueing(var request, let beginsAttempt) = phase else { return }
    if let cookies { request.headers.update(name: "Cookie", value: cookies) }
    if plan?.timeouts.queue != nil { unschedule(.queue) }
    if beginsAttempt {
      attempts += 1
      let attempt = attempts
      report(.sent(request, attempt: attempt))
    }
    send(request, at: now)
  }
}
