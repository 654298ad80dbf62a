import Foundation
import TestSupport
import Testing

@testable import Net

/// Stored responses and parts of another version of the representation.
@Suite struct CacheVersionTests {
  private static let old: HTTPHeaders = ["Last-Modified": httpDate(-99)]

  /// What a part says, and whether that shows that a whole of ten bytes with the headers `whole` is another version.
  private static let parts: [(whole: HTTPHeaders, part: HTTPHeaders, differs: Bool)] = [
    (old, ["Last-Modified": httpDate(-9), "Content-Range": "bytes 0-4/10"], true),
    (old, ["Last-Modified": httpDate(-99), "Content-Range": "bytes 0-4/10"], false),
    (old, ["Last-Modified": httpDate(-99), "Content-Range": "bytes 0-4/12"], true),
    (old, ["Last-Modified": httpDate(-99), "Content-Range": "bytes 0-4/*"], false),
    (["ETag": "\"a\""], ["ETag": "\"b\"", "Content-Range": "bytes 0-4/10"], true),
    (["ETag": "\"a\""], ["ETag": "\"a\"", "Content-Range": "bytes 0-4/9"], true),
    (["ETag": "W/\"a\""], ["ETag": "W/\"a\"", "Content-Range": "bytes 0-4/10"], false),
    (["ETag": "W/\"a\""], ["ETag": "W/\"a\"", "Content-Range": "bytes 0-4/11"], true),
    ([:], ["ETag": "\"b\"", "Content-Range": "bytes 0-4/12"], true),
    ([:], ["Content-Range": "bytes 0-4/12"], true), ([:], ["Content-Range": "bytes 0-4/10"], false),
    // Servers behind one name may have different dates for the same bytes.
    (
      ["ETag": "W/\"a\"", "Last-Modified": httpDate(-9)],
      ["ETag": "W/\"a\"", "Last-Modified": httpDate(-8), "Content-Range": "bytes 0-4/10"], false
    ),
    // The length of decoded bytes is not that of the transfer.
    (["Content-Encoding": "gzip"], ["Content-Range": "bytes 0-4/12"], false),
  ]

  private func scene(_ headers: HTTPHeaders) -> CacheScene {
    var scene = CacheScene()
    var all = headers
    all.add(name: "Cache-Control", value: "max-age=60")
    scene.store(all, size: 10)
    return scene
  }

  @Test(arguments: Self.parts.indices)
  func aStoredPartReplacesACompleteResponseOfAnotherVersion(index: Int) {
    let (whole, part, differs) = Self.parts[index]
    var headers = part
    headers.add(name: "Cache-Control", value: "max-age=60")
    let outcome = scene(whole).outcome(206, headers, to: ["Range": "bytes=0-4"], after: 1, mode: .reload)
    expectEqual(outcome?.replaced, differs ? [0] : [])
    expectEqual(outcome?.outdated, differs ? [0] : [])
  }

  @Test(arguments: Self.parts.indices)
  func aPartThatIsNotStoredRemovesAWholeOfAnotherVersion(index: Int) {
    let (whole, part, differs) = Self.parts[index]
    var headers = part
    headers.add(name: "Cache-Control", value: "no-store")
    let outcome = scene(whole).outcome(206, headers, to: ["Range": "bytes=0-4"], after: 1, mode: .reload)
    expectEqual(outcome?.refusal, .noStore)
    expectEqual(outcome?.removals, differs ? [0] : [])
  }

  @Test func severalPartsInOneBodyShowAnotherVersionByTheirValidators() {
    let headers: HTTPHeaders = [
      "Content-Type": "multipart/byteranges; boundary=x", "Last-Modified": httpDate(-9),
    ]
    let range: HTTPHeaders = ["Range": "bytes=0-1,4-5"]
    expectEqual(scene(Self.old).outcome(206, headers, to: range, after: 1, mode: .reload)?.removals, [0])
  }

  /// The positions in an encoded part count other bytes.
  @Test func theLengthOfAnEncodedPartIsNotCompared() {
    let headers: HTTPHeaders = [
      "Content-Range": "bytes 0-4/7", "Content-Encoding": "gzip", "Cache-Control": "max-age=60",
    ]
    let outcome = scene([:]).outcome(206, headers, to: ["Range": "bytes=0-4"], after: 1, mode: .reload)
    expectEqual(outcome?.refusal, .partial)
    expectEqual(outcome?.removals, [])
  }

  @Test(
    arguments: [
      ("bytes */2", true), ("bytes */10", false), ("bytes */*", false), ("bytes */x", false),
      ("items */2", false),
      ("bytes */", false), ("", false),
    ])
  func a416SaysTheLength(range: String, differs: Bool) {
    let headers: HTTPHeaders = ["Content-Range": range, "ETag": "\"of the error\""]
    let outcome = scene(["ETag": "\"a\""]).outcome(416, headers, to: ["Range": "bytes=20-"], after: 1)
    expectEqual(outcome?.removals, differs ? [0] : [])
  }

  @Test func aPartWithAnotherTotalReplacesTheParts() {
    var scene = CacheScene()
    let range = StoredRange(first: 0, last: 4, total: 10)
    scene.store(["ETag": "\"a\"", "Cache-Control": "max-age=60"], status: 206, size: 5, range: range)
    let headers: HTTPHeaders = ["ETag": "\"a\"", "Content-Range": "bytes 7-9/12"]
    let outcome = scene.outcome(206, headers, to: ["Range": "bytes=7-9"], after: 1)
    expectEqual(outcome?.replaced, [0])
    expectNil(outcome?.join)
  }

  @Test func anotherVariantStays() {
    var scene = CacheScene()
    scene.store(["Last-Modified": httpDate(-99), "Vary": "Foo"], request: ["Foo": "1"])
    let headers: HTTPHeaders = [
      "Last-Modified": httpDate(-9), "Content-Range": "bytes 0-4/12", "Vary": "Foo",
    ]
    let outcome = scene.outcome(206, headers, to: ["Range": "bytes=0-4", "Foo": "2"], after: 1)
    expectEqual(outcome?.replaced, [])
    expectEqual(scene.outcome(416, headers, to: ["Range": "bytes=0-4", "Foo": "2"], after: 1)?.removals, [])
  }
}
