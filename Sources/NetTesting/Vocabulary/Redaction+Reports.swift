import Foundation
import Net

/// What reports show of secrets: nothing but that they differ. Reports end up in the logs of a CI.
extension Redaction {
  /// What reports say of a secret that has another value than expected.
  static let hiddenDifference = "values differ (hidden)"

  /// The value of a header, as far as it may be shown.
  func shown(_ value: String, ofHeader name: String) -> String {
    redacted(HTTPField(name: name, value: value)).value
  }

  /// The value of a header that is not the expected one.
  func shownAsOther(_ value: String, ofHeader name: String) -> String {
    let shown = shown(value, ofHeader: name)
    return shown == Self.placeholder && value != shown ? "another value, \(shown)" : shown
  }

  /// The value as JSON, secrets left out.
  func text(of value: JSONValue) -> String { redacted(text: value.description) }

  /// The value of a pair of a query or a form, quoted, as far as it may be shown.
  func quoted(_ value: String, ofQuery name: String) -> String {
    hides(formName: name) ? Self.placeholder : "\"\(redacted(text: value))\""
  }

  /// The value of a pair that is not the expected one.
  func quotedAsOther(_ value: String, ofQuery name: String) -> String {
    hides(formName: name) ? "another value, \(Self.placeholder)" : "\"\(redacted(text: value))\""
  }

  /// The pairs of a query or a form, joined.
  func shown(_ items: [URLQueryItem]) -> String {
    let pairs = items.map { item in
      item.value.map { "\(item.name)=\(hides(formName: item.name) ? Self.placeholder : redacted(text: $0))" }
        ?? redacted(text: item.name)
    }
    return pairs.isEmpty ? "none" : pairs.joined(separator: "&")
  }

  /// The names of hidden pairs that are on both sides, with other values, each with a word that says so.
  func hiddenDifferences(_ expected: [URLQueryItem], _ actual: [URLQueryItem]) -> [String] {
    var names: [String] = []
    for item in expected where !names.contains(item.name) { names.append(item.name) }
    return names.filter { name in
      let values = [expected, actual].map { items in items.filter { $0.name == name }.map { $0.value ?? "" } }
      return !values[1].isEmpty && values[0].sorted() != values[1].sorted()
        && shown(values[0], name) == shown(values[1], name)
    }.map { "\($0): \(Self.hiddenDifference)" }
  }

  private func shown(_ values: [String], _ name: String) -> [String] {
    values.map { quoted($0, ofQuery: name) }
  }

  /// The bytes for a failure message: as text where they are text, cut where they are long, secrets left out.
  func shownText(of data: Data, _ type: String? = nil) -> String {
    guard let text = String(validating: redacted(body: data, contentType: type), as: UTF8.self) else {
      return "\(data.count) bytes"
    }
    guard !text.isEmpty else { return "none" }
    return text.count > 200 ? "\(text.prefix(200))… (\(data.count) bytes)" : text
  }
}
