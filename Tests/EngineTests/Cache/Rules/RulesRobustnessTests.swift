import Foundation
import TestSupport
import Testing

@testable import Net

/// Fields that nobody should send: the rules answer, whatever it is, and do not crash.
@Suite struct RulesRobustnessTests {
  private static let values = [
    "", " ", ",", "\"", "\"\\", "=", "*", "W/", "W/\"", "-", "--", "bytes=", "bytes=-",
    "bytes=9223372036854775807-",
    "bytes=0-9223372036854775807", "bytes=-9223372036854775807", "bytes=99999999999999999999-", "bytes=0-0",
    "bytes 0-9223372036854775806/9223372036854775807", "bytes 9-0/5", "bytes 0-4/10",
    "max-age=99999999999999999999",
    "max-age=2147483648, stale-while-revalidate=99999999999999999999, stale-if-error=99999999999999999999",
    "max-age=-1", "min-fresh=99999999999999999999, max-stale=99999999999999999999", "no-cache=\"",
    "no-cache=\",\"",
    "Fri, 31 Dec 9999 23:59:59 GMT", "Sat, 01 Jan 0000 00:00:00 GMT", "Friday, 31-Dec-99 23:59:59 GMT",
    "\u{0}",
    "\u{301}\u{301}", "\r\n", "é", "text/event-stream", "http://[", "//", "../../..", "2147483648", "a, b, c",
    "gzip",
  ]
  private static let names = [
    "Cache-Control", "Age", "Date", "Expires", "Last-Modified", "ETag", "Vary", "Content-Range",
    "Content-Length",
    "Content-Encoding", "Content-Location", "Location", "Connection", "Range", "If-Range", "If-None-Match",
    "If-Modified-Since", "Pragma", "", "Foo",
  ]

  private static func headers(_ random: inout SeededGenerator) -> HTTPHeaders {
    HTTPHeaders(
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        HTTPField(
          name: names.randomElement(using: &random) ?? "", value: values.randomElement(using: &random) ?? "")
      })
  }

  @Test func malformedFieldsDoNotCrash() throws {
    var random = SeededGenerator(seed: 5)
    var cache = NaiveCache(now: CacheScene.start)
    cache.options.freshness = { $0.status == 200 ? .seconds(-1) : nil }
    let modes: [CacheMode] = [.standard, .reload, .revalidate, .preferCached, .onlyCached]
    let methods: [HTTPMethod] = [.get, .get, .get, .head, .post, "", "a b"]
    var failures: [String] = []
    for step in 0..<1500 {
      cache.now += Double.random(in: -5...5, using: &random)
      var request = CacheScene.request(Self.headers(&random)).request
      request.method = methods.randomElement(using: &random) ?? .get
      let mode = modes.randomElement(using: &random) ?? .standard
      let status = [200, 206, 304, 404, 503, 0, -1, 999].randomElement(using: &random) ?? 200
      let head = ResponseHead(status: status, headers: Self.headers(&random))
      let body = Data(repeating: 1, count: Int.random(in: 0...12, using: &random))
      var requests = 0
      let result = cache.perform(request, mode: mode) { _, _ in
        requests += 1
        return NaiveCache.Received(head: head, body: body)
      }
      if requests > 2 { failures.append("step \(step): \(requests) requests") }
      if result.map({ Int64($0.body.count) > 12 }) ?? false { failures.append("step \(step): a longer body") }
    }
    expectEqual(failures, [])
  }

  @Test func extremeDatesOfAStoreDoNotCrash() {
    for seconds in [-1e300, -1e15, 0, 1e15, 1e300, .nan, .infinity] {
      var scene = CacheScene()
      scene.store(["Cache-Control": "max-age=60, stale-while-revalidate=5", "ETag": "\"a\""])
      scene.entries[0].response.responseTime = Date(timeIntervalSince1970: seconds)
      scene.entries[0].response.requestTime = Date(timeIntervalSince1970: -seconds)
      for mode: CacheMode in [.standard, .preferCached] {
        #expect(scene.served(mode: mode) != nil || scene.forwarded(mode: mode) != nil)
      }
      expectNotNil(scene.outcome(304, [:], mode: .revalidate)?.served)
    }
  }
}
