import Foundation
import Net

/// A parsed URL template that matches URLs part by part.
struct URIPattern: Sendable {
  var scheme: String?
  var host: TextPattern?
  var port: Int?
  var path: TextPattern?
  /// Whether the path may be the end of a longer one, after a `/`.
  var isSuffix = false
  var query: [Pair] = []

  /// A required pair of the query.
  struct Pair: Sendable {
    var name: String
    /// Nil for a pair without a value.
    var value: TextPattern?

    func accepts(_ actual: String?) -> Bool {
      guard let value, let actual else { return value == nil && actual == nil }
      return value.matches(actual)
    }
  }

  init(_ template: String) {
    let (target, query) = Self.withoutOptionalQuery(template).cut(at: "#").head.cut(at: "?")
    if let query {
      self.query = query.parts(between: "&").filter { !$0.isEmpty }.map { pair in
        let (name, value) = pair.cut(at: "=")
        // Decoded after the variables are found: `%7B` is a brace of the value.
        return Pair(
          name: Self.decoded(name),
          value: value.map { TextPattern(String($0), kind: .value) { Self.decoded($0) } })
      }
    }
    var rest = String(target)
    if let mark = rest.range(of: "://") {
      scheme = rest[..<mark.lowerBound].lowercased()
      let authority = rest[mark.upperBound...].prefix { $0 != "/" }
      setAuthority(authority.split(separator: "@").last ?? "")
      rest = String(rest[mark.upperBound...].dropFirst(authority.count))
      if rest.isEmpty { rest = "/" }
    }
    isSuffix = scheme == nil && !rest.hasPrefix("/")
    path = rest.isEmpty ? nil : TextPattern(rest, kind: .path, literal: Self.normalized(path:))
  }

  /// Whether the pairs have one of their own for each required pair up to this index that has the same name.
  func matchesQuery(upTo index: Int, in pairs: [URLQueryItem]) -> Bool {
    let name = query[index].name
    let values = pairs.filter { $0.name.hasCodePoints(of: name) }.map(\.value)
    var owners = [Int?](repeating: nil, count: values.count)
    return query[...index].indices.allSatisfy { required in
      guard query[required].name.hasCodePoints(of: name) else { return true }
      var seen: Set<Int> = []
      return assign(required, values, &owners, &seen)
    }
  }

  /// Gives a required pair one of the values, moving others to other values if that makes room.
  private func assign(
    _ required: Int, _ values: [String?], _ owners: inout [Int?], _ seen: inout Set<Int>
  ) -> Bool {
    for index in values.indices where query[required].accepts(values[index]) && seen.insert(index).inserted {
      if let owner = owners[index], !assign(owner, values, &owners, &seen) { continue }
      owners[index] = required
      return true
    }
    return false
  }

  private mutating func setAuthority(_ authority: Substring) {
    var name = authority
    if let colon = authority.lastIndex(of: ":"), let number = Int(authority[authority.index(after: colon)...])
    {
      name = authority[..<colon]
      port = number
    }
    let text = Self.withoutBrackets(name.lowercased())
    host = TextPattern(text.contains("{") ? text : HostName.canonical(text), kind: .host)
    port = port ?? Self.defaultPort(of: scheme)
  }

  /// The host without the brackets of `[::1]`, as Foundation returns it.
  static func withoutBrackets(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  func matches(path text: String) -> Bool {
    guard let path else { return true }
    let normalized = Array(Self.normalized(path: text).utf8)
    guard isSuffix else { return path.matches(normalized[...]) }
    return normalized.indices.contains { index in
      normalized[index] == UInt8(ascii: "/") && path.matches(normalized[(index + 1)...])
    }
  }

  /// The percent-decoded captures of the path for the names in the template; empty if it does not match.
  func captures(inPath text: String) -> [String: String] {
    guard let path else { return [:] }
    let normalized = Array(Self.normalized(path: text).utf8)
    var found: [String: String]?
    if isSuffix {
      for index in normalized.indices where found == nil && normalized[index] == UInt8(ascii: "/") {
        found = path.captures(in: normalized[(index + 1)...])
      }
    } else {
      found = path.captures(in: normalized[...])
    }
    return (found ?? [:]).mapValues { Self.decoded($0) }
  }

  static func defaultPort(of scheme: String?) -> Int? {
    switch scheme?.lowercased() {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  static func decoded(_ text: some StringProtocol) -> String { text.removingPercentEncoding ?? String(text) }

  /// The normalized path, with one spelling for each character; `/` if it is empty (RFC 3986 section 6.2).
  static func normalized(path: String) -> String {
    // Most paths are already normalized.
    if !path.isEmpty, path.utf8.allSatisfy(isPlain) { return path }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      decoded(segment).addingPercentEncoding(withAllowedCharacters: unreserved) ?? String(segment)
    }
    return path.isEmpty ? "/" : segments.joined(separator: "/")
  }

  /// Whether the byte is never percent-encoded in a normalized path.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The template without its `{?page,per_page}` and `{&page}`, which are optional, and its `{#part}`, which is ignored.
  private static func withoutOptionalQuery(_ template: String) -> String {
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let isQuery = ["?", "&", "#"].contains(rest[rest.index(after: open)])
      result += isQuery ? rest[..<open] : rest[...close]
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
