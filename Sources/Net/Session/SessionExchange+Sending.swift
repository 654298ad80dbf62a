/// Passes requests to the queue and to the transport.
extension SessionExchange {
  func makeTask(
    _ request: TransportRequest, _ source: (any TaskSource)?, step: Int
  ) -> ExchangeAgenda.HeldTask? {
    if request.hasBody { handle(.sending(total: request.body.count, step: step)) }
    let change = request.method.isSafe ? nil : UnsafeRequest(request.url, parts.cache.shares)
    let receiver = StepReceiver(exchange: self, step: step, change: change)
    var task =
      source?.task(for: request, receiver: receiver) ?? handshake?.task(for: request, receiver: receiver)
      ?? parts.transport.task(for: request, receiver: receiver)
    if let change { task = change.following(task) }
    guard let made = agenda.withLock({ $0.keep(task, step: step) }) else {
      // It was cancelled before it began. Cancelling the task makes the transport release the receiver.
      task.cancel()
      return nil
    }
    return made
  }

  func enter(_ request: TransportRequest, hasCookies: Bool, step: Int) {
    let admit: @Sendable () -> Void = { [self] in
      let jar = hasCookies ? parts.configuration.cookies : nil
      let cookies = jar?.header(for: request.url, beside: request.headers.values(for: "Cookie"))
      handle(.admitted(cookies: cookies, step: step))
    }
    guard let queue = parts.queue else { return admit() }
    let entry = queue.enter(request.url.authority, admit)
    guard agenda.withLock({ $0.keep(ticket: entry.ticket, step: step) }) else {
      return queue.admit(queue.leave(entry.ticket))
    }
    if entry.hasSlot { admit() } else { handle(.queued(step: step)) }
  }

  /// Passes on the events of one task, with its step.
  private struct StepReceiver: SourceReceiver {
    let exchange: SessionExchange
    let step: Int
    /// Nil for a safe request.
    let change: UnsafeRequest?

    func receive(_ event: TransportEvent) {
      change?.receive(event)
      exchange.handle(.transport(exchange.marked(event), step: step))
    }

    func notice(_ event: SourceEvent) {
      // Nobody else is interested in what the cache did.
      if case .cache = event, exchange.parts.configuration.monitors.isEmpty { return }
      exchange.handle(.noticed(event, step: step))
    }
  }
}
