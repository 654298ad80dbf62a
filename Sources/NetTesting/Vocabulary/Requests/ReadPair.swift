import Foundation
import Net

/// A pair of a query, percent-decoded, in both readings of `+`.
///
/// A `+` is a plus sign in a URI (RFC 3986 section 3.4), and a space in a form (the WHATWG URL Standard, section 5.1),
/// which servers read queries as and `URLEncoding` writes on request.
struct ReadPair: Sendable {
  /// The pair in which `+` is a plus sign.
  let asURI: URLQueryItem
  /// The pair in which `+` is a space; nil without a `+`.
  let asForm: URLQueryItem?

  init(_ text: Substring) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    func item(_ decoded: (Substring) -> String) -> URLQueryItem {
      URLQueryItem(name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : nil)
    }
    asURI = item { PercentEncoding.text(of: $0) }
    asForm = text.utf8.contains(UInt8(ascii: "+")) ? item { PercentEncoding.text(of: Self.spaced($0)) } : nil
  }

  private static func spaced(_ text: Substring) -> String {
    text.replacingOccurrences(of: "+", with: " ", options: .literal)
  }

  var readings: [URLQueryItem] { [asURI] + (asForm.map { [$0] } ?? []) }

  /// Whether one of the readings is this pair.
  func reads(as item: URLQueryItem) -> Bool { readings.contains { $0.hasCodePoints(of: item) } }
}

/// Gives each of several requirements its own pair.
struct PairAssignment {
  private let accepts: (_ requirement: Int, _ pair: Int) -> Bool
  /// The requirement that has the pair.
  private var owners: [Int?]

  init(pairs: Int, accepts: @escaping (_ requirement: Int, _ pair: Int) -> Bool) {
    owners = Array(repeating: nil, count: pairs)
    self.accepts = accepts
  }

  /// Gives a requirement a pair, moving others to other pairs if that makes room; returns whether there is one.
  mutating func assign(_ requirement: Int) -> Bool {
    var seen: Set<Int> = []
    return assign(requirement, &seen)
  }

  private mutating func assign(_ requirement: Int, _ seen: inout Set<Int>) -> Bool {
    for pair in owners.indices where accepts(requirement, pair) && seen.insert(pair).inserted {
      if let owner = owners[pair], !assign(owner, &seen) { continue }
      owners[pair] = requirement
      return true
    }
    return false
  }
}

extension [ReadPair] {
  /// Whether there is a pair for each item.
  func contain(_ items: [URLQueryItem]) -> Bool {
    var assignment = PairAssignment(pairs: count) { self[$1].reads(as: items[$0]) }
    return items.indices.allSatisfy { assignment.assign($0) }
  }
}
