import Foundation
import Net

/// A text that is equal only to a text of the same code points.
///
/// `String` also compares equal if one text has é as one code point, and the other one has a letter and an accent. The
/// bytes that are sent differ, and so does what a server does with them.
struct ExactText: Sendable, Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.hasCodePoints(of: right.text) }

  /// By code point, so that texts of different code points are never in both orders.
  static func < (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

extension URLQueryItem {
  /// Whether it comes before the other one: by name, then by value, of which nil is the first, both by code point.
  func precedes(_ other: URLQueryItem) -> Bool {
    guard name.hasCodePoints(of: other.name) else { return ExactText(name) < ExactText(other.name) }
    guard let otherValue = other.value else { return false }
    return value.map { ExactText($0) < ExactText(otherValue) } ?? true
  }

  /// Whether name and value have the same code points as those of the other one.
  func hasCodePoints(of other: URLQueryItem) -> Bool {
    guard name.hasCodePoints(of: other.name) else { return false }
    guard let value, let otherValue = other.value else { return value == nil && other.value == nil }
    return value.hasCodePoints(of: otherValue)
  }
}
