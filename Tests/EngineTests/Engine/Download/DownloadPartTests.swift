import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct DownloadPartTests {
  private func head(_ status: Int = 206, _ headers: HTTPHeaders = [:]) -> ResponseHead {
    ResponseHead(status: status, headers: headers)
  }

  private func request(_ method: HTTPMethod = .get, headers: HTTPHeaders = [:]) throws -> TransportRequest {
    TransportRequest(
      method: method, url: try #require(URL(string: "https://example.com/film")), headers: headers)
  }

  private func verdict(on head: ResponseHead) throws -> DownloadPart.Verdict {
    part.verdict(on: head, from: try request().url)
  }

  private let part = DownloadPart(count: 6, validator: "\"1\"", total: 11)

  @Test func onlyAPartWithBytesAndAValidatorCanBeResumed() throws {
    let request = try request()
    #expect(part.canResume(request))
    #expect(!DownloadPart(count: 0, validator: "\"1\"").canResume(request))
    #expect(!DownloadPart(count: 6, validator: nil).canResume(request))
  }

  @Test func onlyAGETWithoutARangeCanBeResumed() throws {
    #expect(!part.canResume(try request(.post)))
    #expect(!part.canResume(try request(.head)))
    #expect(!part.canResume(try request(headers: ["Range": "bytes=0-1"])))
  }

  @Test func theResumingRequestHasARangeAndAnIfRange() throws {
    let headers = part.resuming(try request(headers: ["Accept-Encoding": "gzip"])).headers
    expectEqual(headers["Range"], "bytes=6-")
    expectEqual(headers["If-Range"], "\"1\"")
    expectEqual(headers.values(for: "Accept-Encoding"), ["identity"])
  }

  @Test(arguments: [
    ("bytes 6-10/11", DownloadPart.Verdict.rest), ("bytes 6-10/*", .rest), ("BYTES 6-10/11", .rest),
    ("bytes 6-9/11", .restart), ("bytes 6-11/11", .restart), ("bytes 6-/11", .restart),
    ("bytes */11", .restart),
    ("bytes 6-10", .restart), ("6-10/11", .restart), ("bytes 6-10/11/12", .restart),
    ("bytes +6-10/11", .restart),
    ("bytes 6-9223372036854775807/*", .restart),
    ("bytes 6-9223372036854775807/9223372036854775807", .restart),
  ])
  func aPartialResponseMustHaveAllMissingBytes(range: String, expected: DownloadPart.Verdict) throws {
    expectEqual(try verdict(on: head(206, ["Content-Range": range, "ETag": "\"1\""])), expected)
  }

  /// Other bytes are another version.
  ///
  /// `String` considers both the same text.
  @Test func aTagOfOtherCodePointsRestartsTheDownload() throws {
    let part = DownloadPart(count: 6, validator: "\"\u{e9}\"", total: 11)
    let head = head(206, ["Content-Range": "bytes 6-10/11", "ETag": "\"e\u{301}\""])
    expectEqual(part.verdict(on: head, from: try request().url), .restart)
  }

  @Test func anEncodedPartialResponseRestartsTheDownload() throws {
    let headers: HTTPHeaders = [
      "Content-Range": "bytes 6-10/11", "Content-Encoding": "gzip", "ETag": "\"1\"",
    ]
    expectEqual(try verdict(on: head(206, headers)), .restart)
  }

  @Test func responsesOtherThanAMatching206ReplaceThePartOrRestartTheDownload() throws {
    expectEqual(try verdict(on: head(200)), .whole)
    expectEqual(try verdict(on: head(503)), .whole)
    expectEqual(try verdict(on: head(416)), .restart)
    expectEqual(try verdict(on: head(206)), .restart)
  }

  @Test func aNewBodyReplacesCountValidatorAndTotal() throws {
    var part = part
    part.restart(
      head(200, ["ETag": "\"2\"", "Content-Length": "20"]), of: try request(), from: try request().url)
    #expect((part.count, part.validator, part.total) == (0, "\"2\"", 20))
  }

  @Test func theLengthOfAnEncodedBodyIsIgnored() throws {
    var part = part
    part.restart(
      head(200, ["ETag": "\"2\"", "Content-Length": "20", "Content-Encoding": "br"]), of: try request(),
      from: try request().url)
    expectEqual(part, DownloadPart())
  }

  @Test func aRangeRequestedByTheCallerIsNotResumed() throws {
    var part = part
    part.restart(
      head(206, ["ETag": "\"2\"", "Content-Length": "2"]), of: try request(headers: ["Range": "bytes=0-1"]),
      from: try request().url)
    expectEqual(part, DownloadPart(count: 0, validator: nil, total: 2))
  }

  @Test func aCountThatDiffersFromTheTotalIsAWrongLength() {
    expectTrue(part.isOfWrongLength)
    #expect(!DownloadPart(count: 11, total: 11).isOfWrongLength)
    #expect(!DownloadPart(count: 11).isOfWrongLength)
  }

  @Test(arguments: [
    ("Thu, 26 Nov 2026 10:00:00 GMT", "Thu, 26 Nov 2026 10:00:00 GMT", false),
    ("Thu, 26 Nov 2026 09:59:59 GMT", "Thu, 26 Nov 2026 10:00:00 GMT", true),
    ("Thursday, 26-Nov-26 10:00:00 GMT", "Thu, 26 Nov 2026 10:00:00 GMT", false),
    ("Thursday, 26-Nov-26 09:59:59 GMT", "Thu, 26 Nov 2026 10:00:00 GMT", true),
    ("Thu, 26 Nov 2026 10:00:00 GMT", "Thursday, 26-Nov-26 10:00:00 GMT", false),
    ("Thu, 26 Nov 2026 09:59:59 GMT", "Thursday, 26-Nov-26 10:00:00 GMT", true),
    ("Thursday, 26-Nov-26 10:00:00 GMT", "Thursday, 26-Nov-26 10:00:00 GMT", false),
    ("Thursday, 26-Nov-26 09:59:59 GMT", "Thursday, 26-Nov-26 10:00:00 GMT", true),
    ("Friday, 26-Nov-99 10:00:00 GMT", "Thu, 26 Nov 2026 10:00:00 GMT", true),
    ("Friday, 26-Nov-99 10:00:00 GMT", "Thursday, 26-Nov-26 10:00:00 GMT", true),
    ("Tuesday, 26-Nov-30 10:00:00 GMT", "Thursday, 26-Nov-26 10:00:00 GMT", false),
    ("Thu Nov 26 10:00:00 2026", "Thursday, 26-Nov-26 10:00:00 GMT", false),
    ("Thu Nov 26 09:59:59 2026", "Thursday, 26-Nov-26 10:00:00 GMT", true),
  ])
  func aDateIsAStrongValidatorIfItIsASecondOlderThanTheResponse(
    _ modified: String, _ date: String, _ isStrong: Bool
  ) {
    let validator = DownloadPart.strongValidator(of: head(200, ["Last-Modified": modified, "Date": date]))
    expectEqual(validator, isStrong ? modified : nil)
  }
}
