import Foundation
import Net

/// The parts of a request by which its entry is found: method, URL and body.
///
/// Equivalent spellings are equal: the order of the query, the case of the host, the spacing of JSON and the order of
/// its keys, the spelling of its numbers (`1`, `1.0`, `-0` and `0`), and the boundary of a multipart body, which differs each time.
struct CassetteKey: Hashable {
  let method: String
  let target: String
  let query: [Pair]
  let body: Data
  let isWebSocket: Bool
  /// The number of bytes of the body that are compared; nil for all of them.
  let bodyLimit: Int?

  /// A pair of the query, percent-decoded.
  struct Pair: Hashable {
    let name: [UInt8]
    /// Nil for a pair without a value.
    let value: [UInt8]?

    init(_ text: Substring) {
      let (name, value) = text.cut(at: "=")
      self.name = PercentEncoding.bytes(of: name)
      self.value = value.map { PercentEncoding.bytes(of: $0) }
    }

    func precedes(_ other: Pair) -> Bool {
      if name != other.name { return name.lexicographicallyPrecedes(other.name) }
      guard let value, let otherValue = other.value else { return value == nil && other.value != nil }
      return value.lexicographicallyPrecedes(otherValue)
    }
  }

  /// Creates the key of a redacted request.
  init(_ request: RecordedRequest, bodyLimit: Int? = nil) {
    self.bodyLimit = bodyLimit
    method = request.method.rawValue
    target = Self.target(of: request.url)
    query = (request.url.query(percentEncoded: true) ?? "").parts(between: "&").filter { !$0.isEmpty }
      .map(Pair.init).sorted { $0.precedes($1) }
    body = Self.body(of: request)
    isWebSocket = Self.isWebSocket(request)
  }

  /// Whether the request is the handshake of a WebSocket; only its `Upgrade` is recorded.
  static func isWebSocket(_ request: RecordedRequest) -> Bool {
    request.headers["Upgrade"]?.lowercased() == "websocket"
  }

  /// The URL without its query.
  static func target(of url: URL) -> String {
    let scheme = url.scheme?.lowercased() ?? ""
    let host = url.canonicalHost ?? ""
    let user = url.user(percentEncoded: true).map { "\($0)@" } ?? ""
    let standard = URIPattern.defaultPort(of: scheme)
    let port = url.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
    return "\(scheme)://\(user)\(host)\(port)\(URIPattern.normalized(path: url.path(percentEncoded: true)))"
  }

  private static func body(of request: RecordedRequest) -> Data {
    if looksLikeJSON(request.body), let value = try? LongNumber.value(parsing: request.body) {
      return (try? comparable(value).data()) ?? request.body
    }
    if let boundary = boundary(of: request) {
      return request.body.replacing(Data(boundary.utf8), with: Data("boundary".utf8))
    }
    return request.body
  }

  /// The value with whole numbers as integers, so that equal numbers have the same text.
  private static func comparable(_ value: JSONValue) -> JSONValue {
    switch value {
    // The integer 0 for both signs of zero, which are equal (IEEE 754 section 5.11).
    case .double(let number): Int64(exactly: number).map { .integer($0) } ?? value
    case .array(let elements): .array(elements.map(comparable))
    case .object(let members): .object(members.mapValues(comparable))
    case .null, .bool, .integer, .string: value
    }
  }

  /// The boundary of a multipart body (RFC 2046 section 5.1.1).
  private static func boundary(of request: RecordedRequest) -> String? {
    guard let type = request.headers["Content-Type"], type.lowercased().hasPrefix("multipart/"),
      let boundary = HARText.parameter("boundary", of: type), !boundary.isEmpty
    else { return nil }
    return boundary
  }

  static func looksLikeJSON(_ body: Data) -> Bool {
    let first = body.first { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension Cassette.Entry {
  /// A matcher for the near-miss report, with a part for each part of the key.
  func matcher(number: Int, redaction: CassetteRedaction) -> RequestMatcher {
    let request = redaction.redacted(request)
    let target = CassetteKey.target(of: request.url)
    let query = Self.query(of: request)
    let pairs = CassetteKey(request).query
    var criteria = RequestMatcher.method(request.method).criteria
    criteria.append(
      RequestMatcher.Criterion(
        part: "URL", expected: target, actual: { CassetteKey.target(of: $0.url) },
        matches: { CassetteKey.target(of: $0.url) == target }))
    criteria.append(
      RequestMatcher.Criterion(
        part: "query", expected: query, actual: { Self.query(of: $0) },
        matches: { CassetteKey($0).query == pairs }))
    criteria += Self.body(request, limit: bodyLimit)
    let isWebSocket = CassetteKey.isWebSocket(request)
    criteria.append(
      RequestMatcher.Criterion(
        part: "upgrade", expected: isWebSocket ? "websocket" : "none",
        actual: { $0.headers["Upgrade"] ?? "none" },
        matches: { CassetteKey.isWebSocket($0) == isWebSocket }))
    return RequestMatcher("entry \(number): \(request)", criteria: criteria)
  }

  private static func query(of request: RecordedRequest) -> String {
    let query = request.queryPairs.sorted { $0.precedes($1) }.map { pair in
      pair.value.map { "\(pair.name)=\($0)" } ?? pair.name
    }
    return query.isEmpty ? "none" : query.joined(separator: "&")
  }

  private static func body(_ request: RecordedRequest, limit: Int?) -> [RequestMatcher.Criterion] {
    if limit == nil, CassetteKey.looksLikeJSON(request.body),
      let value = try? LongNumber.value(parsing: request.body)
    {
      return RequestMatcher.json(equals: value).criteria
    }
    let body = CassetteKey(request).body
    let text = RequestMatcher.text(of: request.body)
    return [
      RequestMatcher.Criterion(
        part: "body", expected: limit == nil ? text : "\(text), and more",
        actual: { RequestMatcher.text(of: $0.body) },
        matches: { CassetteKey($0.withBody(upTo: limit)).body == body })
    ]
  }
}

extension RecordedRequest {
  /// The request with at most this many bytes of its body.
  func withBody(upTo limit: Int?) -> RecordedRequest {
    guard let limit, body.count > limit else { return self }
    var request = self
    request.body = Data(body.prefix(limit))
    return request
  }
}
