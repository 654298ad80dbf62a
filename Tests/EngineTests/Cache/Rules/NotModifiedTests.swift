import Foundation
import TestSupport
import Testing

@testable import Net

/// What a 304 means for what is stored (RFC 9111 section 4.3.4).
@Suite struct NotModifiedTests {
  private func scene(_ headers: HTTPHeaders, size: Int64 = 10) -> CacheScene {
    var scene = CacheScene()
    scene.store(headers, size: size)
    return scene
  }

  @Test func theStoredResponseIsServedWithTheNewFields() {
    let scene = scene(["ETag": "\"a\"", "A": "1", "B": "1", "Age": "7", "Cache-Control": "max-age=5"])
    let headers: HTTPHeaders = [
      "ETag": "\"a\"", "a": "2", "Cache-Control": "max-age=9", "Date": httpDate(20),
    ]
    let outcome = scene.outcome(304, headers, after: 20)
    expectEqual(outcome?.served?.index, 0)
    expectEqual(outcome?.served?.status, .revalidated(age: .seconds(27)))
    expectEqual(outcome?.served?.hasBody, true)
    let expected: HTTPHeaders = [
      "B": "1", "ETag": "\"a\"", "a": "2", "Cache-Control": "max-age=9", "Date": httpDate(20),
    ]
    expectEqual(outcome?.served?.head.headers, expected)
    expectEqual(outcome?.updates.map(\.index), [0])
    expectEqual(outcome?.updates.first?.response.headers, expected)
    expectEqual(outcome?.updates.first?.response.responseTime, CacheScene.start.addingTimeInterval(20))
    expectEqual(outcome?.updates.first?.response.facts.initialAge, 0)
  }

  @Test func theAgeComesFromThe304() {
    let outcome = scene(["ETag": "\"a\""]).outcome(304, ["ETag": "\"a\"", "Age": "4"], after: 20)
    expectEqual(outcome?.updates.first?.response.facts.initialAge, 4)
    expectEqual(outcome?.served?.head.headers["Date"], httpDate(20))
  }

  @Test func allLinesOfANameAreReplaced() {
    let old: HTTPHeaders = [
      HTTPField(name: "ETag", value: "\"a\""), HTTPField(name: "A", value: "1"),
      HTTPField(name: "A", value: "2"),
    ]
    let new: HTTPHeaders = [HTTPField(name: "A", value: "3"), HTTPField(name: "A", value: "4")]
    expectEqual(scene(old).outcome(304, new)?.served?.head.headers.values(for: "A"), ["3", "4"])
  }

  @Test func fieldsThatDescribeTheBodyOrTheConnectionAreNotUpdated() {
    let old: HTTPHeaders = [
      "ETag": "\"a\"", "Content-Length": "10", "Content-Encoding": "gzip", "Content-Range": "x", "B": "1",
    ]
    let new: HTTPHeaders = [
      "Content-Length": "0", "Content-Encoding": "br", "Content-Range": "y", "Connection": "B", "B": "2",
      "Upgrade": "u",
    ]
    let headers = scene(old).outcome(304, new)?.served?.head.headers
    for name in ["Content-Length", "Content-Encoding", "Content-Range", "B"] {
      expectEqual(headers?[name], old[name])
    }
    expectNil(headers?["Upgrade"])
  }

  @Test func aConfirmedInvalidResponseIsValidAgain() {
    var scene = scene(["ETag": "\"a\"", "Cache-Control": "max-age=60"])
    scene.entries[0].response.isInvalid = true
    expectEqual(scene.outcome(304, [:])?.updates.first?.response.isInvalid, false)
  }

  @Test func fieldsOfNoCacheAreServedOnceConfirmed() {
    let scene = scene(["ETag": "\"a\"", "Cache-Control": "no-cache=\"A\"", "A": "1"])
    expectEqual(scene.outcome(304, [:])?.served?.head.headers["A"], "1")
  }

  @Test func aStrongTagSelectsTheResponsesWithIt() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\""], status: 206, size: 2, range: StoredRange(first: 0, last: 1, total: 10))
    scene.store(["ETag": "\"b\""], status: 206, size: 2, range: StoredRange(first: 0, last: 1, total: 9))
    scene.store(["ETag": "\"a\""], status: 206, size: 2, range: StoredRange(first: 5, last: 6, total: 10))
    let outcome = scene.outcome(304, ["ETag": "\"a\"", "A": "1"], to: ["Range": "bytes=5-6"], after: 5)
    expectEqual(outcome?.served?.index, 0)
    expectEqual(outcome?.updates.map(\.index).sorted(), [0, 2])
    expectEqual(outcome?.updates.allSatisfy { $0.response.headers["A"] == "1" }, true)
  }

  /// The server has said what is current for this request, and not what is current for the others.
  @Test(arguments: ["\"a\"", "W/\"a\""])
  func a304UpdatesNoResponseOfAnotherVariant(tag: String) {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Vary": "Foo", "B": "1"], request: ["Foo": "1"])
    scene.store(["ETag": "\"b\"", "Vary": "Foo"], request: ["Foo": "2"])
    scene.store(["ETag": "\"a\"", "Vary": "Foo", "B": "1"], request: ["Foo": "3"])
    let headers: HTTPHeaders = ["ETag": tag, "A": "1", "Vary": "Foo", "Cache-Control": "max-age=60"]
    let outcome = scene.outcome(304, headers, to: ["Foo": "4"], after: 5)
    expectEqual(outcome?.served?.index, 0)
    expectEqual(outcome?.served?.head.headers["A"], "1")
    expectEqual(outcome?.served?.head.headers["B"], "1")
    expectEqual(outcome?.updates.isEmpty, true)
    let last = scene.outcome(304, ["ETag": tag, "Cache-Control": "no-store"], to: ["Foo": "4"], after: 5)
    expectNotNil(last?.served)
    expectEqual(last?.removals, [])
  }

  @Test func aTagThatWasNotSentSelectsNoOtherVariant() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Vary": "Cookie"], request: ["Cookie": "1"])
    scene.store(["ETag": "\"b\"", "Vary": "Foo"], request: ["Foo": "1"])
    expectNotNil(scene.outcome(304, ["ETag": "\"a\""], to: ["Cookie": "2"])?.resent)
  }

  @Test func aWeakTagSelectsTheNewestMatch() {
    var scene = CacheScene()
    scene.store(["ETag": "W/\"a\"", "Vary": "Foo"], request: ["Foo": "1"])
    scene.store(["ETag": "\"a\"", "Vary": "Foo"], request: ["Foo": "2"], at: 1)
    expectEqual(
      scene.outcome(304, ["ETag": "W/\"a\""], to: ["Foo": "1"], after: 5)?.updates.map(\.index), [1])
    expectEqual(
      scene.outcome(304, ["ETag": "W/\"a\""], to: ["Foo": "2"], after: 5)?.updates.map(\.index), [0])
  }

  @Test func aDateSelectsTheResponseWithIt() {
    let scene = scene(["Last-Modified": httpDate(-9)])
    expectEqual(scene.outcome(304, ["Last-Modified": httpDate(-9)], after: 5)?.updates.count, 1)
    expectNotNil(scene.outcome(304, ["Last-Modified": httpDate(-8)], after: 5)?.resent)
  }

  @Test func a304WithoutAValidatorSelectsTheValidatedEntry() {
    expectNotNil(scene(["ETag": "\"a\""]).outcome(304, [:])?.served)
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Vary": "Foo"], request: ["Foo": "1"])
    scene.store(["ETag": "\"b\"", "Vary": "Foo"], request: ["Foo": "2"])
    expectNotNil(scene.outcome(304, [:], to: ["Foo": "3"])?.resent)
  }

  @Test func ifNothingIsSelectedTheRequestIsSentWithoutConditions() {
    for etag in ["\"b\"", "W/\"b\""] {
      let outcome = scene(["ETag": "\"a\"", "Last-Modified": httpDate(-9)]).outcome(
        304, ["ETag": etag], to: ["A": "1"], after: 5)
      expectEqual(outcome?.resent?.request.headers, ["A": "1"])
      expectEqual(outcome?.resent?.validated, [])
      expectEqual(outcome?.updates.isEmpty, true)
    }
  }

  /// nginx 1.22 with `gzip on` responds so.
  @Test func aStrongTagConfirmsTheResponseWhoseWeakTagWasSentAndKeepsThatTag() {
    var scene = CacheScene()
    let stored: HTTPHeaders = ["ETag": "W/\"a\"", "Content-Encoding": "gzip", "Vary": "Accept-Encoding"]
    scene.store(stored, request: ["Accept-Encoding": "gzip"])
    let outcome = scene.outcome(
      304, ["ETag": "\"a\"", "Cache-Control": "max-age=60"], to: ["Accept-Encoding": "gzip"], after: 5)
    expectEqual(outcome?.served?.index, 0)
    expectEqual(outcome?.updates.first?.response.headers["ETag"], "W/\"a\"")
    expectEqual(outcome?.updates.first?.response.headers["Cache-Control"], "max-age=60")
    let other = self.scene(["ETag": "W/\"b\""]).outcome(304, ["ETag": "\"a\""])
    expectNotNil(other?.resent)
  }

  @Test func aStrongTagOfAnotherVariantConfirmsTheWeakTagThatWasSent() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Vary": "Foo"], request: ["Foo": "1"])
    scene.store(["ETag": "W/\"a\"", "Vary": "Foo"], request: ["Foo": "2"], at: 1)
    let outcome = scene.outcome(304, ["ETag": "\"a\"", "A": "1"], to: ["Foo": "2"], after: 5)
    expectEqual(outcome?.served?.index, 0)
    expectEqual(outcome?.updates.map(\.index), [0])
  }

  @Test func a304ToTheClientsOwnConditionIsDeliveredToTheClient() {
    let outcome = scene(["ETag": "\"a\""]).outcome(304, ["ETag": "\"b\""], to: ["If-None-Match": "\"b\""])
    expectEqual(outcome?.isFromNetwork, true)
    expectEqual(outcome?.updates.isEmpty, true)
    expectEqual(CacheScene().outcome(304, [:], to: ["If-None-Match": "\"b\""])?.isFromNetwork, true)
  }

  @Test func a304ToBothConfirmsAndAnswersTheClient() {
    let scene = scene(["ETag": "\"a\""])
    let same = scene.outcome(304, ["ETag": "\"a\""], to: ["If-None-Match": "\"a\""])
    expectEqual(same?.served?.head.status, 304)
    expectEqual(same?.served?.hasBody, false)
    expectEqual(same?.updates.count, 1)
    let other = scene.outcome(304, ["ETag": "\"a\""], to: ["If-None-Match": "\"b\""])
    expectEqual(other?.served?.head.status, 200)
    expectEqual(other?.served?.hasBody, true)
  }

  @Test func aConfirmedResponseThatMayNoLongerBeStoredIsServedAndRemoved() {
    let outcome = scene(["ETag": "\"a\""]).outcome(304, ["Cache-Control": "no-store"])
    expectNotNil(outcome?.served)
    expectEqual(outcome?.removals, [0])
    expectEqual(outcome?.updates.isEmpty, true)
  }

  @Test func aRangeIsServedFromTheConfirmedResponse() {
    let outcome = scene(["ETag": "\"a\""]).outcome(304, ["ETag": "\"a\""], to: ["Range": "bytes=2-4"])
    expectEqual(outcome?.served?.head.status, 206)
    expectEqual(outcome?.served?.slice, 2..<5)
    expectEqual(outcome?.updates.first?.response.status, 200)
  }

  @Test func theRequestOfThe304IsTheNewVariant() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Vary": "Foo"], request: ["Foo": "1"])
    let outcome = scene.outcome(304, ["Vary": "Foo, Bar"], to: ["Foo": "1", "Bar": "2"], after: 5)
    expectEqual(outcome?.updates.first?.response.requestHeaders, ["foo": "1", "bar": "2"])
  }

  @Test func a304DoesNotConfirmAResponseThatIsNotASuccess() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Date": httpDate(0)], status: 404)
    scene.store(["ETag": "\"a\"", "Date": httpDate(5), "Vary": "Foo"], request: ["Foo": "1"])
    let outcome = scene.outcome(304, ["ETag": "\"a\""], to: ["Foo": "1"], after: 10)
    expectEqual(outcome?.served?.head.status, 200)
    expectEqual(outcome?.updates.map(\.response.status), [200])
  }
}
