/// A stream with the number of the last change that concerned it.
struct StreamEntry: Sendable {
  var stream: Trace.TracedStream
  /// The wall time at which the clock was zero when the stream was subscribed.
  var epoch: Double
  /// An estimate of its bytes.
  var size: Int
  var change: Int

  mutating func add(_ marble: Trace.Marble, limit: Int, change: Int) {
    self.change = change
    if stream.marbles.count >= limit { drop(max(1, limit / 2)) }
    stream.marbles.append(marble)
    size += Self.size(of: marble)
    if marble.kind != .element { stream.end = marble.time }
  }

  /// Drops this many of the oldest events.
  mutating func drop(_ count: Int) {
    for dropped in stream.marbles.prefix(count) { size -= Self.size(of: dropped) }
    stream.marbles.removeFirst(count)
    stream.droppedMarbles += count
  }

  private static func size(of marble: Trace.Marble) -> Int { 48 + marble.text.utf8.count }
}
