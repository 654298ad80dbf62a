/// The length of a tick of a scheduler that keeps RxTest's timing, and its conversions.
///
/// The timeline of such a scheduler counts ticks, each as a second, so that the times of ``Recorded`` values are those
/// that a test has written in ticks. A delay is rounded to whole ticks. Without a length nothing is rounded, and a tick
/// is a second.
struct TickScale: Sendable {
  private var tick: Duration?

  /// Exact times.
  static let exact = TickScale(tick: nil)

  /// Ticks of this many seconds; of one second if that is not a positive number.
  static func ticks(ofSeconds resolution: Double) -> TickScale {
    // Whole nanoseconds, so that ten tenths of a second are one second.
    let nanoseconds = (resolution * 1e9).rounded()
    guard nanoseconds >= 1, nanoseconds < 1e18 else { return TickScale(tick: .seconds(1)) }
    return TickScale(tick: .nanoseconds(Int64(nanoseconds)))
  }

  private init(tick: Duration?) { self.tick = tick }

  /// The position on the timeline at which an action for this time is due.
  func duePosition(of time: Duration) -> Duration {
    guard let tick else { return time }
    let count = (time / tick + 0.5).rounded(.down)
    // Converting a number that does not fit would stop the process.
    guard count.magnitude < 9e18 else { return count < 0 ? .zero - .latestVirtualTime : .latestVirtualTime }
    return .seconds(Int64(count))
  }

  /// The position on the timeline of this time, which may be between two ticks.
  func position(of time: Duration) -> Duration {
    guard let tick, tick != .seconds(1) else { return time }
    let count = time / tick
    return count.magnitude < 9e18 ? .seconds(count) : duePosition(of: time)
  }

  /// The time of a position on the timeline.
  func time(at position: Duration) -> Duration {
    guard let tick, tick != .seconds(1) else { return position }
    let position = max(position, .zero - .latestVirtualTime)
    guard let count = position.wholeSeconds else { return tick * (position / .seconds(1)) }
    return Duration.zero.virtualTime(afterTicks: Int(count), of: tick)
  }

  /// The delay in whole ticks.
  func rounded(_ delay: Duration) -> Duration { time(at: duePosition(of: delay)) }
}
