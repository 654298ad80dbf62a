import Foundation

/// Makes a trace from recorded events: puts them on one time axis, by the wall time at which each of them began, and
/// redacts.
struct TraceBuilder {
  let clocks: SessionClocks
  /// The first event: its time is the zero of the trace.
  private let first: TraceLog.Moment
  private let now: TraceLog.Moment

  /// - `epoch`: The last reading of an epoch.
  init(clocks: SessionClocks, first: TraceLog.Moment?, epoch: Double?, now: TraceLog.Moment) {
    self.clocks = clocks
    self.now = now.read(again: epoch) ?? now
    self.first = first ?? self.now
  }

  func trace(_ entries: [TraceLog.Entry], _ streams: [StreamEntry], dropped: Int) -> Trace {
    let duration = max(.zero, now.time + offset(of: now.epoch))
    let requests = entries.map { entry in
      var reader = TraceReader(
        entry, clock: clocks[entry.key.session], offset: offset(of: entry.epoch), now: duration)
      return reader.result()
    }
    return Trace(
      start: Date(timeIntervalSinceReferenceDate: first.epoch + first.time / .seconds(1)),
      duration: duration, requests: requests,
      streams: streams.map { shifted($0.stream, by: offset(of: $0.epoch)) }, droppedRequests: dropped)
  }

  /// What is added to the times of a clock with this epoch.
  private func offset(of epoch: Double) -> Duration {
    let seconds = epoch - first.epoch
    guard abs(seconds) < 1e9 else { return .zero - first.time }
    return Duration(microsecondsIn: seconds) - first.time
  }

  private func shifted(_ stream: Trace.TracedStream, by offset: Duration) -> Trace.TracedStream {
    var stream = stream
    stream.start += offset
    stream.end = stream.end.map { $0 + offset }
    for index in stream.marbles.indices { stream.marbles[index].time += offset }
    return stream
  }
}
