import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct HTTPDateTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)  // in November 2023
  private let example = Date(timeIntervalSince1970: 784_111_777)

  private func parse(_ text: String, now: Date? = nil) -> Date? {
    HTTPDate.parse(text, now: now ?? self.now)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func theThreeFormatsAreParsed(text: String) {
    expectEqual(parse(text), example)
  }

  /// Senders must write them as in RFC 9110 section 5.6.7, but caches have to accept what servers send.
  @Test(arguments: [
    "SUN, 06 nov 1994 08:49:37 gmt", "sunday, 06-NOV-94 08:49:37 Gmt", "sUN nOV  6 08:49:37 1994",
  ])
  func namesMayBeInAnyCase(text: String) {
    expectEqual(parse(text), example)
  }

  @Test(arguments: [
    "Sun, 06 N/v 1994 08:49:37 GMT", "Sun,\u{0}06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08\u{1a}49:37 GMT",
  ])
  func onlyLettersHaveACase(text: String) {
    expectNil(parse(text))
  }

  @Test(arguments: [
    (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
    (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"), (1e300, "Fri, 31 Dec 9999 23:59:59 GMT"),
    (-1e300, "Sat, 01 Jan 0000 00:00:00 GMT"),
  ])
  func datesAreWrittenAsIMFFixdate(seconds: Double, text: String) {
    expectEqual(HTTPDate.text(of: Date(timeIntervalSince1970: seconds)), text)
  }

  @Test func aWrittenDateIsParsedToTheSameTime() {
    var random = SeededGenerator(seed: 3)
    let failures = (0..<1000).filter { _ in
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: -62_167_219_200..<253_402_300_800, using: &random)))
      return parse(HTTPDate.text(of: date)) != date
    }
    expectEqual(failures, [])
  }

  @Test func theObsoleteFormatsHaveTheNamesOfAllMonthsAndDays() {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    for (index, month) in months.enumerated() {
      let seconds = CivilDate.seconds(year: 1994, month: index + 1, day: 6, hour: 8, minute: 49, second: 37)
      let expected = seconds.map { Date(timeIntervalSince1970: Double($0)) }
      expectEqual(parse("Sunday, 06-\(month)-94 08:49:37 GMT"), expected, "\(month)")
      expectEqual(parse("Sun \(month)  6 08:49:37 1994"), expected, "\(month)")
    }
    // The name of the day is not compared with the date.
    for day in ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] {
      expectEqual(parse("\(day), 06-Nov-94 08:49:37 GMT"), example, "\(day)")
      expectEqual(parse("\(day.prefix(3)) Nov  6 08:49:37 1994"), example, "\(day)")
    }
  }

  @Test func anAsctimeDayMayHaveTwoDigits() {
    expectEqual(parse("Wed Nov 16 08:49:37 1994"), example.addingTimeInterval(10 * 86_400))
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
    ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
  ])
  func theLimitsOfTheCalendarAreParsed(text: String, seconds: Double) {
    expectEqual(parse(text)?.timeIntervalSince1970, seconds)
  }

  @Test(arguments: [
    "", " ", "GMT", "0", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2023 08:49:37 GMT",
    "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
    "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT", "Sun, ٠6 Nov 1994 08:49:37 GMT",
    "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT, Mon",
  ])
  func textsInOtherFormatsAreNotDates(text: String) {
    expectNil(parse(text))
  }

  /// RFC 9110 section 5.6.7: a two-digit year is at most 50 years ahead.
  @Test(arguments: [
    ("23", "2023-11-15", 2023), ("24", "2023-11-15", 2024), ("73", "2023-11-14", 2073),
    ("74", "2023-11-15", 1974), ("99", "2023-11-15", 1999), ("00", "1999-12-31", 2000),
    ("49", "1999-12-31", 2049), ("50", "1999-12-31", 1950), ("10", "2090-01-01", 2110),
  ])
  func aTwoDigitYearIsAtMostFiftyYearsAhead(digits: String, day: String, year: Int) throws {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let now = try #require(
      CivilDate.seconds(year: parts[0], month: parts[1], day: parts[2], hour: 12, minute: 0, second: 0))
    let expected = try #require(
      CivilDate.seconds(year: year, month: 11, day: 14, hour: 8, minute: 0, second: 0))
    let date = parse(
      "Monday, 14-Nov-\(digits) 08:00:00 GMT", now: Date(timeIntervalSince1970: Double(now)))
    expectEqual(date?.timeIntervalSince1970, Double(expected))
  }

  @Test func fiftyYearsAheadIsExactToTheSecond() {
    let now = Date(timeIntervalSince1970: 784_111_777)
    expectEqual(parse("Sunday, 06-Nov-44 08:49:37 GMT", now: now)?.timeIntervalSince1970, 2_362_034_977)
    expectEqual(parse("Sunday, 06-Nov-44 08:49:38 GMT", now: now)?.timeIntervalSince1970, -793_725_022)
  }

  @Test(arguments: [-1e300, -1e12, 0, 1e12, 1e300])
  func anExtremeClockDoesNotCrash(seconds: Double) {
    expectNotNil(parse("Sunday, 06-Nov-94 08:49:37 GMT", now: Date(timeIntervalSince1970: seconds)))
  }

  @Test func datesAreThoseOfFoundation() {
    var random = SeededGenerator(seed: 1)
    let style = Date.VerbatimFormatStyle(
      format: """
        \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
        """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
    for _ in 0..<300 {
      // From the year 1600, since when Foundation's calendar agrees, to 9999.
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: -11_676_096_000..<253_402_300_800, using: &random)))
      let text = date.formatted(style)
      expectEqual(parse(text), date, "\(text)")
      expectEqual(HTTPDate.text(of: date), text)
    }
  }

  @Test func aMissingOrExtraByteIsNotADate() {
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ] {
      for index in text.indices {
        var shorter = text
        shorter.remove(at: index)
        expectNil(parse(shorter), "\(shorter)")
        var longer = text
        longer.insert(text[index], at: index)
        expectNil(parse(longer), "\(longer)")
      }
    }
  }

  @Test func randomBytesAreNotADate() {
    var random = SeededGenerator(seed: 2)
    let bytes = Array("SunMonNov0123456789 ,-:GMT\u{0}\u{7f}é".utf8)
    for _ in 0..<5000 {
      let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        bytes[Int.random(in: bytes.indices, using: &random)]
      }
      expectNil(parse(String(decoding: noise, as: UTF8.self)))
    }
  }
}
