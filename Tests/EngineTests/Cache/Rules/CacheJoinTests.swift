import Foundation
import TestSupport
import Testing

@testable import Net

/// New parts that are joined with stored ones (RFC 9111 section 3.4).
@Suite struct CacheJoinTests {
  /// A scene with parts of ten bytes, given by their first and last positions.
  private func scene(_ parts: (Int64, Int64)..., tag: String = "\"a\"", total: Int64? = 10) -> CacheScene {
    var scene = CacheScene()
    for (first, last) in parts {
      let range = StoredRange(first: first, last: last, total: total)
      scene.store(
        ["Cache-Control": "max-age=60", "ETag": tag, "Content-Range": range.contentRange, "X-Old": "1"],
        status: 206, size: range.count, range: range)
    }
    return scene
  }

  private func receive(
    _ range: String, in scene: CacheScene, tag: String? = "\"a\"", length: Int? = nil,
    _ headers: HTTPHeaders = [:]
  ) -> CacheOutcome? {
    var received: HTTPHeaders = ["Cache-Control": "max-age=30", "Content-Range": "bytes \(range)"]
    if let tag { received.add(name: "ETag", value: tag) }
    if let length { received.add(name: "Content-Length", value: String(length)) }
    for field in headers { received.add(field) }
    return scene.outcome(206, received, to: ["Range": "bytes=0-0,2-3"])
  }

  @Test func thePartBeforeAndThePartAfterMakeTheWhole() throws {
    let join = try #require(receive("3-6/10", in: scene((0, 2), (7, 9)))?.join)
    expectEqual(join.before, CacheJoin.StoredBytes(index: 1, bytes: 0..<3))
    expectEqual(join.after, CacheJoin.StoredBytes(index: 0, bytes: 0..<3))
    expectEqual(join.size, 10)
    expectEqual(join.partSize, 4)
    expectEqual(Set(join.replacing), [0, 1])
    expectEqual(join.response.status, 200)
    expectNil(join.response.range)
    expectNil(join.response.headers["Content-Range"])
    expectEqual(join.response.headers["Content-Length"], "10")
  }

  @Test func overlappingBytesAreThoseOfTheNewPart() throws {
    let join = try #require(receive("3-6/10", in: scene((0, 4), (5, 9)))?.join)
    expectEqual(join.before, CacheJoin.StoredBytes(index: 1, bytes: 0..<3))
    expectEqual(join.after, CacheJoin.StoredBytes(index: 0, bytes: 2..<5))
  }

  @Test func aPartInsideAStoredOneUpdatesIt() throws {
    let join = try #require(receive("4-5/10", in: scene((3, 8)))?.join)
    expectEqual(join.before?.bytes, 0..<1)
    expectEqual(join.after?.bytes, 3..<6)
    expectEqual(join.response.range, StoredRange(first: 3, last: 8, total: 10))
    expectEqual(join.response.headers["Content-Range"], "bytes 3-8/10")
    expectEqual(join.response.status, 206)
  }

  @Test func theFieldsOfTheNewPartReplaceTheStoredOnes() throws {
    let join = try #require(receive("5-9/10", in: scene((0, 4)), length: 5, ["X-New": "2"])?.join)
    expectEqual(join.response.headers["Cache-Control"], "max-age=30")
    expectEqual(join.response.headers["X-Old"], "1")
    expectEqual(join.response.headers["X-New"], "2")
    expectEqual(join.response.headers.values(for: "Content-Length"), ["10"])
  }

  @Test(arguments: ["W/\"a\"", "\"b\"", "a"])
  func partsWithoutTheSameStrongTagStayApart(tag: String) {
    expectNil(receive("5-9/10", in: scene((0, 4), tag: tag), tag: tag == "\"b\"" ? "\"a\"" : tag)?.join)
  }

  @Test func partsWithoutATagStayApart() {
    var scene = CacheScene()
    let range = StoredRange(first: 0, last: 4, total: 10)
    scene.store(["Cache-Control": "max-age=60"], status: 206, size: 5, range: range)
    expectNil(receive("5-9/10", in: scene, tag: nil)?.join)
  }

  @Test(arguments: ["5-9/11", "5-9/*"])
  func partsOfDifferentOrUnknownLengthsAreNotJoined(range: String) {
    expectNil(receive(range, in: scene((0, 4)))?.join)
    expectNil(receive("5-9/10", in: scene((0, 4), total: nil))?.join)
  }

  @Test func partsWithAGapStayApart() {
    let outcome = receive("6-9/10", in: scene((0, 4)))
    expectNil(outcome?.join)
    expectEqual(outcome?.replaced, [])
  }

  @Test func aPartWhoseLengthContradictsItsRangeIsNotJoined() {
    expectNil(receive("5-9/10", in: scene((0, 4)), length: 4)?.join)
    var scene = CacheScene()
    let range = StoredRange(first: 0, last: 4, total: 10)
    scene.store(["ETag": "\"a\""], status: 206, size: 4, range: range)
    expectNil(receive("5-9/10", in: scene)?.join)
  }

  @Test func partsOfAnotherVariantAreNotJoined() {
    var scene = CacheScene()
    let range = StoredRange(first: 0, last: 4, total: 10)
    scene.store(
      ["ETag": "\"a\"", "Vary": "Accept"], status: 206, request: ["Accept": "text/html"], size: 5,
      range: range)
    expectNil(receive("5-9/10", in: scene, ["Vary": "Accept"])?.join)
  }

  @Test func aPartOfACompleteResponseConfirmsIt() throws {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Cache-Control": "max-age=0"], size: 10)
    let outcome = try #require(receive("5-9/10", in: scene, length: 5))
    expectNil(outcome.stored)
    expectEqual(outcome.updates.map(\.index), [0])
    expectEqual(outcome.updates.first?.response.headers["Cache-Control"], "max-age=30")
    expectNil(outcome.updates.first?.response.headers["Content-Range"])
  }

  @Test func aPartOfACompleteResponseOfAnotherLengthDoesNotConfirmIt() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Cache-Control": "max-age=0"], size: 11)
    expectEqual(receive("5-9/10", in: scene)?.updates.isEmpty, true)
  }
}
