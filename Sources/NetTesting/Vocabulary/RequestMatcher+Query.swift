import Foundation
import Net

extension RequestMatcher {
  /// Requests whose query contains these pairs, each at least as often, in any order; further pairs are allowed.
  ///
  /// ```swift
  /// transport.stub(.get("/search") && .query(contains: ["q": "swift", "exact": nil]), with: .json("[]"))
  /// ```
  ///
  /// A missing item, an empty value and no value differ: nil requires `?exact`, the empty string `?exact=`.
  public static func query(contains pairs: KeyValuePairs<String, String?>) -> RequestMatcher {
    let items = items(pairs)
    return RequestMatcher(
      "query with \(text(of: items))",
      criteria: items.indices.map { index in
        let (item, needed) = (items[index], items.occurrences(upTo: index))
        return Criterion(
          part: "query \(item.name)",
          expected: item.value.map { Redaction.standard.quoted($0, ofQuery: item.name) } ?? "without a value",
          actual: { $0.queryText(of: item.name) },
          matches: { $0.queryPairs.contains(item, times: needed) })
      })
  }

  /// Requests whose query has exactly these pairs, each equally often, in any order; `[:]` requires no pairs.
  public static func query(equals pairs: KeyValuePairs<String, String?>) -> RequestMatcher {
    let expected = sorted(items(pairs))
    return RequestMatcher(
      "query \(text(of: items(pairs)))",
      criteria: [
        Criterion(
          part: "query", expected: text(of: items(pairs)), actual: { $0.redaction.shown($0.queryPairs) },
          matches: { sorted($0.queryPairs).elementsEqual(expected) { $0.hasCodePoints(of: $1) } },
          hidden: { $0.redaction.hiddenDifferences(expected, $0.queryPairs) })
      ])
  }

  /// Requests whose query contains this name, whatever its value.
  public static func query(_ name: String) -> RequestMatcher {
    RequestMatcher(
      "query with \(name)", part: "query \(name)", expected: "any value",
      actual: { $0.queryText(of: name) },
      matches: { $0.queryPairs.contains { $0.name.hasCodePoints(of: name) } })
  }

  private static func items(_ pairs: KeyValuePairs<String, String?>) -> [URLQueryItem] {
    pairs.map { URLQueryItem(name: $0.key, value: $0.value) }
  }

  private static func text(of items: [URLQueryItem]) -> String { Redaction.standard.shown(items) }

  private static func sorted(_ items: [URLQueryItem]) -> [URLQueryItem] {
    items.sorted { $0.precedes($1) }
  }
}

extension [URLQueryItem] {
  /// How often the item at this index has occurred up to it.
  func occurrences(upTo index: Int) -> Int { self[...index].count { $0.hasCodePoints(of: self[index]) } }

  /// Whether the item occurs at least this many times.
  func contains(_ item: URLQueryItem, times: Int) -> Bool { count { $0.hasCodePoints(of: item) } >= times }
}
