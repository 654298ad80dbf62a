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

  /// The value as JSON, secrets left out.
  func text(of value: JSONValue) -> String {
    String(decoding: redacted(body: Data(value.description.utf8)), as: UTF8.self)
  }

  /// The value of a pair of a query or a form, quoted, as far as it may be shown.
  func quoted(_ value: String, ofQuery name: String) -> String {
    hides(pairName: name) ? Self.placeholder : "\"\(value)\""
  }

  /// The value of a pair that is not the expected one.
  func quotedAsOther(_ value: String, ofQuery name: String) -> String {
    hides(pairName: name) ? "another value, \(Self.placeholder)" : "\"\(value)\""
  }

  /// A pair may be one of a query or one of a form.
  private func hides(pairName name: String) -> Bool { hides(queryName: name) || hides(bodyName: name) }

  /// The pairs of a query or a form, joined.
  func shown(_ items: [URLQueryItem]) -> String {
    let pairs = items.map { item in
      item.value.map { "\(item.name)=\(hides(pairName: item.name) ? Self.placeholder : $0)" } ?? item.name
    }
    return pairs.isEmpty ? "none" : pairs.joined(separator: "&")
  }
}
