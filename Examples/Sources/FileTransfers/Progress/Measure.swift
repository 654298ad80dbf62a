import Foundation

/// Formats quantities for display.
enum Measure {
  private static let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]

  /// Returns a number of bytes with SI prefixes: `4.2 MB` is 4 200 000 bytes.
  static func bytes(_ count: Double) -> String {
    var (value, unit) = (max(0, count), 0)
    // A value that would be rounded to 1000 uses the next unit.
    while value >= (unit == 0 ? 999.5 : 999.95), unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    return String(format: unit == 0 ? "%.0f" : "%.1f", value) + " " + units[unit]
  }

  /// Returns a number of bytes with SI prefixes.
  static func bytes(_ count: Int64) -> String { bytes(Double(count)) }

  /// Returns a time as `0:07` or `1:02:03`, rounded up to seconds, or nil from a hundred hours on.
  static func time(_ seconds: Double) -> String? {
    guard seconds < 360_000 else { return nil }
    let whole = Int(max(0, seconds).rounded(.up))
    let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
    return hours > 0
      ? String(format: "%d:%02d:%02d", hours, minutes, rest) : String(format: "%d:%02d", minutes, rest)
  }
}
