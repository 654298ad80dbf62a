import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct StoredResponseTests {
  private let stored = StoredResponse(
    url: "http://example.org/a?token=secret", requestHeaders: ["accept": "a"], status: 206,
    headers: [HTTPField(name: "Set-Cookie", value: "secret"), HTTPField(name: "Set-Cookie", value: "b")],
    httpVersion: "HTTP/2", requestTime: CacheScene.start,
    responseTime: CacheScene.start.addingTimeInterval(0.25),
    range: StoredRange(first: 0, last: 1, total: nil), lifetime: .milliseconds(1500), isInvalid: true)

  @Test func everyPropertySurvivesCoding() throws {
    let data = try JSONEncoder().encode(stored)
    expectEqual(try JSONDecoder().decode(StoredResponse.self, from: data), stored)
  }

  @Test(arguments: [
    0.1, 0.3, 1.7, 86_400.123456, 123_456.7, 31_536_000, 1e9 + 0.000001, 1e11, 123_456_789_012, 1e12, -1e12,
    -0.7,
  ])
  func everyTimeSurvivesCoding(seconds: Double) throws {
    // Not the seconds since 1970: a date has one bit more than they can express.
    let time = Date(timeIntervalSinceReferenceDate: 767_333_908.604_710_578_918 + seconds / 1e6)
    for lifetime in [Duration.seconds(seconds), .nanoseconds(Int64(seconds / 1e3)), Duration(attoseconds: 1)]
    {
      var stored = StoredResponse(
        url: "http://h.io/", status: 200, requestTime: time, responseTime: time, lifetime: lifetime)
      let data = try JSONEncoder().encode(stored)
      let read = try JSONDecoder().decode(StoredResponse.self, from: data)
      expectEqual(read, stored)
      (stored.requestTime, stored.responseTime, stored.lifetime) = (time, time, lifetime)
      expectEqual(read, stored)
    }
  }

  @Test func optionalPropertiesMayBeMissing() throws {
    let plain = StoredResponse(
      url: "http://example.org/a", status: 200, requestTime: CacheScene.start, responseTime: CacheScene.start)
    let data = try JSONEncoder().encode(plain)
    expectEqual(try JSONDecoder().decode(StoredResponse.self, from: data), plain)
  }

  @Test(arguments: [
    ("206", "\"a\""), ("\"secret\"", "1"), ("1763769600", "1e300"), ("1763769600.25", "-1e300"),
    ("1.5", "1e200"),
    ("\"method\":\"GET\",", ""),
  ])
  func aWrongOrMissingValueIsADecodingError(part: String, replacement: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(stored), as: UTF8.self)
    let wrong = text.replacing(part, with: replacement)
    expectNotEqual(wrong, text, "\(text)")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StoredResponse.self, from: Data(wrong.utf8))
    }
  }

  @Test func theDescriptionHidesSecrets() {
    #expect(!"\(stored)".contains("secret"))
    #expect(!String(reflecting: stored).contains("secret"))
    var dumped = ""
    dump(stored, to: &dumped)
    #expect(!dumped.contains("secret"))
  }

  @Test func factsFollowChangesOfTheResponse() {
    var stored = stored
    stored.headers = ["Cache-Control": "max-age=5"]
    expectEqual(stored.facts.lifetime, 5)
    stored.headers = ["Last-Modified": httpDate(-10), "Date": httpDate(0)]
    stored.lifetime = nil
    expectEqual(stored.facts.lifetime, 1)
    stored.lifetime = .seconds(9)
    expectEqual(stored.facts.lifetime, 9)
    stored.lifetime = nil
    stored.status = 202
    expectEqual(stored.facts.lifetime, 0)
    stored.responseTime = CacheScene.start.addingTimeInterval(7)
    expectEqual(stored.facts.initialAge, 7)
    stored.requestTime = CacheScene.start.addingTimeInterval(-3)
    expectEqual(stored.facts.initialAge, 10)
  }
}
