/// The virtual time at which a diagram starts, and the duration of one character.
struct MarbleScale: Sendable {
  /// The maximum length of a diagram that is drawn; a longer one is unreadable.
  static var longest: Int { 400 }

  var tick: Duration
  var origin: Duration

  /// The position of a time; nil if it is before the origin, between two ticks, or beyond the maximum length.
  func position(of time: Duration) -> Int? {
    guard tick > .zero, time >= origin else { return nil }
    let quotient = (time - origin) / tick
    guard quotient < Double(MarbleScale.longest) else { return nil }
    let position = Int(quotient.rounded())
    return origin + tick * position == time ? position : nil
  }

  /// A time as text: `4 s`, or `204 s, tick 4,` if positions are not seconds.
  func words(for time: Duration) -> String {
    let seconds = MarbleScale.seconds(time)
    guard origin != .zero || tick != .seconds(1), let position = position(of: time) else { return seconds }
    return "\(seconds), tick \(position),"
  }

  /// A time in seconds: `4 s`, `4.5 s`.
  static func seconds(_ time: Duration) -> String {
    time.wholeSeconds.map { "\($0) s" } ?? "\(time / .seconds(1)) s"
  }
}
