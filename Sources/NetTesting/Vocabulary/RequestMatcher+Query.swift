import Foundation
import Net

extension RequestMatcher {
  /// Requests whose query has these pairs, in any order, beside others or not.
  ///
  /// ```swift
  /// transport.stub(.get("/search") && .query(contains: ["q": "swift", "exact": nil]), with: .json("[]"))
  /// ```
  ///
  /// Absent, empty and without a value differ: nil asks for `?exact`, the empty string for `?exact=`.
  public static func query(contains pairs: KeyValuePairs<String, String?>) -> RequestMatcher {
    RequestMatcher(
      "query with \(text(of: items(pairs)))",
      criteria: items(pairs).map { item in
        Criterion(
          part: "query \(item.name)",
          expected: item.value.map { Redaction.standard.quoted($0, ofQuery: item.name) } ?? "without a value",
          actual: { $0.queryText(of: item.name) }, matches: { $0.queryPairs.contains(item) })
      })
  }

  /// Requests whose query has exactly these pairs, each as often, in any order; `[:]` for none at all.
  public static func query(equals pairs: KeyValuePairs<String, String?>) -> RequestMatcher {
    let expected = sorted(items(pairs))
    return RequestMatcher(
      "query \(text(of: items(pairs)))",
      criteria: [
        Criterion(
          part: "query", expected: text(of: items(pairs)), actual: { $0.redaction.shown($0.queryPairs) },
          matches: { sorted($0.queryPairs) == expected },
          hidden: { $0.redaction.hiddenDifferences(expected, $0.queryPairs) })
      ])
  }

  /// Requests whose query has the name, whatever its value.
  public static func query(_ name: String) -> RequestMatcher {
    RequestMatcher(
      "query with \(name)", part: "query \(name)", expected: "any value",
      actual: { $0.queryText(of: name) }, matches: { $0.queryPairs.contains { $0.name == name } })
  }

  private static func items(_ pairs: KeyValuePairs<String, String?>) -> [URLQueryItem] {
    pairs.map { URLQueryItem(name: $0.key, value: $0.value) }
  }

  private static func text(of items: [URLQueryItem]) -> String { Redaction.standard.shown(items) }

  private static func sorted(_ items: [URLQueryItem]) -> [URLQueryItem] {
    items.sorted { left, right in
      if left.name != right.name { return left.name < right.name }
      guard let right = right.value else { return false }
      return left.value.map { $0 < right } ?? true
    }
  }
}
