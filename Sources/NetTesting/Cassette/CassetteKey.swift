import Foundation
import Net

/// The parts of a request by which its entry is found: method, URL and body.
///
/// Equivalent spellings are equal: the case of the host, and what ``ComparedQuery`` and ``ComparedBody``
/// say.
struct CassetteKey: Hashable {
  let method: String
  let target: String
  let query: ComparedQuery
  let body: ComparedBody
  let isWebSocket: Bool
  /// The number of bytes of the body that are compared; nil for all of them.
  let bodyLimit: Int?

  /// Creates the key of a redacted request.
  init(_ request: RecordedRequest, bodyLimit: Int? = nil) {
    self.bodyLimit = bodyLimit
    method = request.method.rawValue
    target = Self.target(of: request.url)
    query = ComparedQuery(of: request.url)
    body = ComparedBody(request)
    isWebSocket = Self.isWebSocket(request)
  }

  /// Whether the request is the handshake of a WebSocket.
  ///
  /// Only its `Upgrade` tells. The transport adds the fields of the handshake below the recorder, which adds this one
  /// itself, as the reader of a HAR file does.
  static func isWebSocket(_ request: RecordedRequest) -> Bool {
    WebSocketHandshake.upgrades(request.headers)
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
}

extension Cassette.Entry {
  /// A matcher for the near-miss report, with a part for each part of the key.
  func matcher(number: Int, redaction: CassetteRedaction) -> RequestMatcher {
    let request = redaction.redacted(request)
    let target = CassetteKey.target(of: request.url)
    let query = Self.query(of: request)
    let compared = CassetteKey(request).query
    var criteria = RequestMatcher.method(request.method).criteria
    criteria.append(
      RequestMatcher.Criterion(
        part: "URL", expected: target, actual: { CassetteKey.target(of: $0.url) },
        matches: { CassetteKey.target(of: $0.url) == target }))
    criteria.append(
      RequestMatcher.Criterion(
        part: "query", expected: query, actual: { Self.query(of: $0) },
        matches: { ComparedQuery(of: $0.url) == compared }))
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
    let query = request.queryPairs.sorted().map { pair in
      pair.value.map { "\(pair.name)=\($0)" } ?? pair.name
    }
    return query.isEmpty ? "none" : query.joined(separator: "&")
  }

  private static func body(_ request: RecordedRequest, limit: Int?) -> [RequestMatcher.Criterion] {
    if limit == nil, JSONValue.begins(request.plainBody),
      let value = try? LongNumber.value(parsing: request.plainBody)
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
