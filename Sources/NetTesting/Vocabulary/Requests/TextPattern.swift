import Net

/// Text with the expressions of a URI template (RFC 6570): `{name}` matches a run without `/`, `{+name}` any run.
struct TextPattern: Sendable, CustomStringConvertible {
  /// The part of a URL that the text is.
  enum Kind: Sendable {
    case host
    /// Percent-encoded, apart from its slashes.
    case path
    /// The value of a query pair, decoded, in which a variable may be any text, also none.
    case value
  }

  private indirect enum Token {
    case literal([UInt8])
    case run(Run)
    case optional([Token])
  }

  /// What a variable matches.
  private struct Run {
    var name: String
    var crossesSlashes = false
    /// The maximum number of characters.
    var limit: Int?
  }

  let description: String
  private let kind: Kind
  private let tokens: [Token]

  init(_ template: String, kind: Kind, literal: (String) -> [UInt8] = { Array($0.utf8) }) {
    var tokens: [Token] = []
    var rest = template[...]
    func token(_ text: some StringProtocol) -> Token { .literal(literal(String(text))) }
    while let braces = Self.braces(in: rest) {
      if braces.lowerBound > rest.startIndex { tokens.append(token(rest[..<braces.lowerBound])) }
      tokens += Self.tokens(of: Substring(rest[braces].utf8.dropFirst().dropLast()), token)
      rest = rest[braces.upperBound...]
    }
    if !rest.isEmpty { tokens.append(token(rest)) }
    self.tokens = tokens
    self.kind = kind
    description = template
  }

  /// The first expression with its braces, which combining marks may follow.
  static func braces(in text: Substring) -> Range<Substring.Index>? {
    guard let open = text.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = text.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return open..<text.utf8.index(after: close)
  }

  /// The tokens of an expression, without its braces.
  private static func tokens(of expression: Substring, _ literal: (Substring) -> Token) -> [Token] {
    let sign = expression.prefix { "+/.;".contains($0) }.prefix(1)
    let variables = expression.dropFirst(sign.count).split(separator: ",").map { variable in
      var run = run(variable)
      run.crossesSlashes = sign == "+" || sign == "/" && variable.hasSuffix("*")
      return (run: run, isExploded: variable.hasSuffix("*"))
    }
    switch sign {
    // An undefined variable is omitted, with its sign.
    case "/", ".": return variables.map { .optional([literal(sign), .run($0.run)]) }
    case ";":
      return variables.map { run, isExploded in
        isExploded
          ? .optional([literal(";"), .run(run)])
          : .optional([literal(";\(run.name)"), .optional([literal("="), .run(run)])])
      }
    default:
      guard let first = variables.first else { return [.run(Run(name: ""))] }
      let others = variables.dropFirst().reversed().reduce(into: [Token]()) { tokens, variable in
        tokens = [.optional([literal(","), .run(variable.run)] + tokens)]
      }
      return [.run(first.run)] + others
    }
  }

  private static func run(_ variable: Substring) -> Run {
    let (name, limit) = variable.cut(at: ":")
    return Run(name: String(name.hasSuffix("*") ? name.dropLast() : name), limit: limit.flatMap { Int($0) })
  }

  func matches(_ text: String) -> Bool { matches(Array(text.utf8)[...]) }

  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    var captures: [String: String]?
    return matches(tokens[...], text, &captures)
  }

  /// The captures for the names, still percent-encoded; nil if the text does not match.
  func captures(in text: ArraySlice<UInt8>) -> [String: String]? {
    var captures: [String: String]? = [:]
    return matches(tokens[...], text, &captures) ? captures : nil
  }

  /// Fills the captures from the last one to the first, unless they are nil.
  private func matches(
    _ tokens: ArraySlice<Token>, _ text: ArraySlice<UInt8>, _ captures: inout [String: String]?
  ) -> Bool {
    guard let token = tokens.first else { return text.isEmpty }
    let others = tokens.dropFirst()
    switch token {
    case .literal(let literal):
      // The length is compared first, because it usually decides.
      return text.count >= literal.count && text.prefix(literal.count).elementsEqual(literal)
        && matches(others, text.dropFirst(literal.count), &captures)
    case .optional(let tokens):
      return matches((tokens + others)[...], text, &captures) || matches(others, text, &captures)
    case .run(let run):
      var end = text.startIndex
      if kind == .value, matches(others, text, &captures) {
        captures?[run.name] = ""
        return true
      }
      while end < text.endIndex {
        if kind != .value, !run.crossesSlashes, text[end] == UInt8(ascii: "/") { return false }
        // An escape is one character.
        end += kind == .path && text[end] == UInt8(ascii: "%") ? min(3, text.endIndex - end) : 1
        // Half a character may seem to be several.
        if let limit = run.limit, count(text[text.startIndex..<end]) > limit { continue }
        if matches(others, text[end...], &captures) {
          captures?[run.name] = String(decoding: text[text.startIndex..<end], as: UTF8.self)
          return true
        }
      }
      return false
    }
  }

  /// The number of characters of a run.
  private func count(_ run: ArraySlice<UInt8>) -> Int {
    let text = String(decoding: run, as: UTF8.self)
    return (kind == .path ? PercentEncoding.text(of: text) : text).unicodeScalars.count
  }
}
