import Foundation
import Net

/// A recorded request as it is compared between two levels: without the fields that transports set themselves.
struct LevelRequest: Sendable {
  let request: RecordedRequest
  private let target: String
  private let query: ComparedQuery
  private let body: ComparedBody
  /// The compared fields, by lowercased name.
  private let fields: [String: String]

  /// The fields that each transport sets in its own way.
  private static let ofTransports: Set<String> = [
    "host", "connection", "keep-alive", "content-length", "transfer-encoding", "te", "trailer", "expect",
    "upgrade",
    "accept-encoding", "accept-language", "user-agent", "priority", "http2-settings", "sec-websocket-key",
    "sec-websocket-version", "sec-websocket-extensions", "sec-websocket-protocol",
  ]
  /// The fields that some transports add if the code under test does not set them.
  private static let defaults: Set<String> = ["accept", "content-type"]

  init(_ request: RecordedRequest, ignoring names: Set<String>) {
    self.request = request
    target = Self.target(request.url)
    query = ComparedQuery(of: request.url)
    body = ComparedBody(request)
    var fields: [String: String] = [:]
    for field in request.headers {
      let name = field.name.lowercased()
      if Self.ofTransports.contains(name) || names.contains(name) { continue }
      let separator = name == "cookie" ? "; " : ", "
      let value = name == "content-type" ? ComparedBody.contentType(field.value) : field.value
      fields[name] = fields[name].map { $0 + separator + value } ?? value
    }
    self.fields = fields
  }

  func isSame(as other: LevelRequest) -> Bool {
    guard request.method == other.request.method, target == other.target, query == other.query,
      body == other.body
    else { return false }
    return Set(fields.keys).union(other.fields.keys).allSatisfy { name in
      let (mine, others) = (fields[name], other.fields[name])
      if mine.map(ExactText.init) == others.map(ExactText.init) { return true }
      return Self.defaults.contains(name) && (mine == nil || others == nil)
    }
  }

  /// The URL as it is sent, up to its query: with `/` for an empty path (RFC 9110 section 4.2.3).
  ///
  /// The `?` is part of it, because a URL with an empty query is another one.
  private static func target(_ url: URL) -> String {
    let whole = url.absoluteString.prefix { $0 != "#" }
    let text = whole[..<(whole.firstIndex(of: "?").map(whole.index(after:)) ?? whole.endIndex)]
    guard let scheme = text.range(of: "://") else { return String(text) }
    let end = text[scheme.upperBound...].firstIndex { "/?".contains($0) } ?? text.endIndex
    let hasPath = end < text.endIndex && text[end] == "/"
    return text[..<end] + (hasPath ? "" : "/") + text[end...]
  }

  /// The request on one line, redacted.
  var text: String {
    let redaction = request.redaction
    let lines = fields.sorted { $0.key < $1.key }
      .filter { !Self.defaults.contains($0.key) }
      .map { "\($0.key): \(redaction.shown($0.value, ofHeader: $0.key))" }
    let body =
      request.body.isEmpty
      ? [] : ["body \(redaction.shownText(of: request.body, request.headers["Content-Type"]))"]
    return (["\(request)"] + lines + body).joined(separator: ", ")
  }

  /// The requests of each side that the other does not have.
  ///
  /// The order is not compared, because requests that are open together arrive in any order.
  static func differences(
    _ left: [LevelRequest], _ right: [LevelRequest]
  ) -> (left: [LevelRequest], right: [LevelRequest]) {
    var (lefts, rights) = ([LevelRequest](), right)
    for request in left {
      if let index = rights.firstIndex(where: request.isSame) {
        rights.remove(at: index)
      } else {
        lefts.append(request)
      }
    }
    return (lefts, rights)
  }

  /// What requests with the same texts differ in; nil if the texts show it.
  static func note(on left: [LevelRequest], _ right: [LevelRequest]) -> String? {
    guard left.map(\.text) == right.map(\.text) else { return nil }
    let other = zip(left, right).first { $0.request.body != $1.request.body }
    return other.map { mine, others in
      "body: "
        + mine.request.redaction.difference(
          of: mine.request.body, others.request.body, as: mine.request.headers["Content-Type"])
    } ?? Redaction.hiddenDifference
  }
}
