import Foundation

/// An HTTP date in any of its three formats (RFC 9110 section 5.6.7).
///
/// ```text
/// Sun, 06 Nov 1994 08:49:37 GMT     IMF-fixdate
/// Sunday, 06-Nov-94 08:49:37 GMT    RFC 850
/// Sun Nov  6 08:49:37 1994          asctime
/// ```
///
/// The day name must be valid but is not compared with the date. Names and `GMT` may be in any case. Everything else
/// must match the grammar exactly, and the date must exist.
enum HTTPDate {
  /// Parses a date.
  ///
  /// Returns nil if the text is not one.
  ///
  /// - `now`: Resolves the two-digit year of an RFC 850 date: it is the latest year that is at most 50 years
  ///   ahead.
  static func parse(_ text: String, now: Date) -> Date? {
    let bytes = Array(text.utf8)
    if bytes.count == 29, bytes[3] == UInt8(ascii: ",") {
      return fixdate(bytes).map { Date(timeIntervalSince1970: Double($0)) }
    }
    var scanner = Scanner(bytes: bytes)
    let hasComma = bytes.contains(UInt8(ascii: ","))
    guard let seconds = hasComma ? rfc850(&scanner, now: now) : asctime(&scanner), scanner.isAtEnd else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// Returns the date as IMF-fixdate.
  ///
  /// The years are limited to 0 to 9999.
  static func text(of date: Date) -> String {
    let limited = min(max(date.timeIntervalSince1970.rounded(.down), -62_167_219_200), 253_402_300_799)
    let seconds = Int(exactly: limited) ?? 0
    let (year, month, day, weekday, second) = CivilDate.components(of: seconds)
    var text: [UInt8] = []
    text.reserveCapacity(29)
    text += days[weekday].utf8
    text += ", ".utf8
    append(day, 2, to: &text)
    text.append(UInt8(ascii: " "))
    text += months[month - 1].utf8
    text.append(UInt8(ascii: " "))
    append(year, 4, to: &text)
    for (part, mark) in [(second / 3600, " "), (second / 60 % 60, ":"), (second % 60, ":")] {
      text += mark.utf8
      append(part, 2, to: &text)
    }
    text += " GMT".utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends a number with this many digits.
  private static func append(_ number: Int, _ count: Int, to text: inout [UInt8]) {
    var divisor = count == 4 ? 1000 : 10
    while divisor > 0 {
      text.append(UInt8(0x30 + number / divisor % 10))
      divisor /= 10
    }
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses an IMF-fixdate, which has 29 bytes.
  ///
  /// Most dates have this format, and a response of a cache has several, so the bytes are read where they are.
  private static func fixdate(_ bytes: [UInt8]) -> Int? {
    let (blank, colon) = (UInt8(ascii: " "), UInt8(ascii: ":"))
    guard bytes[4] == blank, bytes[7] == blank, bytes[11] == blank, bytes[16] == blank, bytes[19] == colon,
      bytes[22] == colon, bytes[25] == blank
    else { return nil }
    guard dayCodes.contains(code(bytes, at: 0)), let month = monthCodes.firstIndex(of: code(bytes, at: 8)),
      code(bytes, at: 26) == zoneCode, let day = number(bytes, 5, 2), let year = number(bytes, 12, 4),
      let hour = number(bytes, 17, 2), let minute = number(bytes, 20, 2), let second = number(bytes, 23, 2)
    else { return nil }
    return seconds(year, month, day, (hour, minute, second))
  }

  private static let dayCodes = days.map { code(Array($0.utf8), at: 0) }
  private static let monthCodes = months.map { code(Array($0.utf8), at: 0) }
  private static let zoneCode = code(Array("GMT".utf8), at: 0)

  /// Returns three letters as a number, ignoring their case.
  ///
  /// No other byte is mapped to a lower-case letter.
  private static func code(_ bytes: [UInt8], at index: Int) -> UInt32 {
    UInt32(bytes[index] | 0x20) << 16 | UInt32(bytes[index + 1] | 0x20) << 8 | UInt32(bytes[index + 2] | 0x20)
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    var number = 0
    for index in start..<start + count {
      guard (0x30...0x39).contains(bytes[index]) else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    return number
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

    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ text: String) -> Bool {
      var end = index
      for byte in text.utf8 {
        guard end < bytes.count, Self.isSame(bytes[end], byte) else { return false }
        end += 1
      }
      index = end
      return true
    }

    /// The index of the matching name.
    mutating func one(of names: [String]) -> Int? { names.firstIndex { skip($0) } }

    /// Compares a byte with one of a name, ignoring the case of letters.
    private static func isSame(_ byte: UInt8, _ expected: UInt8) -> Bool {
      byte == expected || (byte ^ expected == 0x20 && (0x61...0x7a).contains(expected | 0x20))
    }

    /// A number with exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
      guard index + count <= bytes.count, let number = HTTPDate.number(bytes, index, count) else {
        return nil
      }
      index += count
      return number
    }

    mutating func time() -> Time? {
      guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2) else {
        return nil
      }
      return (hour, minute, second)
    }
  }
}
