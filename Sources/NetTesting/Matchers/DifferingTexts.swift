import Foundation
import Net

/// The expected and the actual text of a report, written so that a reader sees how they differ.
///
/// Texts that differ may look alike: é has two spellings, some characters and trailing blanks are invisible, and spaces
/// have different widths. If so, both have escapes for everything but printable ASCII, as in `"caf\u{e9}"`, or quotes.
struct DifferingTexts {
  let expected: String
  let actual: String

  init(expected: String, actual: String) {
    if Self.hasTwins(expected, actual) || Self.invisible(in: expected) != Self.invisible(in: actual) {
      (self.expected, self.actual) = (expected.printedASCII, actual.printedASCII)
    } else if expected != actual, Self.trimmed(expected) == Self.trimmed(actual) {
      (self.expected, self.actual) = (expected.debugDescription, actual.debugDescription)
    } else {
      (self.expected, self.actual) = (expected.printedLines, actual.printedLines)
    }
  }

  /// Both texts as reports put them.
  var words: String { "expected \(expected), got \(actual)" }

  /// Whether a character of one text is in the other one with other code points.
  private static func hasTwins(_ left: String, _ right: String) -> Bool {
    var spellings: [Character: Set<ExactText>] = [:]
    for character in left where !character.isASCII {
      spellings[character, default: []].insert(ExactText(String(character)))
    }
    return right.contains { character in
      spellings[character]?.contains { $0 != ExactText(String(character)) } ?? false
    }
  }

  /// The characters that a reader does not see, or takes for a space.
  private static func invisible(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      if scalar.isASCII { return scalar == "\t" || scalar == "\r" }
      let properties = scalar.properties
      return properties.isDefaultIgnorableCodePoint
        || [.format, .spaceSeparator].contains(properties.generalCategory)
    }
  }

  private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }
}
