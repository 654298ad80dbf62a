import Foundation

/// The code that tests write for the rows of a page.
///
/// A section begins with `// Row:` and the name of the row, and ends at the next one, with its function or before the
/// next test. Several such lines in succession share the code below them.
struct NameSections {
  private(set) var code: [String: String] = [:]

  init(_ sources: [String]) {
    for source in sources { read(source) }
  }

  private mutating func read(_ source: String) {
    var names: [String] = []
    var hasCode = false
    for line in source.split(separator: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("// Row: ") {
        names = (hasCode ? [] : names) + [String(text.dropFirst(8))]
        hasCode = false
        for name in names { code[name, default: ""] += "" }
      } else if line == "  }" || line == "}" || text.contains("@Test") || text.hasPrefix("func test") {
        names = []
      } else if !text.hasPrefix("//") {
        hasCode = true
        for name in names { code[name, default: ""] += text + "\n" }
      }
    }
  }

  /// Whether the code of a row contains what the page shows.
  func contains(_ shown: String, in row: String) -> Bool {
    guard let code = code[row] else { return false }
    if shown.wholeMatch(of: /\w+/) != nil { return Self.hasWord(shown, in: code) }
    if let match = shown.wholeMatch(of: /(?:\w*\.)?(\w+)\(((?:\w+:)+)\)/) {
      let labels = match.output.2.split(separator: ":").filter { $0 != "_" }
      return Self.hasWord(String(match.output.1), in: code) && labels.allSatisfy { code.contains("\($0):") }
    }
    // Three dots stand for whatever the test writes in their place.
    var rest = Self.squashed(code)[...]
    for part in shown.split(separator: "…").map({ Self.squashed(String($0)) }) {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private static func hasWord(_ word: String, in code: String) -> Bool {
    code.matches(of: /\w+/).contains { $0.output == word }
  }

  /// The text without white space, which differs where a line is broken.
  private static func squashed(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
}
