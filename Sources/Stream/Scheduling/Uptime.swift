import Dispatch

extension Duration {
  /// The time on the clock that Dispatch uses for deadlines, so that a scheduler that compares the two never
  /// finds an action early.
  static var uptime: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  var clampedNanoseconds: UInt64 {
    guard self > .zero else { return 0 }
    guard self < .seconds(Int64.max / 1_000_000_000) else { return UInt64(Int64.max) }
    return UInt64(components.seconds) * 1_000_000_000 + UInt64(components.attoseconds / 1_000_000_000)
  }
}

extension DispatchTime {
  init(uptime: Duration) {
    self.init(uptimeNanoseconds: uptime.clampedNanoseconds)
  }
}
