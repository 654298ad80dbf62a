import Foundation

/// Makes a trace from recorded events: aligns the clocks, and redacts.
struct TraceBuilder {
  let clocks: [TraceLog.Clock]
  /// The wall time at which the first clock was zero.
  private let epoch: Double
  /// The time of the first clock now.
  private let now: Duration

  /// The first event.
  private let first: (session: Int, time: Duration)?

  init(
    clocks: [TraceLog.Clock], first: (session: Int, time: Duration)?, firstTimer: (any NetworkTimer)?
  ) {
    self.clocks = clocks
    self.first = first
    now = firstTimer?.now ?? DispatchTimer.uptime
    let date = firstTimer?.date ?? Date()
    epoch = clocks.first?.epoch ?? date.timeIntervalSinceReferenceDate - now / .seconds(1)
  }

  func trace(_ entries: [TraceLog.Entry], _ streams: [Trace.TracedStream], dropped: Int) -> Trace {
    let zero = first.map { aligned($0.time, $0.session) } ?? now
    let end = max(.zero, now - zero)
    let requests = entries.map { entry in
      let clock = clocks.indices.contains(entry.key.session - 1) ? clocks[entry.key.session - 1] : nil
      var reader = TraceReader(
        entry, redaction: clock?.redaction ?? .standard, offset: aligned(.zero, entry.key.session) - zero)
      return reader.result()
    }
    return Trace(
      start: Date(timeIntervalSinceReferenceDate: epoch + zero / .seconds(1)), duration: end,
      requests: requests, streams: streams.map { shifted($0, by: zero) }, droppedRequests: dropped)
  }

  /// Returns a time of a session's clock as that of the first clock.
  ///
  /// Rounded to microseconds, because dates are no more accurate.
  private func aligned(_ time: Duration, _ session: Int) -> Duration {
    guard clocks.indices.contains(session - 1) else { return time }
    let seconds = clocks[session - 1].epoch - epoch
    guard abs(seconds) < 1e9 else { return time }
    return time + .microseconds(Int64((seconds * 1_000_000).rounded()))
  }

  private func shifted(_ stream: Trace.TracedStream, by zero: Duration) -> Trace.TracedStream {
    var stream = stream
    stream.start -= zero
    stream.end = stream.end.map { $0 - zero }
    for index in stream.marbles.indices { stream.marbles[index].time -= zero }
    return stream
  }
}
