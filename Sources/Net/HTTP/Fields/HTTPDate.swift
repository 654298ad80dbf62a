package import Foundation

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
package enum HTTPDate {
  /// Parses a date.
  ///
  /// Returns nil if the text is not one.
  ///
  /// - `now`: Resolves the two-digit year of an RFC 850 date: it is the latest year that is at most 50 years
  ///   ahead.
  static func parse(_ text: String, now: Date) -> Date? {
    // Most dates are in this format. The bytes are valid during the closure.
    let seconds = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe fixdate($0.span)
    }
    if let seconds = seconds ?? nil { return Date(timeIntervalSince1970: Double(seconds)) }
    let bytes = Array(text.utf8)
    if let seconds = fixdate(bytes.span) { return Date(timeIntervalSince1970: Double(seconds)) }
    var scanner = Scanner(bytes: bytes)
    let hasComma = bytes.contains(UInt8(ascii: ","))
    guard let seconds = hasComma ? rfc850(&scanner, now: now) : asctime(&scanner), scanner.isAtEnd else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// Returns the date that ``text(of:)`` says.
  static func wholeSeconds(of date: Date) -> Date { Date(timeIntervalSince1970: Double(seconds(of: date))) }

  private static func seconds(of date: Date) -> Int64 {
    let limited = min(max(date.timeIntervalSince1970.rounded(.down), -62_167_219_200), 253_402_300_799)
    return Int64(exactly: limited) ?? 0
  }

  /// Returns the date as IMF-fixdate.
  ///
  /// The years are limited to 0 to 9999.
  package static func text(of date: Date) -> String {
    let seconds = seconds(of: date)
    let (year, month, day, weekday, second) = CivilDate.components(of: seconds)
    // The closure initializes all 29 bytes.
    return unsafe String(unsafeUninitializedCapacity: 29) { text in
      unsafe write("Mon, Tue, Wed, Thu, Fri, Sat, Sun, ", 5 * weekday, 5, to: text, at: 0)
      unsafe write(day, 2, to: text, at: 5)
      unsafe text[7] = UInt8(ascii: " ")
      unsafe write("JanFebMarAprMayJunJulAugSepOctNovDec", 3 * (month - 1), 3, to: text, at: 8)
      unsafe text[11] = UInt8(ascii: " ")
      unsafe write(year, 4, to: text, at: 12)
      unsafe text[16] = UInt8(ascii: " ")
      unsafe write(second / 3600, 2, to: text, at: 17)
      unsafe text[19] = UInt8(ascii: ":")
      unsafe write(second / 60 % 60, 2, to: text, at: 20)
      unsafe text[22] = UInt8(ascii: ":")
      unsafe write(second % 60, 2, to: text, at: 23)
      unsafe write(" GMT", 0, 4, to: text, at: 25)
      return 29
    }
  }

  private typealias Output = UnsafeMutableBufferPointer<UInt8>

  /// Writes a number with this many digits.
  private static func write(_ number: Int, _ count: Int, to text: Output, at start: Int) {
    var rest = number
    var index = start + count
    while index > start {
      index -= 1
      unsafe text[index] = UInt8(0x30 + rest % 10)
      rest /= 10
    }
  }

  /// Writes a part of a literal.
  private static func write(
    _ literal: StaticString, _ first: Int, _ count: Int, to text: Output, at start: Int
  ) {
    for index in 0..<count { unsafe text[start + index] = literal.utf8Start[first + index] }
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses an IMF-fixdate.
  ///
  /// A response of a cache has several dates, so the bytes are read where they are.
  private static func fixdate(_ bytes: Span<UInt8>) -> Int64? {
    let (blank, colon) = (UInt8(ascii: " "), UInt8(ascii: ":"))
    guard bytes.count == 29, bytes[3] == UInt8(ascii: ","), bytes[4] == blank, bytes[7] == blank,
      bytes[11] == blank, bytes[16] == blank, bytes[19] == colon, bytes[22] == colon, bytes[25] == blank
    else { return nil }
    guard isDay(code(bytes, at: 0)), let month = month(code(bytes, at: 8)), code(bytes, at: 26) == 0x676d74,
      let day = number(bytes, 5, 2), let year = number(bytes, 12, 4), let hour = number(bytes, 17, 2),
      let minute = number(bytes, 20, 2), let second = number(bytes, 23, 2)
    else { return nil }
    return seconds(year, month, day, (hour, minute, second))
  }

  /// Returns three letters as a number, in lower case.
  ///
  /// No other byte is mapped to a lower-case letter.
  private static func code(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
    UInt32(bytes[index] | 0x20) << 16 | UInt32(bytes[index + 1] | 0x20) << 8 | UInt32(bytes[index + 2] | 0x20)
  }

  private static func isDay(_ code: UInt32) -> Bool {
    switch code {
    // mon, tue, wed, thu, fri, sat, sun
    case 0x6d6f6e, 0x747565, 0x776564, 0x746875, 0x667269, 0x736174, 0x73756e: true
    default: false
    }
  }

  /// Returns the month, from 0.
  private static func month(_ code: UInt32) -> Int? {
    switch code {
    case 0x6a616e: 0  // jan
    case 0x666562: 1  // feb
    case 0x6d6172: 2  // mar
    case 0x617072: 3  // apr
    case 0x6d6179: 4  // may
    case 0x6a756e: 5  // jun
    case 0x6a756c: 6  // jul
    case 0x617567: 7  // aug
    case 0x736570: 8  // sep
    case 0x6f6374: 9  // oct
    case 0x6e6f76: 10  // nov
    case 0x646563: 11  // dec
    default: nil
    }
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var number = 0
    for index in start..<start + count {
      guard (0x30...0x39).contains(bytes[index]) else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    return number
  }

  private static func asctime(_ scanner: inout Scanner) -> Int64? {
    guard scanner.one(of: days) != nil, scanner.skip(" "), let month = scanner.one(of: months),
      scanner.skip(" "), let day = scanner.skip(" ") ? scanner.number(1) : scanner.number(2),
      scanner.skip(" "), let time = scanner.time(), scanner.skip(" "), let year = scanner.number(4)
    else { return nil }
    return seconds(year, month, day, time)
  }

  private static func rfc850(_ scanner: inout Scanner, now: Date) -> Int64? {
    guard scanner.one(of: longDays) != nil, scanner.skip(", "), let day = scanner.number(2),
      scanner.skip("-"), let month = scanner.one(of: months), scanner.skip("-"), let year = scanner.number(2),
      scanner.skip(" "), let time = scanner.time(), scanner.skip(" GMT")
    else { return nil }
    // A clock outside the years 1000 to 9999 is clamped.
    let present = Int64(min(max(now.timeIntervalSince1970, -30_610_224_000), 253_402_300_799))
    let limit = CivilDate.adding(years: 50, to: present)
    let century = CivilDate.year(of: present) / 100 * 100
    return [century + 100, century, century - 100].lazy
      .compactMap { seconds($0 + year, month, day, time) }.first { $0 <= limit }
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Scanner.Time) -> Int64? {
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
      guard index + count <= bytes.count, let number = HTTPDate.number(bytes.span, index, count) else {
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
