import Foundation
import Net

extension RequestMatcher {
  /// Requests whose query contains these pairs, each at least as often, in any order; further pairs are allowed.
  ///
  /// ```swift
  /// transport.stub(.get("/search") && .query(contains: ["q": "swift", "exact": nil]), with: .json("[]"))
  /// ```
  ///
  /// A missing item, an empty value and no value differ: nil requires `?exact`, the empty string `?exact=`. A `+` in a
  /// URL is a space, as in forms, or a plus sign, as in URIs: whatever is expected. `%2B` is always a plus sign. Bytes
  /// that are not UTF-8 equal no text; ``uri(_:)`` matches them.
  public static func query(contains pairs: KeyValuePairs<String, String?>) -> RequestMatcher {
    let items = items(pairs)
    return RequestMatcher(
      "query with \(Redaction.standard.shown(items))",
      criteria: items.indices.map { index in
        let item = items[index]
        let before = items[...index]
        let same = before.filter { $0.hasCodePoints(of: item) }
        let named = before.filter { $0.name.hasCodePoints(of: item.name) }
        let matches = { @Sendable (request: RecordedRequest) in
          let pairs = request.readQuery
          // Only a pair with two readings can be two of the items, and must not be both.
          return pairs.contain(pairs.contains { $0.asForm != nil } ? named : same)
        }
        return Criterion(
          part: "query \(item.name)",
          expected: items.repeated(
            item.value.map { Redaction.standard.quoted($0, ofQuery: item.name) } ?? "without a value",
            at: index),
          actual: { request in
            let isTaken =
              same.count == 1 && request.readQuery.contains { $0.reads(as: item) } && !matches(request)
            return request.queryText(of: item.name) + (isTaken ? takenPair : "")
          },
          matches: matches)
      })
  }

  /// Requests whose query has exactly these pairs, each equally often, in any order; `[:]` requires no pairs.
  ///
  /// ```swift
  /// transport.stub(.get("/search") && .query(equals: ["tag": "new", "tag": "free"]), with: .json("[]"))
  /// ```
  public static func query(equals pairs: KeyValuePairs<String, String?>) -> RequestMatcher {
    let items = items(pairs)
    return RequestMatcher(
      "query \(Redaction.standard.shown(items))",
      criteria: [
        Criterion(
          part: "query", expected: Redaction.standard.shown(items),
          actual: { $0.redaction.shown($0.queryPairs) },
          matches: { request in
            let actual = request.readQuery
            return actual.count == items.count && actual.contain(items)
          },
          hidden: { $0.redaction.hiddenDifferences(items.sorted(), $0.queryPairs) })
      ])
  }

  /// The compiler asks for the label: ``query(contains:)`` or ``query(equals:)``.
  @available(
    *, unavailable, message: "write .query(contains:), or .query(equals:) if there are no further pairs"
  )
  public static func query(_ pairs: KeyValuePairs<String, String?>) -> RequestMatcher {
    query(contains: pairs)
  }

  /// Requests whose query contains this name with this value, as ``query(contains:)`` does.
  ///
  /// ```swift
  /// transport.stub(.get("/search") && .query("q", equals: "swift"), with: .json("[]"))
  /// ```
  public static func query(_ name: String, equals value: String) -> RequestMatcher {
    query(contains: [name: value])
  }

  /// Requests whose query contains this name, whatever its value.
  public static func query(_ name: String) -> RequestMatcher {
    RequestMatcher(
      "query with \(name)", part: "query \(name)", expected: "any value",
      actual: { $0.queryText(of: name) },
      matches: { $0.readQuery.contains { $0.readings.contains { $0.hasName(name) } } })
  }

  private static func items(_ pairs: KeyValuePairs<String, String?>) -> [URLQueryItem] {
    pairs.map { URLQueryItem(name: $0.key, value: $0.value) }
  }
}

extension [URLQueryItem] {
  /// How often the item at this index has occurred up to it.
  func occurrences(upTo index: Int) -> Int { self[...index].count { $0.hasCodePoints(of: self[index]) } }

  /// The text of the item at this index, and how often it is expected if that is more than once.
  func repeated(_ text: String, at index: Int) -> String {
    let count = occurrences(upTo: index)
    return count == 1 ? text : "\(text), \(count) times"
  }
}
