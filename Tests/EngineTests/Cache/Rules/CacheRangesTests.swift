import Foundation
import TestSupport
import Testing

@testable import Net

/// Ranges from complete responses and from stored parts (RFC 9111 section 3.3, RFC 9110 section 14).
@Suite struct CacheRangesTests {
  private func complete(_ headers: HTTPHeaders = [:], status: Int = 200) -> CacheScene {
    var scene = CacheScene()
    var all: HTTPHeaders = ["Cache-Control": "max-age=60"]
    for field in headers { all.add(field) }
    scene.store(all, status: status, size: 10)
    return scene
  }

  private func part(_ headers: HTTPHeaders = [:], size: Int64 = 6) -> CacheScene {
    var scene = CacheScene()
    var all: HTTPHeaders = ["Cache-Control": "max-age=60", "Content-Range": "bytes 4-9/10"]
    for field in headers { all.add(field) }
    scene.store(all, status: 206, size: size, range: StoredRange(first: 4, last: 9, total: 10))
    return scene
  }

  @Test func aCompleteResponseIsSliced() {
    let serving = complete(["Content-Length": "10", "A": "1"]).served(["Range": "bytes=2-4"])
    expectEqual(serving?.head.status, 206)
    expectEqual(serving?.slice, 2..<5)
    expectEqual(serving?.head.headers["Content-Range"], "bytes 2-4/10")
    expectEqual(serving?.head.headers["Content-Length"], "3")
    expectEqual(serving?.head.headers["A"], "1")
  }

  @Test func aRangeOfEverythingIsAPartToo() {
    let serving = complete().served(["Range": "bytes=0-"])
    expectEqual(serving?.head.status, 206)
    expectNil(serving?.slice)
    expectEqual(serving?.head.headers["Content-Range"], "bytes 0-9/10")
  }

  @Test(arguments: ["bytes=10-", "bytes=0-1,3-4", "items=0-1", "bytes=x"])
  func rangesThatCannotBeServedGoToTheServer(range: String) {
    let forward = complete(["ETag": "\"a\""]).forwarded(["Range": range])
    expectEqual(forward?.status, .miss(.miss))
    expectEqual(forward?.request.headers, ["Range": range])
  }

  @Test func rangesAreIgnoredForOtherStatusesAndMethods() {
    let serving = complete(status: 404).served(["Range": "bytes=2-4"])
    expectEqual(serving?.head.status, 404)
    expectNil(serving?.slice)
    expectEqual(complete().served(["Range": "bytes=2-4"], method: .head)?.head.status, 200)
  }

  @Test func encodedContentIsNotSliced() {
    expectNotNil(complete(["Content-Encoding": "gzip"]).forwarded(["Range": "bytes=2-4"]))
    expectEqual(complete(["Content-Encoding": "gzip"]).served()?.head.headers["Content-Encoding"], "gzip")
  }

  @Test func aPartAnswersTheRangesWithinIt() {
    let serving = part().served(["Range": "bytes=6-8"])
    expectEqual(serving?.head.status, 206)
    expectEqual(serving?.slice, 2..<5)
    expectEqual(serving?.head.headers["Content-Range"], "bytes 6-8/10")
    let replayed = part().served(["Range": "bytes=-6"])
    expectNil(replayed?.slice)
    expectEqual(replayed?.head.headers["Content-Range"], "bytes 4-9/10")
  }

  @Test func aStoredPartDoesNotSatisfyAnotherRange() {
    expectEqual(part().forwarded()?.status, .miss(.partial))
    expectEqual(part(["ETag": "\"a\""]).forwarded()?.request.headers, [:])
    expectEqual(part().forwarded(["Range": "bytes=3-5"])?.status, .miss(.partial))
    expectEqual(part().forwarded(method: .head)?.status, .miss(.partial))
  }

  @Test func aStoredPartWithAWrongLengthIsDeliveredAsItWasReceived() {
    let serving = part(size: 5).served(["Range": "bytes=-5"])
    expectNil(serving?.slice)
    expectEqual(serving?.head.headers["Content-Range"], "bytes 4-9/10")
  }

  @Test func aStalePartIsValidated() {
    let forward = part(["ETag": "\"a\""]).forwarded(["Range": "bytes=6-8"], after: 60)
    expectEqual(forward?.request.headers, ["Range": "bytes=6-8", "If-None-Match": "\"a\""])
    expectEqual(forward?.validated, [0])
  }

  @Test func aCompleteResponseIsPreferredIfItIsNewer() {
    var scene = part()
    scene.store(["Cache-Control": "max-age=60"], size: 10, at: 1)
    expectEqual(scene.served(after: 1)?.index, 0)
    expectEqual(scene.served(["Range": "bytes=6-8"], after: 1)?.slice, 6..<9)
  }

  @Test func ifRangeAppliesTheRangeToTheSameRepresentationOnly() {
    let scene = complete(["ETag": "\"a\"", "Last-Modified": httpDate(-9)])
    for condition in ["\"a\"", httpDate(-9)] {
      expectEqual(scene.served(["Range": "bytes=2-4", "If-Range": condition])?.head.status, 206)
    }
    for condition in ["\"b\"", "W/\"a\"", httpDate(-8), "x"] {
      let serving = scene.served(["Range": "bytes=2-4", "If-Range": condition])
      expectEqual(serving?.head.status, 200)
      expectNil(serving?.slice)
    }
    expectNotNil(part(["ETag": "\"a\""]).forwarded(["Range": "bytes=6-8", "If-Range": "\"b\""]))
  }

  @Test(arguments: ["\"a\"", httpDate(-9)])
  func severalIfRangeFieldsDoNotApplyTheRange(condition: String) {
    let scene = complete(["ETag": "\"a\"", "Last-Modified": httpDate(-9)])
    var headers: HTTPHeaders = ["Range": "bytes=2-4"]
    headers.add(name: "If-Range", value: "\"b\"")
    headers.add(name: "If-Range", value: condition)
    expectEqual(scene.served(headers)?.head.status, 200)
  }

  /// RFC 9110 section 13.2.2.
  @Test func conditionsAreCheckedBeforeTheRange() {
    let scene = complete(["ETag": "\"a\""])
    let headers: HTTPHeaders = ["Range": "bytes=2-4", "If-Range": "\"b\"", "If-None-Match": "\"a\""]
    expectEqual(scene.served(headers)?.head.status, 304)
    expectEqual(scene.served(["If-Range": "\"b\""])?.head.status, 200)
  }

  @Test func aDateThatIsNotStrongDoesNotApplyTheRange() {
    let scene = complete(["Last-Modified": httpDate(0)])
    expectEqual(scene.served(["Range": "bytes=2-4", "If-Range": httpDate(0)])?.head.status, 200)
  }

  @Test(arguments: [(-5, 9), (9, 4), (0, .max), (.min, .max)])
  func impossiblePartsOfAStoreAreNotUsed(first: Int64, last: Int64) {
    var scene = CacheScene()
    let range = StoredRange(first: first, last: last, total: nil)
    scene.store(["Cache-Control": "max-age=60"], status: 206, size: 6, range: range)
    expectNotNil(scene.forwarded(["Range": "bytes=4-5"]))
    expectEqual(range.count, 0)
  }
}
