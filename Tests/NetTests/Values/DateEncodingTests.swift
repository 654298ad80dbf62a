import Foundation
import Net
import TestSupport
import Testing

struct DateEncodingTests {
  private let date = Date(timeIntervalSince1970: 1_483_611_284)

  private func text(_ encoding: DateEncoding) throws -> String {
    try URLEncoding(dateEncoding: encoding).string(of: ["d": date])
  }

  @Test func aDateIsEncodedLikeInJSONByDefault() throws {
    let byItself = String(decoding: try JSONEncoder().encode([date]), as: UTF8.self)
    expectEqual(try URLEncoding().string(of: ["d": date]), "d=505304084")
    expectEqual(byItself, "[505304084]")
  }

  @Test func datesCanBeSecondsSince1970() throws {
    expectEqual(try text(.secondsSince1970), "d=1483611284")
  }

  @Test func aFractionOfASecondIsKept() throws {
    let encoding = URLEncoding(dateEncoding: .secondsSince1970)
    expectEqual(try encoding.string(of: ["d": Date(timeIntervalSince1970: 1.5)]), "d=1.5")
  }

  @Test func datesCanBeMillisecondsSince1970() throws {
    expectEqual(try text(.millisecondsSince1970), "d=1483611284000")
  }

  @Test func iso8601DatesAreInUTC() throws {
    expectEqual(try text(.iso8601), "d=2017-01-05T10%3A14%3A44Z")
  }

  /// ISO 8601-1:2019 section 3.1.1.21: the calendar is Gregorian also before its introduction.
  @Test(
    arguments: [
      (-62_135_596_800, "0001-01-01T00:00:00Z"), (-14_826_672_000, "1500-03-01T00:00:00Z"),
      (-12_219_292_801, "1582-10-14T23:59:59Z"), (-12_219_292_800, "1582-10-15T00:00:00Z"),
      (-0.5, "1969-12-31T23:59:59Z"), (0.999, "1970-01-01T00:00:00Z"),
      (253_402_300_799.9, "9999-12-31T23:59:59Z"),
    ] as [(Double, String)])
  func iso8601DatesAreGregorian(_ seconds: Double, _ expected: String) throws {
    let encoding = URLEncoding(dateEncoding: .iso8601)
    let text = try encoding.string(of: ["d": Date(timeIntervalSince1970: seconds)])
    expectEqual(text.removingPercentEncoding, "d=\(expected)")
  }

  @Test(arguments: [1e300, -1e300, .nan, .infinity, 253_402_300_800])
  func aDateWithoutAFourDigitYearIsAnError(_ seconds: Double) {
    let encoding = URLEncoding(dateEncoding: .iso8601)
    #expect(throws: ParameterEncodingError.self) {
      _ = try encoding.string(of: ["d": Date(timeIntervalSince1970: seconds)])
    }
  }

  @Test func datesCanBeFormattedByAClosure() throws {
    expectEqual(try text(.formatted { "day \(Int($0.timeIntervalSince1970 / 86400))" }), "d=day%2017171")
  }

  @Test func anErrorOfTheClosureIsRethrown() {
    #expect(throws: Refused.self) { try text(.formatted { _ in throw Refused() }) }
  }

  @Test func dataIsBase64ByDefault() throws {
    expectEqual(try URLEncoding().string(of: ["d": Data([0xfb, 0xff, 0xfe])]), "d=%2B//%2B")
  }

  @Test func dataCanBeFormattedByAClosure() throws {
    let encoding = URLEncoding(dataEncoding: .formatted { "\($0.count) bytes" })
    expectEqual(try encoding.string(of: ["d": Data([1, 2])]), "d=2%20bytes")
  }

  private struct Refused: Error {}
}
