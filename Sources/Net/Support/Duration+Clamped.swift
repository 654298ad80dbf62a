/// Arithmetic with durations that come from outside, such as those of a trace from a file.
///
/// A `Duration` has up to 1.7 × 10²⁰ seconds, of which `components` expresses only the `Int64`.
extension Duration {
  /// The duration in whole nanoseconds, or the nearest number that fits.
  package var clampedNanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  /// The duration in whole milliseconds, rounded up, or the nearest number that fits.
  package var roundedUpMilliseconds: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }

  /// The duration, or the nearest one whose seconds fit into an `Int64`.
  var clampedToSeconds: Duration { min(max(self, .seconds(-Int64.max)), .seconds(Int64.max)) }

  /// Creates a duration of this many seconds, or the nearest one whose seconds fit into an `Int64`; zero if it is not a
  /// number.
  package init(clampedSeconds seconds: Double) {
    // The largest number of seconds that a `Double` can express below that of an `Int64`.
    let longest = Double(sign: .plus, exponent: 63, significand: 1).nextDown
    self = seconds.isNaN ? .zero : .seconds(min(max(seconds, -longest), longest))
  }

  /// Creates a duration of this many seconds, rounded to microseconds, because the difference of two dates is
  /// not more accurate than that.
  package init(microsecondsIn seconds: Double) {
    let microseconds = (seconds * 1e6).rounded()
    self = abs(microseconds) < 9e18 ? .microseconds(Int64(microseconds)) : Duration(clampedSeconds: seconds)
  }

  /// The duration in seconds, or the nearest number.
  ///
  /// Dividing by `.seconds(1)` rounds twice. The seconds must fit into an `Int64`.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// Returns the sum, or the nearest duration.
  package func addingSaturated(_ other: Duration) -> Duration {
    let (sum, overflows) = attoseconds.addingReportingOverflow(other.attoseconds)
    return overflows ? Duration(attoseconds: other < .zero ? .min : .max) : Duration(attoseconds: sum)
  }

  /// Returns the difference, or the nearest duration.
  package func subtractingSaturated(_ other: Duration) -> Duration {
    let (difference, overflows) = attoseconds.subtractingReportingOverflow(other.attoseconds)
    return overflows ? Duration(attoseconds: other < .zero ? .max : .min) : Duration(attoseconds: difference)
  }

  /// Returns the duration doubled this many times, from zero to the limit.
  func doubled(_ times: Int, upTo limit: Duration) -> Duration {
    let limit = max(.zero, limit.clampedToSeconds)
    var (result, rest) = (min(max(.zero, self), limit), times)
    // Zero stays zero however often it is doubled.
    while rest > 0, result > .zero, result < limit {
      result = min(result * 2, limit)
      rest -= 1
    }
    return result
  }
}
