import Foundation
import TestSupport
import Testing

@testable import Net

/// Which responses are stored, and what of them (RFC 9111 section 3).
@Suite struct StoringTests {
  private let scene = CacheScene()

  @Test(arguments: [200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 401, 404, 410, 499, 500, 503, 599])
  func anyFinalStatusWithExplicitFreshnessIsStored(status: Int) {
    expectEqual(scene.outcome(status, ["Cache-Control": "max-age=60"])?.stored?.status, status)
    expectEqual(scene.outcome(status, ["Expires": httpDate(60)])?.stored?.status, status)
  }

  @Test(arguments: [304, 407, 412, 416])
  func responsesToConditionsRangesAndProxiesAreNotStored(status: Int) {
    expectNil(scene.outcome(status, ["Cache-Control": "max-age=60"])?.stored)
  }

  @Test func a200IsStoredEvenWithoutALifetime() {
    let stored = scene.outcome(200, [:])?.stored
    expectEqual(stored?.facts.lifetime, 0)
    expectEqual(stored?.url, "http://example.org/a")
    expectEqual(stored?.method, .get)
  }

  /// Anyone on the way can end a connection over TLS, and libcurl does not say who did.
  @Test(
    arguments: [
      ("https", "HTTP/1.1", [:], false), ("https", "HTTP/1.0", [:], false),
      ("HTTPS", "HTTP/1.1", ["Content-Encoding": "gzip"], false),
      ("https", "HTTP/1.1", ["Content-Length": "2"], true),
      ("https", "HTTP/1.1", ["Transfer-Encoding": "chunked"], true),
      ("https", "HTTP/2", [:], true), ("https", nil, [:], true), ("http", "HTTP/1.1", [:], true),
    ] as [(String, String?, HTTPHeaders, Bool)])
  func aBodyThatMayBeCutShortIsNotStored(
    scheme: String, version: String?, fields: HTTPHeaders, isStored: Bool
  ) {
    var headers = fields
    headers.add(name: "Cache-Control", value: "max-age=60")
    let outcome = scene.outcome(200, headers, url: "\(scheme)://example.org/a", httpVersion: version)
    expectEqual(outcome?.stored != nil, isStored)
    expectEqual(outcome?.refusal, isStored ? nil : .partial)
  }

  @Test func otherStatusesNeedALifetimeOrPublicOrAValidator() {
    expectEqual(scene.outcome(404, [:])?.refusal, .status)
    expectNotNil(scene.outcome(404, ["ETag": "\"a\""])?.stored)
    expectNotNil(scene.outcome(404, ["Last-Modified": httpDate(-9)])?.stored)
    expectEqual(scene.outcome(403, ["Last-Modified": httpDate(-9)])?.refusal, .status)
    expectNotNil(scene.outcome(403, ["Cache-Control": "public"])?.stored)
  }

  @Test func noStoreOfEitherSideForbidsStoring() {
    expectEqual(scene.outcome(200, ["Cache-Control": "max-age=60, No-Store"])?.refusal, .noStore)
    expectEqual(
      scene.outcome(200, ["Cache-Control": "max-age=60"], to: ["Cache-Control": "no-store"])?.refusal,
      .noStore)
  }

  @Test func mustUnderstandReplacesNoStoreForKnownStatuses() {
    let headers: HTTPHeaders = ["Cache-Control": "max-age=60, no-store, must-understand"]
    expectNotNil(scene.outcome(200, headers)?.stored)
    expectEqual(scene.outcome(599, headers)?.refusal, .status)
  }

  @Test func privateAndAuthorizedResponsesAreStored() {
    expectNotNil(scene.outcome(200, ["Cache-Control": "private, max-age=60"])?.stored)
    expectNotNil(scene.outcome(200, ["Cache-Control": "max-age=60"], to: ["Authorization": "a"])?.stored)
  }

  @Test func responsesThatNoRequestMatchesAreNotStored() {
    expectEqual(scene.outcome(200, ["Cache-Control": "max-age=60", "Vary": "A, *"])?.refusal, .varyMiss)
  }

  @Test func allOtherFieldsAreStored() {
    let headers: HTTPHeaders = [
      HTTPField(name: "Date", value: httpDate(0)), HTTPField(name: "X-Unknown", value: "1"),
      HTTPField(name: "x-unknown", value: "2"), HTTPField(name: "Warning", value: "110 - \"stale\""),
      HTTPField(name: "Cache-Control", value: "private=\"X-Unknown\", max-age=60"),
      HTTPField(name: "Set-Cookie", value: "a=b"), HTTPField(name: "Pragma", value: "no-cache"),
    ]
    expectEqual(scene.outcome(200, headers)?.stored?.headers, headers)
  }

  @Test(arguments: [100, 103, 199])
  func interimStatusesAreNotStored(status: Int) {
    expectNil(scene.outcome(status, ["Cache-Control": "max-age=60"])?.stored)
  }

  @Test func aFullResponseToAValidationIsUsedAndReplacesTheStoredOne() {
    var scene = CacheScene()
    scene.store(["ETag": "\"a\""])
    let outcome = scene.outcome(200, ["ETag": "\"b\""], after: 5)
    expectEqual(outcome?.isFromNetwork, true)
    expectEqual(outcome?.replaced, [0])
    expectEqual(outcome?.updates.isEmpty, true)
  }

  @Test func streamsOfEventsAreNotStored() {
    let headers: HTTPHeaders = [
      "Cache-Control": "max-age=60", "Content-Type": "Text/Event-Stream; charset=utf-8",
    ]
    expectEqual(scene.outcome(200, headers)?.refusal, .bypass)
  }

  @Test func aPartIsStoredIfItsRangeIsKnown() {
    let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Content-Range": "bytes 4-9/10"]
    let stored = scene.outcome(206, headers, to: ["Range": "bytes=-6"])?.stored
    expectEqual(stored?.range, StoredRange(first: 4, last: 9, total: 10))
    for wrong: HTTPHeaders in [
      ["Cache-Control": "max-age=60"], ["Cache-Control": "max-age=60", "Content-Range": "bytes 9-4/10"],
      ["Cache-Control": "max-age=60", "Content-Range": "bytes 4-9/10", "Content-Encoding": "gzip"],
      [
        HTTPField(name: "Cache-Control", value: "max-age=60"),
        HTTPField(name: "Content-Range", value: "bytes 4-9/10"),
        HTTPField(name: "Content-Range", value: "bytes 0-1/10"),
      ],
    ] {
      expectEqual(scene.outcome(206, wrong, to: ["Range": "bytes=-6"])?.refusal, .partial)
    }
  }

  @Test func theContentRangeOfA200IsIgnored() {
    expectNil(scene.outcome(200, ["Content-Range": "ananas"])?.stored?.range)
  }

  @Test func a200ToARangeThatSaysItIsAPartIsNotStored() {
    func outcome(_ range: String) -> CacheOutcome? {
      scene.outcome(200, ["Cache-Control": "max-age=60", "Content-Range": range], to: ["Range": "bytes=0-"])
    }
    for part in ["bytes 4-9/10", "bytes 0-4/10", "bytes 0-4/*"] {
      expectEqual(outcome(part)?.refusal, .partial)
    }
    for whole in ["bytes 0-9/10", "bytes */10", "ananas"] { expectNotNil(outcome(whole)?.stored) }
  }

  @Test func fieldsOfTheConnectionAreNotStored() {
    let names = [
      "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
      "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "A",
    ]
    var headers = HTTPHeaders(names.map { HTTPField(name: $0, value: "a") })
    headers.add(name: "Date", value: httpDate(-1))
    headers.add(name: "Set-Cookie", value: "b")
    headers.add(name: "Set-Cookie", value: "c")
    headers.add(name: "Content-Length", value: "7")
    let stored = scene.outcome(200, headers)?.stored?.headers
    expectEqual(stored?.map(\.name), ["Date", "Set-Cookie", "Set-Cookie", "Content-Length"])
  }

  /// RFC 9110 section 6.6.1.
  @Test func aMissingOrInvalidDateIsTheTimeOfReceipt() {
    expectEqual(scene.outcome(200, [:], after: 5)?.stored?.headers["Date"], httpDate(5))
    expectEqual(scene.outcome(200, ["Date": "today"], after: 5)?.stored?.headers["Date"], httpDate(5))
  }

  @Test func theFieldsThatVaryNamesAreStored() {
    let stored = scene.outcome(200, ["Vary": "Foo, Bar"], to: ["Foo": " 1 ,2", "Other": "3"])?.stored
    expectEqual(stored?.requestHeaders, ["foo": "1,2"])
  }

  @Test func theSessionsLifetimeAppliesOnlyToResponsesWithoutOne() {
    var scene = CacheScene()
    scene.options.freshness = { $0.status == 200 ? .seconds(300) : nil }
    expectEqual(scene.outcome(200, [:])?.stored?.facts.lifetime, 300)
    expectEqual(scene.outcome(200, ["Cache-Control": "max-age=5"])?.stored?.facts.lifetime, 5)
    expectNil(scene.outcome(200, ["Cache-Control": "no-cache"])?.stored?.lifetime)
    expectEqual(
      scene.outcome(203, ["Last-Modified": httpDate(-10), "Date": httpDate(0)])?.stored?.facts.lifetime, 1)
  }

  /// RFC 9110 section 9.3.3.
  @Test func aPostResponseIsStoredForGetIfItsContentLocationIsTheURL() {
    func stored(_ headers: HTTPHeaders, status: Int = 200) -> StoredResponse? {
      scene.outcome(status, headers, method: .post)?.stored
    }
    expectEqual(stored(["Cache-Control": "max-age=60", "Content-Location": "/a"])?.method, .get)
    expectNotNil(stored(["Cache-Control": "max-age=60", "Content-Location": "http://EXAMPLE.org:80/a"]))
    expectNil(stored(["Cache-Control": "max-age=60", "Content-Location": "/b"]))
    expectNil(stored(["Cache-Control": "max-age=60"]))
    expectNil(stored(["Last-Modified": httpDate(-9), "Content-Location": "/a"]))
    expectNil(stored(["Cache-Control": "public", "Content-Location": "/a"]))
    expectNil(stored(["Cache-Control": "max-age=60", "Content-Location": "/a"], status: 201))
  }

  @Test func responsesToOtherMethodsAreNotStored() {
    for method: HTTPMethod in [.put, .delete, .options, .query, .head, "PURGE"] {
      expectNil(
        scene.outcome(200, ["Cache-Control": "max-age=60", "Content-Location": "/a"], method: method)?.stored)
    }
  }

  @Test func aResponseReplacesEntriesOfItsVariant() {
    var scene = CacheScene()
    scene.store(["Vary": "Foo"], request: ["Foo": "1"])
    scene.store(["Vary": "Foo"], request: ["Foo": "2"])
    scene.store([:])
    expectEqual(scene.outcome(200, ["Vary": "Foo"], to: ["Foo": "2"])?.replaced, [0, 1])
    expectEqual(scene.outcome(200, ["Vary": "Foo, Bar"], to: ["Foo": "1"])?.replaced, [0, 2])
    expectEqual(scene.outcome(200, [:], to: ["Foo": "1"])?.replaced, [0])
  }

  @Test func aPartReplacesOutdatedPartsAndThoseThatItContains() {
    var scene = CacheScene()
    let old = StoredRange(first: 4, last: 6, total: 10)
    scene.store(["ETag": "\"a\""], status: 206, range: old)
    // With a strong tag, it would be confirmed.
    scene.store(["ETag": "W/\"a\""], size: 10)
    func replaced(_ etag: String, _ range: String) -> [Int]? {
      let range: HTTPHeaders = ["ETag": etag, "Content-Range": range]
      return scene.outcome(206, range, to: ["Range": "bytes=0-1,3-4"])?.replaced
    }
    expectEqual(replaced("\"a\"", "bytes 4-9/10"), [1])
    expectEqual(replaced("\"a\"", "bytes 5-9/10"), [])
    expectEqual(replaced("\"b\"", "bytes 5-9/10"), [0, 1])
  }

  @Test func outdatedEntriesAreRemovedEvenIfTheNewResponseIsNotStored() {
    var scene = CacheScene()
    scene.store(["Vary": "Foo"], request: ["Foo": "1"])
    scene.store(["Vary": "Foo"], request: ["Foo": "2"])
    let headers: HTTPHeaders = ["Cache-Control": "no-store"]
    expectEqual(scene.outcome(200, headers, to: ["Foo": "2"])?.removals, [0])
    expectEqual(scene.outcome(404, [:], to: ["Foo": "1"])?.removals, [1])
    expectEqual(scene.outcome(503, [:], to: ["Foo": "1"])?.removals, [])
    expectEqual(scene.outcome(401, [:], to: ["Foo": "1"])?.removals, [])
    expectEqual(scene.outcome(200, headers, to: ["Foo": "1", "Cache-Control": "no-store"])?.removals, [])
  }
}
