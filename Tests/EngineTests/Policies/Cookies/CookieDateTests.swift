import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct CookieDateTests {
  private let example = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun, 06-Nov-1994 08:49:37 GMT", "6 nov 94 8:49:37", "1994 08:49:37 NOVEMBER 6", "08:49:37 06 Novx 1994y",
    "\tSun;06;Nov;1994;08:49:37GMT", "08:49:37xyz 6th Nov 1994", "Sun, 06 Nov 1994 08:49:37 +0200",
    "08:49:37:12 06 Nov 1994", "08:49:37 06 Nov 1994 09:50:38 07 Dec 1995",
  ])
  func theDateParserIsLenient(text: String) {
    expectEqual(CookieDate.parse(text), example)
  }

  @Test(arguments: [("69", 2069), ("00", 2000), ("70", 1970), ("99", 1999), ("1601", 1601), ("069", 2069)])
  func twoDigitYearsAreBetween1970And2069(text: String, year: Int) {
    let seconds = CivilDate.seconds(year: year, month: 11, day: 6, hour: 0, minute: 0, second: 0)
    expectEqual(
      CookieDate.parse("06 Nov \(text) 00:00:00")?.timeIntervalSince1970, seconds.map { Double($0) })
  }

  @Test func allTwelveMonthsAreKnown() {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    for (index, month) in months.enumerated() {
      let seconds = CivilDate.seconds(year: 1994, month: index + 1, day: 6, hour: 8, minute: 49, second: 37)
      expectEqual(
        CookieDate.parse("06 \(month) 1994 08:49:37")?.timeIntervalSince1970, seconds.map { Double($0) },
        "\(month)")
    }
  }

  @Test(arguments: [
    "", "soon", "06 Nov 1994", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37",
    "32 Nov 1994 08:49:37", "0 Nov 1994 08:49:37", "06 Nov 1600 08:49:37", "06 Nov 1994 24:00:00",
    "06 Nov 1994 08:60:00", "06 Nov 1994 08:49:60", "31 Feb 1994 08:49:37", "29 Feb 1994 08:49:37",
    "06 Nov 19945 08:49:37", "006 Nov 1994 08:49:37", "06 Nov 1994 8:4", "06 Nov 1994 008:49:37",
    "06 No 1994 08:49:37", "06 Nov 1994 08:49x:37", "06 Nov 100 08:49:37", "06 Nov 5 08:49:37",
    "06 Nov 01994 08:49:37", "06 Nov 1994 :08:49:37", "06 Nov 1994 08:49:", "06 Nov 1994 08:49:371",
  ])
  func incompleteOrInvalidDatesAreRejected(text: String) {
    expectNil(CookieDate.parse(text))
  }

  @Test(arguments: [("8:9:7", 29_347), ("23:59:59", 86_399), ("00:00:00", 0)])
  func hoursMinutesAndSecondsHaveOneOrTwoDigits(time: String, seconds: Double) {
    let midnight = example.timeIntervalSince1970 - 31_777
    expectEqual(CookieDate.parse("06 Nov 1994 \(time)")?.timeIntervalSince1970, midnight + seconds)
  }

  @Test func theDelimitersOfTheGrammarSeparateTokens() {
    let delimiters = (0..<128).filter { (byte: UInt8) in
      CookieDate.parse("06\(Character(Unicode.Scalar(byte)))Nov 1994 08:49:37") == example
    }
    expectEqual(delimiters, [0x09] + (0x20...0x2f) + (0x3b...0x40) + (0x5b...0x60) + (0x7b...0x7e))
  }

  @Test func randomBytesGiveNoYearOutOfRange() {
    var random = SeededGenerator(seed: 3)
    let bytes = Array("SunNov0123456789 ,-:;GMT\u{0}\u{7f}é".utf8)
    for _ in 0..<5000 {
      let noise = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        bytes[Int.random(in: bytes.indices, using: &random)]
      }
      // The valid years (RFC 6265 section 5.1.1): 1601 to 9999.
      let seconds = CookieDate.parse(String(decoding: noise, as: UTF8.self))?.timeIntervalSince1970 ?? 0
      if !(-11_644_473_600..<253_402_300_800).contains(seconds) {
        Issue.record("\(String(decoding: noise, as: UTF8.self).debugDescription)")
      }
    }
  }
}
