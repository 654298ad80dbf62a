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
    /// When the server made the response: before the request, if a cache on the way had it.
    var time: Date
    var maxAge: Int
    var staleWhileRevalidate: Int
    var staleIfError: Int
    var mustRevalidate: Bool
    var noCache: Bool
    var noStore: Bool
    /// Whether `no-cache="Secret"` forbids to reuse that field.
    var hidesSecret: Bool
  }

  private var promises: [String: Promise] = [:]
  private var version = 0
  /// The number of the document that each value of the field `Foo` selects, if the variants share documents.
  private var documents = [0, 0, 0]
  var random: SeededGenerator
  /// Whether every response has `no-store`.
  var forbidsStoring = false
  /// Whether the variants share three documents, each with its own tag.
  ///
  /// What a variant gets then says nothing about what the others get.
  var sharesDocuments = false
  private(set) var requests = 0
  /// Until when the last error that was sent is fresh.
  private(set) var downUntil = Date.distantPast

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func change() {
    version += 1
    guard sharesDocuments else { return }
    let variant = Int.random(in: documents.indices, using: &random)
    documents[variant] = Int.random(in: 0..<3, using: &random)
  }

  /// Returns what a `GET` returns now.
  func body(for request: TransportRequest) -> String {
    let variant = request.headers["Foo"] ?? ""
    guard sharesDocuments, let number = Int(variant), documents.indices.contains(number) else {
      return "\(version)-\(variant)"
    }
    return "document \(documents[number])"
  }

  /// What the server said last about a body for the variant of the request; nil if it never sent it, or it was
  /// invalidated.
  func promise(_ body: String, for request: TransportRequest) -> Promise? {
    promises[Self.key(body, request)]
  }

  private static func key(_ body: String, _ request: TransportRequest) -> String {
    "\(request.headers["Foo"] ?? "") \(body)"
  }

  /// Answers; nil is a failure of the network.
  mutating func answer(_ request: TransportRequest, now: Date) -> NaiveCache.Received? {
    requests += 1
    if Int.random(in: 0..<10, using: &random) == 0 { return nil }
    if Int.random(in: 0..<10, using: &random) == 0 {
      let head = ResponseHead(status: 503, headers: fieldsOfError(at: now))
      return NaiveCache.Received(head: head, body: Data("down".utf8))
    }
    guard request.method.isSafe else {
      promises = [:]
      downUntil = .distantPast
      change()
      return NaiveCache.Received(head: ResponseHead(status: 204), body: Data())
    }
    let body = body(for: request)
    let promise = promise(at: now)
    promises[Self.key(body, request)] = promise
    let tag = "\"\(body)\""
    var headers: HTTPHeaders = ["ETag": tag, "Vary": "Foo", "Secret": body]
    for member in Self.members(promise) { headers.add(name: "Cache-Control", value: member) }
    // A clock that is ahead or behind must not make a response fresher.
    let skew = Double(Int.random(in: -3...3, using: &random))
    headers.add(name: "Date", value: HTTPDate.text(of: now.addingTimeInterval(skew)))
    let age = now.timeIntervalSince(promise.time)
    if age > 0 { headers.add(name: "Age", value: "\(Int(age)), 0") }
    if (request.headers["If-None-Match"] ?? "").contains(tag) {
      return NaiveCache.Received(head: ResponseHead(status: 304, headers: headers), body: Data())
    }
    return NaiveCache.Received(
      head: ResponseHead(status: 200, headers: headers),
      body: request.method == .head ? Data() : Data(body.utf8))
  }

  /// Returns the header fields of an error, the same for all variants; some of them allow a cache to store it.
  private mutating func fieldsOfError(at now: Date) -> HTTPHeaders {
    let control = ["", "max-age=0", "no-cache", "max-age=2"].randomElement(using: &random) ?? ""
    guard !forbidsStoring, !control.isEmpty else { return [:] }
    if control == "max-age=2" { downUntil = now.addingTimeInterval(2) }
    return ["Cache-Control": control]
  }

  private mutating func promise(at now: Date) -> Promise {
    Promise(
      time: now.addingTimeInterval(-Double(max(0, Int.random(in: -3...2, using: &random)))),
      maxAge: Int.random(in: 0...8, using: &random),
      staleWhileRevalidate: Bool.random(using: &random) ? Int.random(in: 1...5, using: &random) : 0,
      staleIfError: Bool.random(using: &random) ? Int.random(in: 1...9, using: &random) : 0,
      mustRevalidate: Int.random(in: 0..<6, using: &random) == 0,
      noCache: Int.random(in: 0..<6, using: &random) == 0,
      noStore: forbidsStoring || Int.random(in: 0..<8, using: &random) == 0,
      hidesSecret: Int.random(in: 0..<4, using: &random) == 0)
  }

  private static func members(_ promise: Promise) -> [String] {
    var members = ["max-age=\(promise.maxAge)"]
    if promise.staleWhileRevalidate > 0 {
      members.append("stale-while-revalidate=\(promise.staleWhileRevalidate)")
    }
    if promise.staleIfError > 0 { members.append("stale-if-error=\(promise.staleIfError)") }
    if promise.mustRevalidate { members.append("must-revalidate") }
    if promise.noCache { members.append("no-cache") }
    if promise.noStore { members.append("no-store") }
    if promise.hidesSecret { members.append("no-cache=\"Secret\"") }
    return members
  }
}
