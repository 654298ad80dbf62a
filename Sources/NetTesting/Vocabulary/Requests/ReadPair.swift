import Foundation
import Net

/// A pair of a query, percent-decoded, in both readings of `+`.
///
/// A `+` is a plus sign in a URI (RFC 3986 section 3.4), and a space in a form (the WHATWG URL Standard, section 5.1),
/// which servers read queries as and `URLEncoding` writes on request.
struct ReadPair: Sendable {
  /// A name with its value, as bytes, which need not be UTF-8.
  struct Reading: Sendable {
    let name: [UInt8]
    /// Nil for a pair without a value.
    var value: [UInt8]?

    /// Decodes what is written in a query or a form.
    init(_ text: some Collection<UInt8>) {
      let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      name = PercentEncoding.unescaped(Array(parts[0]))
      value = parts.count > 1 ? PercentEncoding.unescaped(Array(parts[1])) : nil
    }

    /// The pair as text.
    var item: URLQueryItem {
      URLQueryItem(name: PercentEncoding.readable(name), value: value.map(PercentEncoding.readable))
    }

    func hasName(_ text: String) -> Bool { name.elementsEqual(text.utf8) }

    /// Whether it is this pair.
    func isSame(as item: URLQueryItem) -> Bool {
      guard hasName(item.name) else { return false }
      guard let value, let other = item.value else { return value == nil && item.value == nil }
      return value.elementsEqual(other.utf8)
    }
  }

  /// The pair in which `+` is a plus sign.
  let asURI: Reading
  /// The pair in which `+` is a space; nil without a `+`.
  let asForm: Reading?

  init(_ text: Substring) {
    asURI = Reading(text.utf8)
    asForm = text.utf8.contains(UInt8(ascii: "+")) ? Reading(Self.spaced(text.utf8)) : nil
  }

  /// The bytes with spaces in place of `+`.
  static func spaced(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
  }

  var readings: [Reading] { [asURI] + (asForm.map { [$0] } ?? []) }

  /// Whether one of the readings is this pair.
  func reads(as item: URLQueryItem) -> Bool { readings.contains { $0.isSame(as: item) } }
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
