import Foundation
import Net

/// What reports show of secrets: nothing but that they differ. Reports end up in the logs of a CI.
extension Redaction {
  /// The value of a header, as far as it may be shown.
  func shown(_ value: String, ofHeader name: String) -> String {
    hides(headerName: name) ? Self.placeholder : value
  }

  /// The value of a header that is not the expected one.
  func shownAsOther(_ value: String, ofHeader name: String) -> String {
    hides(headerName: name) ? "another value, \(Self.placeholder)" : value
  }

  /// The value of a pair of a query or a form, quoted, as far as it may be shown.
  func quoted(_ value: String, ofQuery name: String) -> String {
    hides(queryName: name) ? Self.placeholder : "\"\(value)\""
  }

  /// The value of a pair that is not the expected one.
  func quotedAsOther(_ value: String, ofQuery name: String) -> String {
    hides(queryName: name) ? "another value, \(Self.placeholder)" : "\"\(value)\""
  }

  /// The pairs of a query or a form, joined.
  func shown(_ items: [URLQueryItem]) -> String {
    let pairs = items.map { item in
      item.value.map { "\(item.name)=\(hides(queryName: item.name) ? Self.placeholder : $0)" } ?? item.name
    }
    return pairs.isEmpty ? "none" : pairs.joined(separator: "&")
  }
}
