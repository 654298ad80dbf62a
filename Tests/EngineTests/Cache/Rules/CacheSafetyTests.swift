import Foundation
import TestSupport
import Testing

@testable import Net

/// Cases in which a mistake of the rules would give a wrong response without an error.
@Suite struct CacheSafetyTests {
  private let fresh = "max-age=60"

  private func scene(_ headers: HTTPHeaders, request: HTTPHeaders = [:], status: Int = 200) -> CacheScene {
    var scene = CacheScene()
    scene.store(headers, status: status, request: request)
    return scene
  }

  private func search(_ body: String, method: HTTPMethod = .get) -> CacheRequest {
    var request = CacheScene.request(method: method).request
    request.body = .data(Data(body.utf8))
    return CacheRequest(request)
  }

  // MARK: - Requests with a body

  @Test(arguments: [HTTPMethod.get, .head])
  func aRequestWithABodyIsNotAnsweredFromTheStore(method: HTTPMethod) {
    let scene = scene(["Cache-Control": fresh])
    let decision = CacheLookup.decide(
      search("{\"page\":2}", method: method), among: scene.entries, now: CacheScene.start,
      options: scene.options)
    guard case .forward(let forward) = decision else { return #expect(Bool(false), "\(decision)") }
    expectEqual(forward.status, .bypass(.method))
    expectEqual(forward.request.headers, [:])
  }

  @Test func aResponseToAGetWithABodyIsNotStored() {
    let scene = CacheScene()
    let forward = CacheForward(client: search("{}"), request: search("{}").request, reason: .method)
    let outcome = CacheUpdate.outcome(
      of: ResponseHead(status: 200, headers: ["Cache-Control": fresh]), to: forward, among: scene.entries,
      requestTime: CacheScene.start, responseTime: CacheScene.start, options: scene.options)
    expectNil(outcome.stored)
  }

  // MARK: - A 304 that confirms something else

  @Test func a304ThatDoesNotSayWhichTagItConfirmsIsNotGivenToAClientWithAnotherTag() {
    let scene = scene(["ETag": "\"a\""])
    let outcome = scene.outcome(304, [:], to: ["If-None-Match": "\"b\""])
    expectEqual(outcome?.resent?.request.headers, ["If-None-Match": "\"b\""])
  }

  @Test func a304ThatConfirmsATagOfTheClientIsGivenToIt() {
    let scene = scene(["ETag": "\"a\""])
    expectEqual(scene.outcome(304, ["ETag": "\"b\""], to: ["If-None-Match": "\"b\""])?.isFromNetwork, true)
    expectEqual(scene.outcome(304, ["ETag": "W/\"b\""], to: ["If-None-Match": "\"b\""])?.isFromNetwork, true)
  }

  @Test func a304WithATagThatWasNotRequestedIsNotDelivered() {
    let scene = scene(["ETag": "\"a\""])
    let outcome = scene.outcome(304, ["ETag": "\"c\""], to: ["If-None-Match": "\"b\""])
    expectEqual(outcome?.resent?.request.headers, ["If-None-Match": "\"b\""])
  }

  @Test func a304ToATagOfTheCacheIsNotMistakenForTheDateOfTheClient() {
    let scene = scene(["ETag": "\"a\"", "Last-Modified": httpDate(-9)])
    let outcome = scene.outcome(
      304, ["ETag": "\"c\""], to: ["If-Modified-Since": httpDate(-5)], after: 5)
    expectEqual(outcome?.resent?.request.headers, ["If-Modified-Since": httpDate(-5)])
  }

  // MARK: - HEAD

  @Test func aHeadWithoutValidatorsDoesNotRefreshAResponseThatHasOne() {
    let scene = scene(["ETag": "\"a\"", "Cache-Control": "max-age=5"])
    let outcome = scene.outcome(200, ["Cache-Control": "max-age=60"], after: 10, method: .head)
    expectEqual(outcome?.updates.isEmpty, true)
  }

  @Test func aHeadThatForbidsStoringRemovesTheResponseWithoutAValidator() {
    let scene = scene(["ETag": "\"a\"", "Cache-Control": "max-age=5"])
    let outcome = scene.outcome(200, ["Cache-Control": "no-store"], after: 10, method: .head)
    expectEqual(outcome?.removals, [0])
  }

  @Test func aHeadWithAnotherLengthMakesAResponseStale() {
    let scene = scene(["ETag": "\"a\"", "Cache-Control": fresh])
    let outcome = scene.outcome(
      200, ["Content-Length": "11"], to: ["Cache-Control": "no-cache"], method: .head)
    expectEqual(outcome?.updates.map(\.response.isInvalid), [true])
  }

  @Test(arguments: [("10", 10, false), ("11", 10, true), ("5", 10, true), ("11", nil, false)])
  func aHeadIsComparedWithTheLengthOfTheWholeThatAStoredPartIsOf(
    length: String, total: Int64?, isInvalid: Bool
  ) {
    var scene = CacheScene()
    let range = "bytes 0-4/\(total.map { "\($0)" } ?? "*")"
    scene.store(
      ["Cache-Control": fresh, "Content-Range": range, "ETag": "\"a\""], status: 206, size: 5,
      range: StoredRange(first: 0, last: 4, total: total))
    let outcome = scene.outcome(200, ["Content-Length": length, "ETag": "\"a\""], method: .head)
    expectEqual(outcome?.updates.map(\.response.isInvalid), [isInvalid])
  }

  @Test func aHeadWithTheSameTagRefreshesTheResponse() {
    let scene = scene(["ETag": "\"a\"", "Cache-Control": "max-age=5"])
    let outcome = scene.outcome(
      200, ["ETag": "\"a\"", "Cache-Control": "max-age=60"], after: 10, method: .head)
    expectEqual(outcome?.updates.map(\.response.facts.lifetime), [60])
  }

  @Test(arguments: [201, 204, 206, 301, 404, 410, 500, 503])
  func aHeadWithAnotherStatusChangesNothing(status: Int) {
    let scene = scene(["ETag": "\"a\"", "Cache-Control": fresh])
    let outcome = scene.outcome(
      status, ["ETag": "\"b\""], to: ["Cache-Control": "no-cache"], method: .head)
    expectEqual(outcome?.updates.isEmpty, true)
    expectNil(outcome?.stored)
    expectEqual(outcome?.removals, [])
  }

  // MARK: - Parts

  @Test func severalPartsInOneBodyAreNotMistakenForOne() {
    let outcome = CacheScene().outcome(
      206,
      [
        "Content-Type": "Multipart/ByteRanges; boundary=x", "Content-Range": "bytes 0-4/10",
        "Cache-Control": fresh,
      ], to: ["Range": "bytes=0-1,4-5"])
    expectEqual(outcome?.refusal, .partial)
  }

  @Test func aPartIsNeverMistakenForTheWhole() {
    var scene = CacheScene()
    scene.store(
      ["Cache-Control": fresh, "Content-Range": "bytes 0-4/10", "ETag": "\"a\""], status: 206, size: 5,
      range: StoredRange(first: 0, last: 4, total: 10))
    expectNil(scene.served())
    expectNil(scene.served(mode: .onlyCached))
    expectNil(scene.served(mode: .preferCached))
    expectNil(scene.served(method: .head))
    expectNil(scene.served(["Cache-Control": "max-stale"]))
    expectNil(scene.fallback(["Cache-Control": "stale-if-error=99"], after: 1))
  }

  @Test func aPartIsNotConfirmedForARequestForTheWhole() {
    var scene = CacheScene()
    scene.store(
      ["Cache-Control": "max-age=0", "Content-Range": "bytes 0-4/10", "ETag": "\"a\""], status: 206, size: 5,
      range: StoredRange(first: 0, last: 4, total: 10))
    expectEqual(scene.forwarded(after: 1)?.request.headers, [:])
    expectNil(scene.outcome(304, ["ETag": "\"a\""], after: 1)?.served)
  }
}
