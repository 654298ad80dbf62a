import Foundation
import TestSupport

@testable import Net

/// A server whose resource changes at random, with a record of what it has said about each body: the oracle of the
/// property tests.
///
/// It knows nothing of the rules under test.
struct ModelServer {
  /// What the server said last about a body.
  struct Promise {
    var time: Date
    var maxAge: Int
    var staleWhileRevalidate: Int
    var staleIfError: Int
    var mustRevalidate: Bool
    var noCache: Bool
    var noStore: Bool
  }

  private(set) var promises: [String: Promise] = [:]
  /// What the resource is now, for each value of the field that it varies on.
  private(set) var version = 0
  var random: SeededGenerator
  /// Whether every response has `no-store`.
  var forbidsStoring = false
  private(set) var requests = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func change() {
    version += 1
  }

  func body(for request: TransportRequest) -> String { "\(version)-\(request.headers["Foo"] ?? "")" }

  /// Answers; nil is a failure of the network.
  mutating func answer(_ request: TransportRequest, now: Date) -> NaiveCache.Received? {
    requests += 1
    if Int.random(in: 0..<10, using: &random) == 0 { return nil }
    if Int.random(in: 0..<10, using: &random) == 0 {
      return NaiveCache.Received(head: ResponseHead(status: 503), body: Data("down".utf8))
    }
    guard request.method == .get else {
      promises = [:]
      change()
      return NaiveCache.Received(head: ResponseHead(status: 204), body: Data())
    }
    let body = body(for: request)
    let promise = promise(at: now)
    promises[body] = promise
    let tag = "\"\(body)\""
    let headers: HTTPHeaders = ["ETag": tag, "Vary": "Foo", "Cache-Control": Self.text(promise)]
    if (request.headers["If-None-Match"] ?? "").contains(tag) {
      return NaiveCache.Received(head: ResponseHead(status: 304, headers: headers), body: Data())
    }
    return NaiveCache.Received(head: ResponseHead(status: 200, headers: headers), body: Data(body.utf8))
  }

  private mutating func promise(at now: Date) -> Promise {
    Promise(
      time: now, maxAge: Int.random(in: 0...8, using: &random),
      staleWhileRevalidate: Bool.random(using: &random) ? Int.random(in: 1...5, using: &random) : 0,
      staleIfError: Bool.random(using: &random) ? Int.random(in: 1...9, using: &random) : 0,
      mustRevalidate: Int.random(in: 0..<6, using: &random) == 0,
      noCache: Int.random(in: 0..<6, using: &random) == 0,
      noStore: forbidsStoring || Int.random(in: 0..<8, using: &random) == 0)
  }

  private static func text(_ promise: Promise) -> String {
    var members = ["max-age=\(promise.maxAge)"]
    if promise.staleWhileRevalidate > 0 {
      members.append("stale-while-revalidate=\(promise.staleWhileRevalidate)")
    }
    if promise.staleIfError > 0 { members.append("stale-if-error=\(promise.staleIfError)") }
    if promise.mustRevalidate { members.append("must-revalidate") }
    if promise.noCache { members.append("no-cache") }
    if promise.noStore { members.append("no-store") }
    return members.joined(separator: ", ")
  }
}
