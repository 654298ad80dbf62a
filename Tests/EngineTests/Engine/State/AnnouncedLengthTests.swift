import Foundation
import TestSupport
import Testing

@testable import Net

/// Where the announced length of a body counts: as often as it is repeated (RFC 9110 section 8.6), and with the coding
/// `identity`, which is none.
@Suite struct AnnouncedLengthTests {
  static let spellings: [HTTPHeaders] = [
    ["Content-Length": "5"], ["Content-Length": "5, 5"], ["Content-Length": "5,5 ,5"],
    ["Content-Length": "5", "content-length": "5"], ["Content-Length": "5", "Content-Encoding": "identity"],
    ["Content-Length": "5", "Content-Encoding": "Identity"],
    ["Content-Length": "5, 5", "Content-Encoding": ""],
    ["Content-Length": "5", "Content-Encoding": "identity, identity"],
  ]
  static let others: [HTTPHeaders] = [
    [:], ["Content-Length": "5, 6"], ["Content-Length": "5", "content-length": "6"], ["Content-Length": "-5"],
    ["Content-Length": "99999999999999999999"], ["Content-Length": "9223372036854775807"],
    ["Content-Length": "5,"],
    ["Content-Length": "5", "Content-Encoding": "gzip"],
    ["Content-Length": "5", "Content-Encoding": "x-own"],
    ["Content-Length": "5", "Content-Encoding": "identity, br"],
    ["Content-Length": "5", "Transfer-Encoding": "chunked"],
  ]

  private static let request = TransportRequest(url: URL(filePath: "/").absoluteURL)

  private func total(_ headers: HTTPHeaders, method: HTTPMethod = .get) -> TransferProgress {
    var request = Self.request
    request.method = method
    var progress = ExchangeProgress()
    progress.begin(length: headers.announcedDecodedLength, of: request)
    return progress.advance(by: 3).progress
  }

  @Test(arguments: spellings) func theProgressHasTheLengthAsItsTotal(_ headers: HTTPHeaders) {
    expectEqual(total(headers), TransferProgress(completed: 3, total: 5))
  }

  @Test(arguments: others) func theProgressHasNoOtherTotal(_ headers: HTTPHeaders) {
    expectEqual(total(headers), TransferProgress(completed: 3, total: nil))
  }

  @Test func theLengthInAResponseToHeadIsNoTotal() {
    expectEqual(total(["Content-Length": "5"], method: .head), TransferProgress(completed: 3, total: nil))
  }

  @Test func aResponseThatAnnouncesNoBytesIsComplete() {
    var progress = ExchangeProgress()
    progress.begin(length: 0, of: Self.request)
    expectEqual(progress.end()?.progress, TransferProgress(completed: 0, total: 0))
  }

  @Test(arguments: [204, 304]) func theLengthOfAnotherResponseIsNotTooLarge(_ status: Int) {
    let plan = ExchangePlan(description: RequestDescription("http://h/"), maximumBodySize: 4)
    #expect(!plan.isTooLarge(ResponseHead(status: status), length: 5, of: Self.request))
  }

  @Test(arguments: spellings) func aBodyThatIsTooLargeIsRefusedByItsHead(_ headers: HTTPHeaders) {
    let plan = ExchangePlan(description: RequestDescription("http://h/"), maximumBodySize: 4)
    let length = headers.announcedDecodedLength
    #expect(plan.isTooLarge(ResponseHead(status: 200), length: length, of: Self.request))
  }

  @Test(arguments: others) func noOtherBodyIsRefusedByItsHead(_ headers: HTTPHeaders) {
    let plan = ExchangePlan(description: RequestDescription("http://h/"), maximumBodySize: 4)
    let length = headers.announcedDecodedLength
    #expect(!plan.isTooLarge(ResponseHead(status: 200), length: length, of: Self.request))
  }

  @Test(arguments: spellings) func theLengthOfADownloadIsKnown(_ headers: HTTPHeaders) {
    var part = DownloadPart()
    part.restart(ResponseHead(status: 200, headers: headers), of: Self.request, from: Self.request.url)
    part.count = 5
    expectEqual(part.total, 5)
    part.count = 4
    expectTrue(part.isOfWrongLength)
  }

  @Test(arguments: spellings) func theRestOfADownloadMayHaveTheLength(_ headers: HTTPHeaders) {
    let part = DownloadPart(count: 6, validator: "\"1\"", total: 11)
    var head = ResponseHead(status: 206, headers: headers)
    head.headers.add(name: "Content-Range", value: "bytes 6-10/11")
    head.headers.add(name: "ETag", value: "\"1\"")
    expectEqual(part.verdict(on: head, from: Self.request.url), .rest)
  }

  @Test(arguments: spellings) func aHeadOfAnotherLengthShowsThatAnEntryIsOutdated(_ headers: HTTPHeaders) {
    var scene = CacheScene()
    scene.store([:], size: 4)
    expectEqual(scene.outcome(200, headers, method: .head)?.updates.first?.response.isInvalid, true)
  }

  @Test(arguments: spellings) func aHeadOfTheSameLengthConfirmsAnEntry(_ headers: HTTPHeaders) {
    var scene = CacheScene()
    scene.store([:], size: 5)
    expectEqual(scene.outcome(200, headers, method: .head)?.updates.first?.response.isInvalid, false)
    scene = CacheScene()
    scene.store(headers, size: 5)
    expectEqual(
      scene.outcome(200, ["Content-Length": "5"], method: .head)?.updates.first?.response.isInvalid, false)
  }

  @Test(arguments: spellings) func aPartOfTheAnnouncedLengthIsJoined(_ headers: HTTPHeaders) {
    var scene = CacheScene()
    let range = StoredRange(first: 0, last: 4, total: 10)
    scene.store(
      ["Cache-Control": "max-age=60", "ETag": "\"a\"", "Content-Range": range.contentRange], status: 206,
      size: 5,
      range: range)
    var received = headers
    received.add(name: "Cache-Control", value: "max-age=60")
    received.add(name: "ETag", value: "\"a\"")
    received.add(name: "Content-Range", value: "bytes 5-9/10")
    expectEqual(scene.outcome(206, received, to: ["Range": "bytes=5-9"])?.join?.size, 10)
  }
}
