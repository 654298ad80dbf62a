import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Ranges of one resource through a session with a cache.
@Suite struct CacheJoiningTests {
  private let text = "0123456789"

  private func ranged(_ tag: String = "\"1\"", _ body: String? = nil) -> StubResponse {
    StubResponse.fresh(body ?? text).header("ETag", tag).acceptingRanges()
  }

  private func get(_ range: String, in fixture: CachedSession) -> String? {
    fixture.get(headers: ["Range": "bytes=\(range)"])?.value
  }

  @Test func partsWithTheSameStrongTagAreJoined() {
    let fixture = CachedSession()
    fixture.stub(ranged(), ranged(), ranged())
    expectEqual(get("0-2", in: fixture), "012")
    expectEqual(get("7-9", in: fixture), "789")
    expectEqual(get("3-6", in: fixture), "3456")
    let whole = fixture.get()
    expectEqual(whole?.value, text)
    expectEqual(whole?.response?.status, 200)
    expectEqual(whole?.cacheStatus, .hit(age: .zero))
    expectEqual(get("1-8", in: fixture), "12345678")
    expectEqual(get("-4", in: fixture), "6789")
    expectEqual(fixture.sent, 3)
    expectEqual(fixture.cache.store.count, 1)
  }

  @Test func theFirstByteOfARangeIsAtIndexZero() {
    let fixture = CachedSession()
    fixture.stub(ranged())
    _ = fixture.get()
    let inside = fixture.start(headers: ["Range": "bytes=3-5"]).value
    expectEqual(inside?.response?.status, 206)
    expectEqual(inside?.data?.startIndex, 0)
    expectEqual(fixture.sent, 1)
  }

  @Test func joinedPartsAnswerTheRangesWithinThem() {
    let fixture = CachedSession()
    fixture.stub(ranged(), ranged(), ranged())
    expectEqual(get("2-4", in: fixture), "234")
    expectEqual(get("4-6", in: fixture), "456")
    let inside = fixture.start(headers: ["Range": "bytes=3-5"]).value
    expectEqual(inside?.value, "345")
    expectEqual(inside?.response?.headers["Content-Range"], "bytes 3-5/10")
    expectEqual(fixture.sent, 2)
    expectEqual(fixture.get()?.value, text)
    expectEqual(fixture.sent, 3)
  }

  @Test func partsOfTwoVersionsAreNeverMixed() {
    let fixture = CachedSession()
    fixture.stub(ranged(), ranged("\"2\"", "abcdefghij"), ranged("\"2\"", "abcdefghij"))
    expectEqual(get("0-4", in: fixture), "01234")
    expectEqual(get("5-9", in: fixture), "fghij")
    expectEqual(fixture.get()?.value, "abcdefghij")
    expectEqual(fixture.sent, 3)
  }

  @Test func aPartThatEndsEarlyIsNotJoined() {
    let fixture = CachedSession()
    // Without a length, only the number of bytes shows it.
    let short = StubResponse.stream(
      ["567"], headers: ["Cache-Control": "max-age=60", "ETag": "\"1\"", "Content-Range": "bytes 5-9/10"]
    ).status(206)
    fixture.stub(ranged(), short, ranged())
    expectEqual(get("0-4", in: fixture), "01234")
    expectEqual(get("5-9", in: fixture), "567")
    expectEqual(fixture.monitor.events.last, .refused(.storage))
    expectEqual(get("1-2", in: fixture), "12")
    expectEqual(fixture.get()?.value, text)
    expectEqual(fixture.sent, 3)
  }

  @Test func anInterruptedPartDoesNotChangeTheStoredOne() {
    let fixture = CachedSession()
    fixture.stub(ranged(), ranged().fault(.close(after: .bodyBytes(2))), ranged())
    expectEqual(get("0-4", in: fixture), "01234")
    expectNil(get("5-9", in: fixture))
    expectEqual(get("1-3", in: fixture), "123")
    expectEqual(fixture.sent, 2)
  }

  @Test func withoutSpaceForTheJoinedBodyThePartIsStoredAlone() {
    let fixture = CachedSession(entryLimit: 7)
    fixture.stub(ranged(), ranged())
    expectEqual(get("0-4", in: fixture), "01234")
    expectEqual(get("5-9", in: fixture), "56789")
    expectEqual(get("1-3", in: fixture), "123")
    expectEqual(get("6-8", in: fixture), "678")
    expectEqual(fixture.sent, 2)
  }

  @Test func streamedPartsAreJoined() {
    let fixture = CachedSession()
    fixture.stub(ranged(), ranged())
    for range in ["0-4", "5-9"] {
      fixture.session.request(
        RequestDescription(fixture.url, headers: ["Range": "bytes=\(range)"])
      ).responseStream(delivery: .inline) { _ in }
    }
    expectEqual(fixture.get()?.value, text)
    expectEqual(fixture.sent, 2)
  }

  @Test func partsOnDiskAreJoined() async throws {
    let folder = try TemporaryFolder()
    let fixture = CachedSession(try .disk(at: folder.file("cache"), limit: 1 << 24))
    let body = String(repeating: "0123456789abcdef", count: 20_000)
    fixture.transport.stub(.everything) { _ in
      StubResponse.fresh(body).header("ETag", "\"1\"").acceptingRanges()
    }
    for range in ["0-99999", "200000-", "99000-200010"] {
      _ = await fixture.session.request(RequestDescription(fixture.url, headers: ["Range": "bytes=\(range)"]))
        .response(.data)
    }
    let isSame = try await fixture.session.get(fixture.url).string() == body
    expectTrue(isSame)
    expectEqual(fixture.sent, 3)
  }

  @Test("Random ranges of a resource that changes are always those of one version")
  func randomRangesReturnTheRightBytes() {
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      let fixture = CachedSession()
      let version = Locked(0)
      fixture.transport.stub(.everything) { _ in
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let body = String((0..<20).map { letters[($0 + version.value) % 26] })
        return StubResponse.fresh(body, for: 10).header("ETag", "\"\(version.value)\"").acceptingRanges()
      }
      for _ in 0..<40 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: version.update { $0 += 1 }
        case 1: fixture.timer.advance(by: .seconds(Int.random(in: 1...15, using: &random)))
        case 2: expectOneVersion(fixture.get()?.value, from: 0, count: 20, seed)
        default:
          let first = Int.random(in: 0..<20, using: &random)
          let last = Int.random(in: first..<20, using: &random)
          expectOneVersion(get("\(first)-\(last)", in: fixture), from: first, count: last - first + 1, seed)
        }
      }
    }
  }

  /// Expects letters that follow each other, which those of two versions do not.
  private func expectOneVersion(_ text: String?, from first: Int, count: Int, _ seed: UInt64) {
    let bytes = Array((text ?? "").utf8)
    let follows = zip(bytes, bytes.dropFirst()).allSatisfy { ($1 - 65) == ($0 - 65 + 1) % 26 }
    #expect(bytes.count == count && follows, "seed \(seed): \(text ?? "nothing") from \(first)")
  }
}
