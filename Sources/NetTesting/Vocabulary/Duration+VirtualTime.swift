extension Duration {
  /// The latest virtual time, whose seconds fit into an `Int64`; what would be later is at this time.
  ///
  /// A delay such as `.seconds(.max)`, which stands for never, may be added to any time.
  static let latestVirtualTime = Duration.seconds(Int64.max)

  /// This as a virtual time: itself, or the latest one.
  var asVirtualTime: Duration { min(self, .latestVirtualTime) }

  /// The longest delay that is added to a time: 146 years, as that of a `DispatchTimer`.
  static let longestWait = Duration.seconds(4_600_000_000)

  /// The virtual time that is this much later; the same time if the interval is negative.
  func virtualTime(after interval: Duration) -> Duration {
    interval >= .latestVirtualTime - self ? .latestVirtualTime : self + max(interval, .zero)
  }

  /// The virtual time of this many ticks after this one, or before it.
  func virtualTime(afterTicks count: Int, of tick: Duration) -> Duration {
    let isHuge = count != 0 && tick > .latestVirtualTime / abs(count)
    guard isHuge else { return (self + tick * count).asVirtualTime }
    return count > 0 ? .latestVirtualTime : .zero - .latestVirtualTime
  }

  /// The number of seconds; nil if it is not whole, or does not fit.
  var wholeSeconds: Int64? {
    let doesFit = .zero - .latestVirtualTime <= self && self <= .latestVirtualTime
    return doesFit && components.attoseconds == 0 ? components.seconds : nil
  }
}
