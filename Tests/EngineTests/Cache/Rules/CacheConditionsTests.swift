import Foundation
import TestSupport
import Testing

@testable import Net

/// The conditions that a cache adds, and those of the client that it checks.
@Suite struct CacheConditionsTests {
  private func scene(_ headers: HTTPHeaders, status: Int = 200) -> CacheScene {
    var scene = CacheScene()
    scene.store(headers, status: status)
    return scene
  }

  private let fresh = "max-age=60"

  @Test(arguments: ["\"a\"", "W/\"a\"", "a", "W/a", "\"ü\""])
  func validatorsAreSentAsTheyWereReceived(etag: String) {
    let headers = scene(["ETag": etag, "Last-Modified": "whenever"]).forwarded()?.request.headers
    expectEqual(headers, ["If-None-Match": etag, "If-Modified-Since": "whenever"])
  }

  @Test(arguments: ["", "\"a\u{0}\"", "\"a\r\nEvil: 1\""])
  func invalidValidatorsAreNotSent(etag: String) {
    let forward = scene(["ETag": etag]).forwarded()
    expectEqual(forward?.request.headers, [:])
    expectEqual(forward?.validated, [])
  }

  @Test func tagsOfResponsesForOtherCredentialsAreNotSent() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Vary": "Cookie"], request: ["Cookie": "1"])
    scene.store(["ETag": "W/\"b\"", "Vary": "Foo"], request: ["Foo": "1"])
    expectEqual(scene.forwarded(["Cookie": "2"])?.request.headers, ["Cookie": "2"])
  }

  @Test func aResponseWithoutValidatorsIsRequestedWithoutConditions() {
    let forward = scene(["Cache-Control": "max-age=0"]).forwarded()
    expectEqual(forward?.request.headers, [:])
    expectEqual(forward?.validated, [])
  }

  @Test func theClientsOwnConditionsAreKept() {
    let both = scene(["ETag": "\"a\""]).forwarded(["If-None-Match": "\"b\""])
    expectEqual(both?.request.headers, ["If-None-Match": "\"b\", \"a\""])
    expectEqual(both?.validated, [0])
    let same = scene(["ETag": "\"a\""]).forwarded(["If-None-Match": "\"a\""])
    expectEqual(same?.request.headers, ["If-None-Match": "\"a\""])
    expectEqual(same?.validated, [0])
    let any = scene(["ETag": "\"a\""]).forwarded(["If-None-Match": "*"])
    expectEqual(any?.request.headers, ["If-None-Match": "*"])
    expectEqual(any?.validated, [])
  }

  @Test func theClientsDateMatchesOnlyAnEqualStoredDate() {
    let scene = scene(["Last-Modified": httpDate(-9)])
    let same = scene.forwarded(["If-Modified-Since": httpDate(-9)], after: 5)
    expectEqual(same?.request.headers, ["If-Modified-Since": httpDate(-9)])
    expectEqual(same?.validated, [0])
    let other = scene.forwarded(["If-Modified-Since": httpDate(-5)], after: 5)
    expectEqual(other?.request.headers, ["If-Modified-Since": httpDate(-5)])
    expectEqual(other?.validated, [])
  }

  @Test(arguments: [300, 301, 302, 308, 404, 410, 500, 503])
  func aResponseThatIsNotASuccessIsNotValidated(status: Int) {
    var scene = CacheScene()
    scene.store(
      ["Cache-Control": "max-age=1", "ETag": "\"a\"", "Last-Modified": httpDate(-9)], status: status)
    let forward = scene.forwarded(after: 5)
    expectEqual(forward?.request.headers, [:])
    expectEqual(forward?.validated, [])
  }

  @Test func tagsOfOtherVariantsAreSentInIfNoneMatch() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\"", "Vary": "Foo"], request: ["Foo": "1"])
    scene.store(["ETag": "\"b\"", "Vary": "Foo"], request: ["Foo": "2"])
    scene.store(["ETag": "\"c\"", "Vary": "Foo"], status: 404, request: ["Foo": "3"])
    let forward = scene.forwarded(["Foo": "4"])
    expectEqual(forward?.request.headers["If-None-Match"], "\"b\", \"a\"")
    expectEqual(forward?.validated, [1, 2])
  }

  @Test(arguments: ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*", " \"b\" ,W/\"a\""])
  func anEqualTagReceivesA304(tags: String) {
    let scene = scene(["Cache-Control": fresh, "ETag": "\"a\"", "Vary": "Foo", "Content-Type": "text/plain"])
    let serving = scene.served(["If-None-Match": tags], after: 5)
    expectEqual(serving?.head.status, 304)
    expectEqual(serving?.hasBody, false)
    expectEqual(serving?.status, .hit(age: .seconds(5)))
    expectEqual(
      serving?.head.headers,
      [
        "Cache-Control": fresh, "ETag": "\"a\"", "Vary": "Foo", "Date": httpDate(0), "Age": "5",
      ])
  }

  @Test(arguments: ["\"b\"", "a", "\"A\"", "\"a\"b", ""])
  func aDifferentTagReceivesTheWholeResponse(tags: String) {
    let scene = scene(["Cache-Control": fresh, "ETag": "\"a\"", "Last-Modified": httpDate(-9)])
    let serving = scene.served(["If-None-Match": tags, "If-Modified-Since": httpDate(0)])
    expectEqual(serving?.head.status, 200)
    expectEqual(serving?.hasBody, true)
  }

  @Test func tagsWithoutQuotesAndWithCommasAreComparedAsText() {
    expectEqual(
      scene(["Cache-Control": fresh, "ETag": "a"]).served(["If-None-Match": "a"])?.head.status, 304)
    expectEqual(
      scene(["Cache-Control": fresh, "ETag": "\"a,b\""]).served(["If-None-Match": "\"a,b\""])?.head.status,
      304)
  }

  @Test func anEqualOrLaterIfModifiedSinceReceivesA304() {
    let scene = scene(["Cache-Control": fresh, "Last-Modified": httpDate(-9)])
    expectEqual(scene.served(["If-Modified-Since": httpDate(-9)])?.head.status, 304)
    expectEqual(scene.served(["If-Modified-Since": httpDate(-8)])?.head.status, 304)
    expectEqual(scene.served(["If-Modified-Since": httpDate(-10)])?.head.status, 200)
    expectEqual(scene.served(["If-Modified-Since": "now"])?.head.status, 200)
  }

  /// RFC 9111 section 4.3.2.
  @Test func withoutAModificationDateTheDateOfTheResponseIsCompared() {
    let scene = scene(["Cache-Control": fresh, "Date": httpDate(-5)])
    expectEqual(scene.served(["If-Modified-Since": httpDate(-5)])?.head.status, 304)
    expectEqual(scene.served(["If-Modified-Since": httpDate(-6)])?.head.status, 200)
  }

  /// RFC 9110 section 13.1.3.
  @Test(arguments: [[httpDate(-5), httpDate(0)], [httpDate(0), httpDate(0)], ["today"], [""]])
  func anIfModifiedSinceThatIsNotOneDateIsIgnored(dates: [String]) {
    var scene = CacheScene()
    scene.store(["Cache-Control": "max-age=60", "Last-Modified": httpDate(-9)])
    let headers = HTTPHeaders(dates.map { HTTPField(name: "If-Modified-Since", value: $0) })
    expectEqual(scene.served(headers)?.head.status, 200)
  }

  @Test func bothValidatorsAreSent() {
    var scene = CacheScene()
    scene.store(["ETag": "W/\"a\"", "Last-Modified": httpDate(-9)])
    let headers: HTTPHeaders = ["If-None-Match": "W/\"a\"", "If-Modified-Since": httpDate(-9)]
    expectEqual(scene.forwarded(after: 5)?.request.headers, headers)
  }

  /// RFC 9110 section 13.2.2.
  @Test func ifNoneMatchTakesPrecedenceOverIfModifiedSince() {
    var scene = CacheScene()
    scene.store(["Cache-Control": "max-age=60", "ETag": "\"a\"", "Last-Modified": httpDate(-9)])
    let other: HTTPHeaders = ["If-None-Match": "\"b\"", "If-Modified-Since": httpDate(0)]
    expectEqual(scene.served(other)?.head.status, 200)
    let same: HTTPHeaders = ["If-None-Match": "\"a\"", "If-Modified-Since": httpDate(-99)]
    expectEqual(scene.served(same)?.head.status, 304)
  }

  /// RFC 9110 section 15.4.5.
  @Test func a304OfTheCacheHasTheFieldsThatTheClientNeeds() {
    var scene = CacheScene()
    let needed = ["Cache-Control", "Content-Location", "Date", "ETag", "Expires", "Vary"]
    scene.store([
      "Cache-Control": "max-age=60", "Content-Location": "/b", "Date": httpDate(0), "ETag": "\"a\"",
      "Expires": httpDate(9), "Vary": "Foo", "Content-Type": "text/plain", "Content-Length": "10",
    ])
    let headers = scene.served(["If-None-Match": "\"a\""])?.head.headers
    for name in needed { expectEqual(headers?.contains(name), true, "\(name)") }
    expectEqual(headers?.contains("Content-Type"), false)
    expectEqual(headers?.contains("Content-Length"), false)
  }

  @Test func conditionsAreIgnoredForOtherStatuses() {
    let scene = scene(["Cache-Control": fresh, "ETag": "\"a\""], status: 404)
    expectEqual(scene.served(["If-None-Match": "\"a\""])?.head.status, 404)
  }
}
