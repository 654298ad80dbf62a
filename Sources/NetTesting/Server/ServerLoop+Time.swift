import Net

extension ServerLoop {
  /// A response, or the rest of one, that is delayed in real time.
  struct Delayed {
    var due: Duration
    var ticket: ServerCore.Ticket
    var late: ServerCore.Late
  }

  /// The time on the clock of the server: that of its timer, or the real time since it started.
  var now: Duration { settings.timer?.now ?? ContinuousClock.now - start }

  /// Delays a response.
  ///
  /// The next delay on the connection is counted from when this one is due.
  func delay(_ response: StubResponse, at place: SourcePlace, on connection: ServerConnection) {
    connection.due += min(response.delay, .longestWait)
    schedule(.answer(response.delay(.zero), place), on: connection)
  }

  /// Delays the rest of a response, counted from when the previous part was due, so that chunks keep their times
  /// however late this thread wakes.
  func hold(_ connection: ServerConnection, for delay: Duration) {
    connection.due += min(delay, .longestWait)
    schedule(.rest, on: connection)
  }

  private func schedule(_ late: ServerCore.Late, on connection: ServerConnection) {
    guard let timer = settings.timer else {
      delayed.append(Delayed(due: connection.due, ticket: nextTicket(of: connection), late: late))
      return
    }
    let ticket = nextTicket(of: connection)
    let post: @Sendable () -> Void = { [core] in core.post(.late(ticket, late)) }
    connection.delay = timer.schedule(at: connection.due, post)
    if connection.delay == nil { post() }
  }

  /// A new ticket, so that what was scheduled before is dropped.
  private func nextTicket(of connection: ServerConnection) -> ServerCore.Ticket {
    connection.serial += 1
    return ServerCore.Ticket(connection: connection.number, serial: connection.serial)
  }

  func millisecondsToWait() -> Int32 {
    let lingers = connections.values.lazy.compactMap(\.lingersUntil).min()
    let delays = delayed.lazy.map { self.start + $0.due }.min()
    let next = [lingers, delays, acceptsAgainAt, core.nextDeadline].compactMap { $0 }.min()
    guard let next else { return -1 }
    // A day is long enough, and prevents an overflow.
    let wait = min(max(.zero, next - .now), .seconds(86_400)).components
    // Rounded up, so that the loop does not spin during the last millisecond.
    let milliseconds = wait.seconds * 1_000 + (wait.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: milliseconds)
  }

  func passTime() {
    while !arrived.isEmpty {
      let (ticket, late) = arrived.removeFirst()
      deliver(late, to: ticket)
    }
    let now = ContinuousClock.now
    if let again = acceptsAgainAt, again <= now { acceptsAgainAt = nil }
    for connection in connections.values where connection.lingersUntil.map({ $0 <= now }) == true {
      close(connection, withReset: false)
    }
    if !delayed.isEmpty {
      let time = now - start
      let due = delayed.filter { $0.due <= time }
      delayed.removeAll { $0.due <= time }
      for answer in due.sorted(by: { $0.due < $1.due }) { deliver(answer.late, to: answer.ticket) }
    }
    core.endWaits()
  }
}
