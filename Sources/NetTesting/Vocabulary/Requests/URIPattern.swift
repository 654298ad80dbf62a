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
    /// Bytes, which need not be UTF-8.
    var name: [UInt8]
    /// Nil for a pair without a value.
    var value: TextPattern?

    /// Returns whether the pair matches, with its `+` as a plus sign or as a space.
    func accepts(_ pair: ReadPair) -> Bool {
      pair.readings.contains { $0.name == name && accepts($0.value) }
    }

    private func accepts(_ actual: [UInt8]?) -> Bool {
      guard let value, let actual else { return value == nil && actual == nil }
      return value.matches(actual[...])
    }
  }

  init(_ template: String) {
    let (target, query) = Self.withoutOptionalQuery(template).cut(at: "#").head.cut(at: "?")
    if let query {
      self.query = query.parts(between: "&").filter { !$0.isEmpty }.map { pair in
        let (name, value) = pair.cut(at: "=")
        // Decoded after the variables are found: `%7B` is a brace of the value.
        return Pair(
          name: PercentEncoding.bytes(of: name),
          value: value.map { TextPattern(String($0), kind: .value) { PercentEncoding.bytes(of: $0) } })
      }
    }
    var rest = String(target)
    var hasAuthority = false
    let (start, end) = target.cut(at: ":")
    if let end, end.starts(withCodePointsOf: "//"), !start.utf8.contains(UInt8(ascii: "/")) {
      // A scheme with a variable matches any scheme.
      scheme = start.contains("{") ? nil : start.lowercased()
      hasAuthority = true
      let (authority, path) = Self.authority(Substring(end.utf8.dropFirst(2)))
      setAuthority(authority.parts(between: "@").last ?? "")
      rest = path.isEmpty ? "/" : String(path)
    }
    isSuffix = !hasAuthority && !rest.starts(withCodePointsOf: "/")
    path = rest.isEmpty ? nil : TextPattern(rest, kind: .path) { Array(Self.normalized(path: $0).utf8) }
  }

  /// How often the required pair at this index has occurred up to it.
  func occurrences(upTo index: Int) -> Int {
    let pair = query[index]
    return query[...index].count {
      $0.name == pair.name && $0.value?.description == pair.value?.description
    }
  }

  /// Returns whether each required pair up to this index that has its name matches another of the pairs.
  func matchesQuery(upTo index: Int, in pairs: [ReadPair]) -> Bool {
    let name = query[index].name
    var assignment = PairAssignment(pairs: pairs.count) { [query] in query[$0].accepts(pairs[$1]) }
    return query[...index].indices.allSatisfy { required in
      query[required].name != name || assignment.assign(required)
    }
  }

  /// The authority at the beginning of a text, and the path, which begins with a `/` or with an expression such as
  /// `{/name}`.
  private static func authority(_ text: Substring) -> (authority: Substring, path: Substring) {
    var rest = text
    while let mark = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "{") }) {
      let isPath = rest.utf8[mark] == UInt8(ascii: "/") || rest[mark...].starts(withCodePointsOf: "{/")
      guard !isPath, let braces = TextPattern.braces(in: rest[mark...]) else {
        return isPath ? (text[..<mark], text[mark...]) : (text, "")
      }
      rest = rest[braces.upperBound...]
    }
    return (text, "")
  }

  private mutating func setAuthority(_ authority: Substring) {
    var name = authority
    var hasAnyPort = false
    if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) {
      let digits = authority[authority.utf8.index(after: colon)...]
      if digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), let number = Int(digits) {
        name = authority[..<colon]
        port = number
      } else if digits.starts(withCodePointsOf: "{"), digits.hasSuffix("}") {
        // A variable matches any port.
        name = authority[..<colon]
        hasAnyPort = true
      }
    }
    let text = Self.withoutBrackets(name.lowercased())
    host = TextPattern(text.contains("{") ? text : HostName.canonical(text), kind: .host)
    if !hasAnyPort { port = port ?? Self.defaultPort(of: scheme) }
  }

  /// The host without the brackets of `[::1]`, as Foundation returns it.
  static func withoutBrackets(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  func matches(path text: String) -> Bool {
    guard let path else { return true }
    let normalized = Array(Self.normalized(path: text).utf8)
    guard isSuffix else {
      // An expression directly after the host may be empty, and the path of a URL without one is `/`.
      return path.matches(normalized[...]) || normalized == [UInt8(ascii: "/")] && path.matches([])
    }
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
    return (found ?? [:]).mapValues { PercentEncoding.text(of: $0) }
  }

  static func defaultPort(of scheme: String?) -> Int? {
    switch scheme?.lowercased() {
    case "http": 80
    case "https": 443
    default: nil
    }
  }

  /// The normalized path, with one spelling for each byte; `/` if it is empty (RFC 3986 section 6.2).
  static func normalized(path: String) -> String {
    if path.isEmpty { return "/" }
    // Most paths are already normalized.
    if path.utf8.allSatisfy({ $0 == UInt8(ascii: "/") || PercentEncoding.isUnreserved($0) }) { return path }
    return path.parts(between: "/").map { PercentEncoding.escaped(PercentEncoding.bytes(of: $0)) }
      .joined(separator: "/")
  }

  /// The misuse of a template with an invalid expression (RFC 6570 section 2.2), or with a brace that belongs to none.
  ///
  /// The text outside of braces is not checked.
  static func misuse(of template: String) -> StubMisuse? {
    var rest = template[...]
    while let brace = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
      // Each expression, and each brace without a partner, is checked as a template.
      let end = rest.utf8[brace...].firstIndex(of: UInt8(ascii: "}")).map(rest.utf8.index(after:))
      let expression = String(rest[brace..<(end ?? rest.endIndex)])
      do throws(URITemplateError) { _ = try URITemplate(expression) } catch {
        return StubMisuse(
          "\(template.debugDescription) is not a URI template: in \(expression.debugDescription), \(error). Nothing matches it "
            + "until it is corrected; a brace that is no expression is written %7B or %7D.")
      }
      rest = rest[(end ?? rest.endIndex)...]
    }
    return nil
  }

  /// The template without its `{?page,per_page}` and `{&page}`, which are optional, and its `{#part}`, which is
  /// ignored.
  private static func withoutOptionalQuery(_ template: String) -> String {
    var result = ""
    var rest = template[...]
    while let braces = TextPattern.braces(in: rest) {
      let isQuery = rest[braces].utf8.dropFirst().first.map("?&#".utf8.contains) == true
      result += isQuery ? rest[..<braces.lowerBound] : rest[..<braces.upperBound]
      rest = rest[braces.upperBound...]
    }
    return result + rest
  }
}
