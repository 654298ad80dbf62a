import Foundation
import TestSupport
import Testing

@testable import Net

/// Random sequences of requests against a server that changes, compared with what the server has promised.
@Suite(.heavy) struct RulesPropertyTests {
  private enum Wish: CaseIterable {
    case plain, maxAge, minFresh, maxStale, noCache, reload, revalidate, preferCached, onlyCached
    case post, head, range

    var mode: CacheMode {
      switch self {
      case .reload: .reload
      case .revalidate: .revalidate
      case .preferCached: .preferCached
      case .onlyCached: .onlyCached
      default: .standard
      }
    }

    var directive: String? {
      switch self {
      case .maxAge: "max-age=3"
      case .minFresh: "min-fresh=2"
      case .maxStale: "max-stale=2"
      case .noCache: "no-cache"
      default: nil
      }
    }
  }

  private func request(_ wish: Wish, _ variant: Int) -> TransportRequest {
    var request = CacheScene.request(["Foo": "\(variant)"]).request
    if wish == .post { request.method = .post }
    if wish == .head { request.method = .head }
    if wish == .range { request.headers.add(name: "Range", value: "bytes=2-3") }
    if let directive = wish.directive { request.headers.add(name: "Cache-Control", value: directive) }
    return request
  }

  /// Returns why the server has not allowed to use a body like this; nil if it has.
  private func breach(
    _ result: NaiveCache.Result, _ wish: Wish, _ request: TransportRequest, _ server: ModelServer,
    asked: Bool,
    now: Date
  ) -> String? {
    // The tag contains the body.
    let tagged = result.head.headers["ETag"].map { String($0.dropFirst().dropLast()) }
    let received = String(decoding: result.body, as: UTF8.self)
    let body = tagged ?? received
    if let tagged, received != Self.part(of: tagged, result.head, wish) { return "another body than its tag" }
    switch result.status {
    case .miss, .bypass, .coalesced:
      if result.head.status == 504 {
        return wish == .onlyCached && !asked ? nil : "a 504 although the network may be asked"
      }
      if result.head.status == 503 { return body == "down" ? nil : "another body" }
      return wish == .post || body == server.body(for: request) ? nil : "a body that the server did not send"
    case .revalidated:
      return asked && body == server.body(for: request) ? nil : "confirmed, but not current"
    case .hit, .stale: break
    }
    if result.head.status == 503 {
      if [.noCache, .reload, .revalidate, .post].contains(wish) { return "a stored error despite \(wish)" }
      if case .hit = result.status { return now < server.downUntil ? nil : "a stale error" }
      return [.maxStale, .preferCached, .onlyCached].contains(wish) ? nil : "a stale error"
    }
    guard let promise = server.promise(body, for: request) else {
      return "a body that was invalidated, or never sent for this variant"
    }
    if promise.hidesSecret, result.head.headers.contains("Secret") { return "a field that must be confirmed" }
    let age = now.timeIntervalSince(promise.time)
    let staleness = age - Double(promise.maxAge)
    if promise.noStore || promise.noCache { return "a body that must be confirmed" }
    if [.noCache, .reload, .revalidate, .post].contains(wish) { return "a stored body despite \(wish)" }
    switch result.status {
    case .hit:
      if asked { return "a hit that asked the network" }
      if staleness >= 0 { return "a hit that is stale" }
      if wish == .maxAge, age > 3 { return "a hit that is too old" }
      if wish == .minFresh, -staleness < 2 { return "a hit that expires too soon" }
      return nil
    case .stale(_, .revalidating):
      return !promise.mustRevalidate && staleness <= Double(promise.staleWhileRevalidate)
        && wish != .maxAge && wish != .minFresh ? nil : "stale while revalidating"
    case .stale(_, .error):
      return (asked || now < server.downUntil) && !promise.mustRevalidate
        && staleness <= Double(promise.staleIfError)
        ? nil : "stale on error"
    case .stale:
      if promise.mustRevalidate { return "stale despite must-revalidate" }
      if wish == .preferCached || wish == .onlyCached { return nil }
      return wish == .maxStale && staleness <= 2 ? nil : "stale without permission"
    default: return nil
    }
  }

  /// Returns the bytes that a response of this body has.
  private static func part(of body: String, _ head: ResponseHead, _ wish: Wish) -> String {
    if wish == .head { return "" }
    return wish == .range && head.status == 206 ? String(body.dropFirst(2).prefix(2)) : body
  }

  @Test(arguments: [false, true])
  func noResponseOlderThanAllowedIsServed(sharesDocuments: Bool) {
    var failures: [String] = []
    var hits = 0
    var kinds: Set<String> = []
    for seed in 1...50 as ClosedRange<UInt64> {
      var server = ModelServer(seed: seed)
      server.sharesDocuments = sharesDocuments
      var random = SeededGenerator(seed: seed &+ 1_000_000)
      var cache = NaiveCache(now: CacheScene.start)
      for step in 0..<50 {
        if Int.random(in: 0..<4, using: &random) == 0 { server.change() }
        cache.now += Double(Int.random(in: 0...3, using: &random))
        let wish = Wish.allCases.randomElement(using: &random) ?? .plain
        let request = request(wish, Int.random(in: 1...2, using: &random))
        // What the server says in a revalidation in the background comes after the response.
        let before = server
        var first: ModelServer?
        let result = cache.perform(request, mode: wish.mode) { request, now in
          let received = server.answer(request, now: now)
          if first == nil { first = server }
          return received
        }
        guard let result else { continue }
        let isLater = if case .stale(_, .revalidating) = result.status { true } else { false }
        let known = isLater ? before : server
        let asked = !isLater && server.requests > before.requests
        if let breach = breach(result, wish, request, known, asked: asked, now: cache.now) {
          failures.append("seed \(seed), step \(step), \(wish): \(breach) (\(result.status))")
        }
        if case .hit = result.status { hits += 1 }
        kinds.insert(String("\(result.status)".prefix { $0 != "(" }))
      }
    }
    expectEqual(failures.prefix(5), [])
    // The sequences reach every kind of result, and are not all misses.
    expectEqual(kinds, ["hit", "stale", "revalidated", "miss", "bypass"])
    #expect(hits > 100)
  }

  @Test func aServerThatForbidsStoringSeesEveryRequest() {
    var failures: [String] = []
    for seed in 1...25 as ClosedRange<UInt64> {
      var server = ModelServer(seed: seed)
      var plain = ModelServer(seed: seed)
      server.forbidsStoring = true
      plain.forbidsStoring = true
      var random = SeededGenerator(seed: seed &+ 2_000_000)
      var cache = NaiveCache(now: CacheScene.start)
      for step in 0..<40 {
        if Int.random(in: 0..<4, using: &random) == 0 {
          server.change()
          plain.change()
        }
        cache.now += Double(Int.random(in: 0...3, using: &random))
        let wish = Wish.allCases.filter { $0 != .onlyCached }.randomElement(using: &random) ?? .plain
        let request = request(wish, Int.random(in: 1...2, using: &random))
        let cached = cache.perform(request, mode: wish.mode) { server.answer($0, now: $1) }
        let direct = plain.answer(request, now: cache.now)
        if cached?.body != direct?.body || cached?.head.status != direct?.head.status {
          failures.append("seed \(seed), step \(step), \(wish)")
        }
      }
      if !cache.entries.isEmpty { failures.append("seed \(seed): something is stored") }
    }
    expectEqual(failures.prefix(5), [])
  }
}
