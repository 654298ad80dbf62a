import Net

/// One direction of a network, whose bandwidth all transfers share equally, as a pure value.
///
/// All active transfers progress equally. ``share`` is the number of bytes that a transfer would have received if it
/// had always been active, so a transfer is complete when ``share`` has grown by its size.
struct FairLink: Sendable {
  private let bytesPerSecond: Double
  private var time: Duration = .zero
  /// The bytes that a transfer has received that was always active.
  private var share = 0.0
  /// The share at which each transfer is complete.
  private var ends: [Int: Double] = [:]

  init(_ rate: BitRate) { bytesPerSecond = rate.bytesPerSecond }

  private var isUnlimited: Bool { bytesPerSecond.isInfinite }

  /// Advances to this time.
  mutating func advance(to now: Duration) {
    guard now > time else { return }
    if !ends.isEmpty, !isUnlimited {
      share += (now - time) / .seconds(1) * bytesPerSecond / Double(ends.count)
    }
    time = now
  }

  /// Begins a transfer.
  ///
  /// - `previous`: The end of the transfer that this one continues, so that rounded times do not add up.
  mutating func begin(_ id: Int, bytes: Double, after previous: Double? = nil) {
    ends[id] = (previous ?? share) + bytes
  }

  /// Ends a transfer early; returns the number of missing bytes.
  @discardableResult
  mutating func stop(_ id: Int) -> Double {
    ends.removeValue(forKey: id).map { isUnlimited ? 0 : max(0, $0 - share) } ?? 0
  }

  /// When the first transfer completes; nil without any, or if all of them take longer than 285 years.
  var next: Duration? {
    guard let end = ends.values.min() else { return nil }
    guard !isUnlimited else { return time }
    let seconds = max(0, end - share) * Double(ends.count) / bytesPerSecond
    // Rounded up, so that the transfer is complete then, but not because of an arithmetic error.
    let nanoseconds = (seconds * 1e9 - 1e-3).rounded(.up)
    // Also if it is infinite. Time passes in vain: so little of it arrives that the share stays the same.
    guard nanoseconds < 9e18 else { return nil }
    return time.addingSaturated(.nanoseconds(Int64(max(0, nanoseconds))))
  }

  /// Removes and returns the transfers that are complete, and the share at which each was.
  mutating func takeComplete() -> [(id: Int, end: Double)] {
    let tolerance = isUnlimited ? .infinity : max(1e-6, bytesPerSecond * 1e-11)
    let complete = ends.filter { $0.value <= share + tolerance }.sorted {
      ($0.value, $0.key) < ($1.value, $1.key)
    }
    for (id, _) in complete { ends[id] = nil }
    return complete.map { ($0.key, $0.value) }
  }
}
