import Dispatch

extension DispatchTimeInterval {
  /// The duration, from zero to a day to prevent an overflow; no test waits that long.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = min(max(duration, .zero), .seconds(86_400)).components
    self = .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}
