import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The sizes and times in a cassette's file are those of what was received.
@Suite struct CassetteSizesTests {
  private func entry(
    _ response: Cassette.Response, request body: String = "", failure: Cassette.Failure? = nil,
    timings: Cassette.Timings = Cassette.Timings()
  ) throws -> JSONValue {
    let request = RecordedRequest(
      method: body.isEmpty ? .get : .post, url: try #require(URL(string: "https://h/a")),
      body: Data(body.utf8))
    let entry = Cassette.Entry(
      startedAt: Date(timeIntervalSince1970: 0), request: request, response: response, failure: failure,
      timings: timings)
    return try JSONValue(parsing: Cassette(entries: [entry]).data())["log"]["entries"][0]
  }

  @Test(arguments: [("1200", 1_200), ("1200, 1200", 1_200), ("1200, 1300", -1), ("", -1)])
  func aMissingBodyHasItsAnnouncedLength(_ length: String, _ size: Int64) throws {
    let headers: HTTPHeaders = length.isEmpty ? [:] : ["Content-Length": length]
    let entry = try entry(Cassette.Response(status: 200, headers: headers, missingBody: "it is too large"))
    expectEqual(entry["response"]["bodySize"], .integer(size))
  }

  @Test func aMissingBodyThatIsCutHasNoKnownLength() throws {
    let response = Cassette.Response(
      status: 200, headers: ["Content-Length": "1200"], missingBody: "it is too large")
    let entry = try entry(response, failure: Cassette.Failure(text: "cut", phase: .body))
    expectEqual(entry["response"]["bodySize"], -1)
  }

  @Test(arguments: [("28", 28), ("", -1)])
  func aRedactedBodyHasTheLengthThatWasSent(_ length: String, _ size: Int64) throws {
    let headers: HTTPHeaders = length.isEmpty ? [:] : ["Content-Length": length]
    let body = #"{"token":"<redacted>"}"#
    let entry = try entry(
      Cassette.Response(status: 200, headers: headers, body: Data(body.utf8)), request: body)
    expectEqual(entry["response"]["bodySize"], .integer(size))
    expectEqual(entry["response"]["content"]["size"], .integer(Int64(body.utf8.count)))
    expectEqual(entry["request"]["bodySize"], -1)
  }

  @Test func theTimeIsTheSumOfTheWrittenTimes() throws {
    let half = Duration.microseconds(900)
    let entry = try entry(
      Cassette.Response(status: 200), timings: Cassette.Timings(nameLookup: half, wait: half, receive: half))
    expectEqual(entry["time"], 0)
    expectEqual(entry["timings"]["wait"], 0)
  }
}
