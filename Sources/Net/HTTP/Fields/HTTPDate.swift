import Foundation

/// An HTTP date in any of its three formats (RFC 9110 section 5.6.7).
///
/// ```text
/// Sun, 06 Nov 1994 08:49:37 GMT     IMF-fixdate
/// Sunday, 06-Nov-94 08:49:37 GMT    RFC 850
/// Sun Nov  6 08:49:37 1994          asctime
/// ```
///
/// The day name must be valid but is not compared with the date. Everything else must match the grammar exactly, and
/// the date must exist.
enum HTTPDate {
  /// Parses a date.
  ///
  /// Returns nil if the text is not one.
  ///
  /// - `now`: Resolves the two-digit year of an RFC 850 date: it is the latest year that is at most 50 years
  ///   ahead.
  static func parse(_ text: String, now: Date) -> Date? {
    let form: (inout Scanner, Date) -> Int? =
      if !text.utf8.contains(UInt8(ascii: ",")) {
        { scanner, _ in asctime(&scanner) }
      } else if text.utf8.contains(UInt8(ascii: "-")) {
        rfc850
      } else {
        { scanner, _ in fixdate(&scanner) }
      }
    var scanner = Scanner(rest: Substring(text).utf8)
    guard let seconds = form(&scanner, now), scanner.rest.isEmpty else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func fixdate(_ scanner: inout Scanner) -> Int? {
    guard scanner.one(of: days) != nil, scanner.skip(", "), let day = scanner.number(2), scanner.skip(" "),
      let month = scanner.one(of: months), scanner.skip(" "), let year = scanner.number(4), scanner.skip(" "),
      let time = scanner.time(), scanner.skip(" GMT")
    else { return nil }
    return seconds(year, month, day, time)
  }

  private static func asctime(_ scanner: inout Scanner) -> Int? {
    guard scanner.one(of: days) != nil, scanner.skip(" "), let month = scanner.one(of: months),
      scanner.skip(" "), let day = scanner.skip(" ") ? scanner.number(1) : scanner.number(2),
      scanner.skip(" "), let time = scanner.time(), scanner.skip(" "), let year = scanner.number(4)
    else { return nil }
    return seconds(year, month, day, time)
  }

  private static func rfc850(_ scanner: inout Scanner, now: Date) -> Int? {
    guard scanner.one(of: longDays) != nil, scanner.skip(", "), let day = scanner.number(2),
      scanner.skip("-"), let month = scanner.one(of: months), scanner.skip("-"), let year = scanner.number(2),
      scanner.skip(" "), let time = scanner.time(), scanner.skip(" GMT")
    else { return nil }
    // A clock outside the years 1000 to 9999 is clamped.
    let present = Int(min(max(now.timeIntervalSince1970, -30_610_224_000), 253_402_300_799))
    let limit = CivilDate.adding(years: 50, to: present)
    let century = CivilDate.year(of: present) / 100 * 100
    return [century + 100, century, century - 100].lazy
      .compactMap { seconds($0 + year, month, day, time) }.first { $0 <= limit }
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Scanner.Time) -> Int? {
    CivilDate.seconds(
      year: year, month: month + 1, day: day, hour: time.hour, minute: time.minute, second: time.second)
  }

  /// Consumes text from its start.
  ///
  /// Text that does not match is not consumed.
  private struct Scanner {
    typealias Time = (hour: Int, minute: Int, second: Int)

    var rest: Substring.UTF8View

    mutating func skip(_ text: String) -> Bool {
      let bytes = text.utf8
      guard rest.starts(with: bytes) else { return false }
      rest = rest.dropFirst(bytes.count)
      return true
    }

    /// The index of the matching name.
    mutating func one(of names: [String]) -> Int? {
      guard let index = names.firstIndex(where: { rest.starts(with: $0.utf8) }) else { return nil }
      rest = rest.dropFirst(names[index].utf8.count)
      return index
    }

    /// A number with exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func time() -> Time? {
      guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2) else {
        return nil
      }
      return (hour, minute, second)
    }
  }
}
