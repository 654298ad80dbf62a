/// How a request comes to its place: asked for once it is adapted, and again for each redirect.
extension ExchangeState {
  mutating func enter(
    _ request: TransportRequest, beginsAttempt: Bool, at now: Duration
  ) -> [Action] {
    phase = .queueing(request, beginsAttempt: beginsAttempt)
    bare = request
    guard plan?.isAdmitted == true else { return admitted(nil, at: now) }
    return [.enter(request, step: step)]
  }

  mutating func queued(at now: Duration) -> [Action] {
    guard case .queueing(let request, _) = phase else { return [] }
    timings.queued = now - started
    let timeout = plan?.timeouts.queue.map { Action.schedule(.queue, after: $0, step: step) }
    return [.report(.queued(request))] + (timeout.map { [$0] } ?? [])
  }

  mutating func admitted(_ cookies: String?, at now: Duration) -> [Action] {
    guard case .queueing(var request, let beginsAttempt) = phase else { return [] }
    if let cookies { request.headers.update(name: "Cookie", value: cookies) }
    var actions: [Action] = plan?.timeouts.queue == nil ? [] : [.unschedule(.queue)]
    if beginsAttempt {
      attempts += 1
      actions.append(.report(.sent(request, attempt: attempts)))
    }
    return actions + send(request, at: now)
  }
}
