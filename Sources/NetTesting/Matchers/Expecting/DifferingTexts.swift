import Foundation
import Net

/// The expected and the actual text of a report, written so that a reader sees how they differ.
///
/// Texts that differ may look alike: é has two spellings, some characters and trailing blanks are invisible, and spaces
/// have different widths. If so, both have escapes for everything but printable ASCII, as in `"caf\u{e9}"`, or quotes.
/// Long texts are cut around the first difference. If both texts are the same, or too long to be compared by eye, a
/// note says where the values differ.
struct DifferingTexts {
  let expected: String
  let actual: String
  /// What the texts do not show; nil if they show the difference.
  let note: String?

  /// Creates the texts of a report.
  ///
  /// - `limit`: The maximum number of characters of each text.
  /// - `values`: The values that the texts describe.
  init(
    expected: String, actual: String, limit: Int = .max, of values: (expected: Any, actual: Any)? = nil
  ) {
    let isAlike = expected.hasCodePoints(of: actual)
    let isHidden = isAlike && expected.contains(Redaction.placeholder)
    let (expected, actual) = Self.cut(expected, actual, to: limit)
    if Self.hasTwins(expected, actual) || Self.invisible(in: expected) != Self.invisible(in: actual) {
      (self.expected, self.actual) = (expected.printedASCII, actual.printedASCII)
    } else if expected != actual, Self.trimmed(expected) == Self.trimmed(actual) {
      (self.expected, self.actual) = (expected.debugDescription, actual.debugDescription)
    } else {
      (self.expected, self.actual) = (expected.printedLines, actual.printedLines)
    }
    guard self.expected.hasCodePoints(of: self.actual) else {
      // A text is cut around its first difference, which needs no words.
      guard let values, !(values.expected is String),
        min(self.expected.utf8.count, self.actual.utf8.count) > Self.longest
      else {
        note = nil
        return
      }
      note = ValueDifference.between(values.expected, values.actual)?.words
      return
    }
    if let words = values.flatMap({ ValueDifference.between($0.expected, $0.actual) })?.words {
      note = words
    } else if isHidden {
      note = Redaction.hiddenDifference
    } else {
      note = values == nil ? nil : "they are not equal, although their descriptions are the same"
    }
  }

  /// The length in bytes of a text that is compared by eye.
  private static let longest = 300

  /// Both texts as reports put them, with the note.
  var words: String { "expected \(expected), got \(actual)" + (note.map { "; \($0)" } ?? "") }

  /// Cuts texts that are too long: after the limit if they differ before it, otherwise around the first difference.
  private static func cut(_ left: String, _ right: String, to limit: Int) -> (String, String) {
    guard left.utf8.count > limit || right.utf8.count > limit else { return (left, right) }
    let (leftBytes, rightBytes) = (Data(left.utf8), Data(right.utf8))
    let common = leftBytes.commonPrefixCount(with: rightBytes)
    let position = String(decoding: leftBytes[..<common], as: UTF8.self).count
    guard position > limit - 20, common < max(leftBytes.count, rightBytes.count) else {
      return (excerpt(of: left, limit: limit), excerpt(of: right, limit: limit))
    }
    let start = position - min(limit / 2, 60)
    func window(_ text: String) -> String {
      let rest = text.dropFirst(start)
      let end = rest.dropFirst(limit / 2 + 60).isEmpty ? "" : "…"
      return "…\(rest.prefix(limit / 2 + 60))\(end) (\(text.count) characters)"
    }
    return (window(left), window(right))
  }

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
