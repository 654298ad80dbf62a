import Dispatch

extension DispatchTimeInterval {
  /// The duration, up to a day, which is for ever in a test and keeps the arithmetic from overflowing.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
    self = .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}
