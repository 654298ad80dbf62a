import Foundation
import Net

extension URLQueryItem {
  /// Whether it comes before the other one: by name, then by value, of which nil is the first, both by code point.
  fileprivate func precedes(_ other: URLQueryItem) -> Bool {
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

extension Sequence<URLQueryItem> {
  /// The items in an order that depends only on their code points.
  func sorted() -> [URLQueryItem] { sorted { $0.precedes($1) } }
}
