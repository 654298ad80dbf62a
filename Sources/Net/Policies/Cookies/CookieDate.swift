import Foundation

/// A date in a cookie: nearly any text with a time, a day, a month and a year, in any order (RFC 6265 section 5.1.1).
enum CookieDate {
  /// Returns the date in the text, or nil if a part is missing or out of range.
  static func parse(_ text: String) -> Date? {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = self.time(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year, time.second <= 59 else { return nil }
    if (70...99).contains(year) { year += 1900 } else if year < 70 { year += 2000 }
    guard year >= 1601 else { return nil }
    return CivilDate.seconds(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second
    ).map { Date(timeIntervalSince1970: Double($0)) }
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2f, 0x3b...0x40, 0x5b...0x60, 0x7b...0x7e: true
    default: false
    }
  }

  /// Parses three numbers of one or two digits separated by colons.
  ///
  /// Text after them that does not begin with a digit is ignored.
  private static func time(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
    let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = wholeNumber(parts[0]), let minute = wholeNumber(parts[1]),
      let second = number(parts[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func wholeNumber(_ text: Substring.UTF8View) -> Int? {
    text.allSatisfy(URLBytes.isDigit) ? number(text, digits: 1...2) : nil
  }

  /// Parses the digits at the start of the text, if their number is in the range.
  private static func number(_ text: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
    let number = text.prefix(while: URLBytes.isDigit)
    return digits.contains(number.count) ? number.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func month(_ token: Substring.UTF8View) -> Int? {
    let start = HeaderSyntax.folded(String(decoding: token.prefix(3), as: UTF8.self))
    return months.firstIndex(of: start).map { $0 + 1 }
  }
}
