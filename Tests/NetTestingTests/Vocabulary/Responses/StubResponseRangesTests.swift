import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct StubResponseRangesTests {
  private struct Parts: Equatable {
    var status: Int
    var range: String?
    var body: String
  }

  private func answer(
    _ range: String?, _ condition: String? = nil, method: HTTPMethod = .get, headers: HTTPHeaders = [:]
  ) throws -> Parts {
    var request = try recorded(method, "https://h/a")
    request.headers["Range"] = range
    request.headers["If-Range"] = condition
    let response = StubResponse.data(Data("0123456789".utf8), headers: headers).acceptingRanges()
    guard case .response(let status, let headers, let body) = response.resolved(for: request).outcome else {
      return Parts(status: 0, body: "")
    }
    expectEqual(headers["Accept-Ranges"], "bytes")
    return Parts(status: status, range: headers["Content-Range"], body: String(decoding: body, as: UTF8.self))
  }

  private let whole = Parts(status: 200, body: "0123456789")

  @Test(arguments: [
    ("bytes=0-0", "bytes 0-0/10", "0"), ("bytes=2-4", "bytes 2-4/10", "234"),
    ("bytes=7-", "bytes 7-9/10", "789"), ("bytes=-3", "bytes 7-9/10", "789"),
    ("bytes=-99", "bytes 0-9/10", "0123456789"), ("bytes=8-99", "bytes 8-9/10", "89"),
    ("Bytes = 2-4 ,", "bytes 2-4/10", "234"), ("bytes=9-99999999999999999999", "bytes 9-9/10", "9"),
    ("bytes=2-4, 50-60", "bytes 2-4/10", "234"),
  ])
  func aRangeReturnsItsPart(_ range: String, _ place: String, _ body: String) throws {
    expectEqual(try answer(range), Parts(status: 206, range: place, body: body))
  }

  @Test(arguments: ["bytes=10-", "bytes=99-100", "bytes=-0", "bytes=10-12, 99999999999999999999-"])
  func aRangeBeyondTheEndReturns416(_ range: String) throws {
    expectEqual(try answer(range), Parts(status: 416, range: "bytes */10", body: ""))
  }

  @Test(arguments: [
    nil, "", "bytes", "bytes=", "bytes=-", "bytes=4-2", "bytes=a-b", "lines=1-2", "bytes=1", "bytes=1-2-3",
    "bytes=1-2;3-4", "bytes=0-8, 1-8, 2-8", "bytes=+1-2",
    "bytes=" + (0..<33).map { "\($0)-\($0)" }.joined(separator: ","),
  ])
  func anInvalidRangeReturnsTheWholeBody(_ range: String?) throws { expectEqual(try answer(range), whole) }

  @Test func severalRangesReturnMultipart() throws {
    let parts = try answer("bytes=0-1, -2", headers: ["Content-Type": "text/plain"])
    expectEqual(parts.status, 206)
    expectNil(parts.range)
    expectEqual(
      parts.body,
      "--part-0-of-this\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-1/10\r\n\r\n01\r\n"
        + "--part-0-of-this\r\nContent-Type: text/plain\r\nContent-Range: bytes 8-9/10\r\n\r\n89\r\n"
        + "--part-0-of-this--\r\n")
  }

  @Test func theMultipartBoundaryIsNotPartOfTheBody() throws {
    var request = try recorded(.get, "https://h/a")
    request.headers["Range"] = "bytes=0-14,16-"
    let response = StubResponse.text("part-0-of-this and more").acceptingRanges().resolved(for: request)
    guard case .response(_, let headers, let body) = response.outcome else { return }
    expectEqual(headers["Content-Type"], "multipart/byteranges; boundary=part-1-of-this")
    #expect(String(decoding: body, as: UTF8.self).hasPrefix("--part-1-of-this\r\n"))
  }

  @Test(arguments: [("bytes=1-4", "1234"), ("bytes=99-", "")])
  func aPartIsNotDividedIntoTheChunksOfTheWholeBody(_ range: String, _ part: String) throws {
    var request = try recorded(.get, "https://h/a")
    request.headers["Range"] = range
    let response = StubResponse.stream(["01", "23456789"], every: .seconds(1)).acceptingRanges()
      .resolved(for: request)
    guard case .response(_, _, let body) = response.outcome else { return }
    var reader = StubBodyReader(body, pacing: response.pacing, chunkSize: 100)
    if !part.isEmpty { expectEqual(reader.next(), .chunk(Data(part.utf8), after: .zero)) }
    expectEqual(reader.next(), .end(after: .zero))
  }

  @Test func rangesApplyOnlyToGET() throws {
    expectEqual(try answer("bytes=0-0", method: .post), whole)
    expectEqual(try answer("bytes=0-0", method: .head), whole)
  }

  @Test(arguments: [
    (#""1""#, 206), (#""2""#, 200), (#"W/"1""#, 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 206),
    ("Sun, 06 Nov 1994 08:49:38 GMT", 200), ("", 200),
  ])
  func ifRangeReturnsTheWholeBodyUnlessItMatches(_ condition: String, _ status: Int) throws {
    let headers: HTTPHeaders = ["ETag": #""1""#, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
    expectEqual(try answer("bytes=0-0", condition, headers: headers).status, status)
  }

  @Test func aTagOfOtherCodePointsDoesNotMatchIfRange() throws {
    expectEqual(try answer("bytes=0-0", "\"e\u{301}\"", headers: ["ETag": "\"\u{E9}\""]).status, 200)
  }

  @Test func aWeakTagNeverMatchesIfRange() throws {
    expectEqual(try answer("bytes=0-0", #"W/"1""#, headers: ["ETag": #"W/"1""#]), whole)
  }

  @Test func rangesApplyOnlyToStatus200() throws {
    var request = try recorded(.get, "https://h/a")
    request.headers["Range"] = "bytes=0-0"
    let response = StubResponse.text("no").status(404).acceptingRanges().resolved(for: request)
    guard case .response(let status, _, _) = response.outcome else { return }
    expectEqual(status, 404)
  }
}
