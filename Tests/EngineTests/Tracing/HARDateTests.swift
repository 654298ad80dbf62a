import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The dates of HAR files.
@Suite struct HARDateTests {
  private func written(_ seconds: Double) throws -> String? {
    let url = try #require(URL(string: "https://h.io/"))
    let entry = Cassette.Entry(
      startedAt: Date(timeIntervalSince1970: seconds), request: RecordedRequest(method: .get, url: url))
    let root = try JSONValue(parsing: Cassette(entries: [entry]).data())
    return root["log"]["entries"][0]["startedDateTime"].string
  }

  @Test func everyMillisecondIsWrittenAsItIs() throws {
    let wrong = try (0..<1_000).filter { number in
      let digits = String("00\(number)".suffix(3))
      return try written(1_767_225_600 + Double(number) / 1_000) != "2026-01-01T00:00:00.\(digits)Z"
    }
    expectTrue(wrong.isEmpty)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
    (1_767_225_600.0004, "2026-01-01T00:00:00.000Z"), (1_767_225_600.9996, "2026-01-01T00:00:01.000Z"),
    (-62_167_219_200, "0000-01-01T00:00:00.000Z"), (-62_135_596_801, "0000-12-31T23:59:59.000Z"),
    (-62_135_596_800, "0001-01-01T00:00:00.000Z"), (-30_610_224_001, "0999-12-31T23:59:59.000Z"),
    (-1e300, "0000-01-01T00:00:00.000Z"), (253_402_300_799, "9999-12-31T23:59:59.000Z"),
    (1e300, "9999-12-31T23:59:59.999Z"), (.nan, "1970-01-01T00:00:00.000Z"),
  ])
  func aDateIsWrittenToTheMillisecond(_ seconds: Double, _ expected: String) throws {
    expectEqual(try written(seconds), expected)
  }

  /// Returns the file of a trace that begins at these seconds since 1970 and has a message after the offset.
  private func file(_ seconds: Double, messageAfter offset: Duration) -> String {
    var request = Trace.TracedRequest(
      id: 1, number: 1, method: "GET", url: "https://h.io/", start: .zero, end: .seconds(9_000))
    request.attempts = [
      Trace.Attempt(
        number: 1, start: .zero, end: .seconds(9_000),
        request: Trace.RequestMessage(method: "GET", url: "https://h.io/"))
    ]
    request.notes = [
      Trace.Note(
        time: offset, kind: .webSocket, text: "a",
        message: Trace.Note.Message(isSent: true, isText: true, size: 0))
    ]
    let trace = Trace(start: Date(timeIntervalSince1970: seconds), requests: [request])
    return String(decoding: trace.har(), as: UTF8.self)
  }

  @Test func theTimeOfAMessageIsWrittenInMicroseconds() {
    for offset in [0.1, 0.123456, 3_600.000001] {
      let har = file(1_700_000_000, messageAfter: .microseconds(Int64((offset * 1e6).rounded())))
      #expect(har.contains("\"time\": \(((1_700_000_000 + offset) * 1e6).rounded() / 1e6)"), "\(har)")
    }
  }

  @Test(arguments: [(Double.nan, 0), (.infinity, 253_402_300_799.999), (-.infinity, -62_167_219_200)])
  func theTimeOfAMessageIsANumber(_ seconds: Double, _ expected: Double) throws {
    let entry = try JSONValue(parsing: file(seconds, messageAfter: .zero))["log"]["entries"][0]
    expectEqual(entry["_webSocketMessages"][0]["time"].double, expected)
  }
}
