import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct CacheFieldPositionsTests {
  private static let names = [
    "Age", "cache-control", "Content-Encoding", "content-length", "Content-Location", "CONTENT-TYPE", "Date",
    "ETag",
    "expires", "Last-Modified", "Vary", "Connection", "Keep-Alive", "TE", "Trailer", "Upgrade",
    "Transfer-Encoding", "Proxy-Connection", "Server", "X-Long-Name-Of-A-Field",
  ]

  private static func head(_ random: inout SeededGenerator, count: Int) -> HTTPHeaders {
    HTTPHeaders(
      (0..<count).map { _ in
        let name = names.randomElement(using: &random) ?? ""
        let value =
          switch name {
          case "Date": Bool.random(using: &random) ? httpDate(0) : "yesterday"
          case "Connection": ["keep-alive", "close", "ETag, Age", "Vary"].randomElement(using: &random) ?? ""
          default: "\(Int.random(in: 0..<10, using: &random))"
          }
        return HTTPField(name: name, value: value)
      })
  }

  private static func first(_ name: String, in headers: HTTPHeaders) -> Int {
    headers.firstIndex { $0.isNamed(name) } ?? -1
  }

  @Test func thePositionsAreThoseOfTheFirstFields() {
    var random = SeededGenerator(seed: 1)
    var failures: [String] = []
    for count in 0..<120 {
      let headers = Self.head(&random, count: count)
      let positions = CacheFieldPositions(headers)
      let found = [
        positions.age, positions.cacheControl, positions.contentEncoding, positions.contentLength,
        positions.contentLocation, positions.contentType, positions.date, positions.etag, positions.expires,
        positions.lastModified, positions.vary,
      ]
      if found != Self.names.prefix(11).map({ Self.first($0, in: headers) }) { failures.append("\(headers)") }
      if positions.cacheControl(in: headers) != headers["Cache-Control"]
        || positions.vary(in: headers) != headers["Vary"]
      {
        failures.append("\(headers)")
      }
    }
    expectTrue(failures.isEmpty, "\(failures.prefix(2))")
  }

  @Test func theStoredFieldsAreFoundWhereTheyAreAfterwards() {
    var random = SeededGenerator(seed: 2)
    var failures: [String] = []
    for round in 0..<400 {
      let received = Self.head(&random, count: round % 90)
      var (headers, positions) = (received, CacheFieldPositions(received))
      let date = StoredFields.store(&headers, &positions, at: CacheScene.start)
      if positions != CacheFieldPositions(headers) || headers != Self.naive(received)
        || date != CacheScene.start
      {
        failures.append("\(received)")
      }
    }
    expectTrue(failures.isEmpty, "\(failures.prefix(2))")
  }

  /// The stored fields, by the words of RFC 9111 section 3.1.
  private static func naive(_ received: HTTPHeaders) -> HTTPHeaders {
    let named = received.values(for: "Connection").flatMap { $0.split(separator: ", ").map(String.init) }
    var headers = HTTPHeaders(
      received.filter { field in !(names[11...17] + named).contains { field.isNamed($0) } })
    if headers.firstValue(for: "Date") != httpDate(0) { headers.update(name: "Date", value: httpDate(0)) }
    return headers
  }
}
