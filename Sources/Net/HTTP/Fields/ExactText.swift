/// A text that is equal only to a text of the same code points.
///
/// `String` also compares equal if one text has é as one code point, and the other one has a letter and an accent. The
/// bytes that are sent differ, and so does what a server does with them.
package struct ExactText: Sendable, Hashable, Comparable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.hasCodePoints(of: right.text)
  }

  /// By code point, so that texts of different code points are never in both orders.
  package static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.precedesByCodePoints(right.text)
  }

  package func hash(into hasher: inout Hasher) { text.hashCodePoints(into: &hasher) }
}

extension Sequence {
  /// The elements in the order of the code points of these texts, in which the members of every dictionary are written.
  func sorted(byCodePointsOf text: (Element) -> String) -> [Element] {
    sorted { ExactText(text($0)) < ExactText(text($1)) }
  }
}

extension Sequence<String> {
  /// The first text that stands here a second time; nil if each stands once.
  var firstRepeated: String? {
    var seen: Set<ExactText> = []
    return first { !seen.insert(ExactText($0)).inserted }
  }
}
