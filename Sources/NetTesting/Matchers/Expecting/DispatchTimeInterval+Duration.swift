import Dispatch

extension DispatchTimeInterval {
  /// The duration, from zero to a day to prevent an overflow; no test waits that long.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = min(max(duration, .zero), .seconds(86_400)).components
    // An `Int` of 32 bits has no day of nanoseconds or microseconds.
    self =
      Int.bitWidth > 32
      ? .nanoseconds(Int(clamping: seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
      : .milliseconds(Int(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
  }
}
