/// Where in virtual time a diagram begins, and how long one of its characters lasts.
struct MarbleScale: Sendable {
  /// A diagram longer than this is no help to the eye.
  static var longest: Int { 400 }

  var tick: Duration
  var origin: Duration

  /// The position of a time; nil when it is before the origin, between two ticks, or too far on.
  func position(of time: Duration) -> Int? {
    guard tick > .zero, time >= origin else { return nil }
    let quotient = (time - origin) / tick
    guard quotient < Double(MarbleScale.longest) else { return nil }
    let position = Int(quotient.rounded())
    return origin + tick * position == time ? position : nil
  }

  /// A time in words: `4 s`, and `204 s (4)` where positions are not seconds.
  func words(for time: Duration) -> String {
    let seconds = MarbleScale.seconds(time)
    guard origin != .zero || tick != .seconds(1), let position = position(of: time) else { return seconds }
    return "\(seconds), tick \(position),"
  }

  /// A time in seconds: `4 s`, `4.5 s`.
  static func seconds(_ time: Duration) -> String {
    time.components.attoseconds == 0
      ? "\(time.components.seconds) s" : "\(time / .seconds(1)) s"
  }
}
