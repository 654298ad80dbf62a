/// The members of a JSON object (RFC 8259 section 4), without an order.
///
/// ```swift
/// let value: JSONValue = ["name": "Trent", "followers": 229]
/// value.object?["followers"]  // .integer(229)
/// for (key, member) in value.object ?? [:] { print(key, member) }
/// ```
///
/// Names are equal only if they have the same code points, as RFC 8259 section 8.3 recommends. The keys of a
/// `Dictionary` are also equal if one has é as one code point, and the other one has a letter and an accent.
public struct JSONObject: Sendable, Hashable {
  private var members: [ExactText: JSONValue]

  /// Creates an object without members.
  public init() { members = [:] }

  /// Creates an object with the members of a dictionary.
  public init(_ dictionary: [String: JSONValue]) {
    members = Dictionary(uniqueKeysWithValues: dictionary.lazy.map { (ExactText($0.key), $0.value) })
  }

  /// Creates an object with these members.
  ///
  /// If a name is repeated, its last value is used.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.members = Dictionary(members.lazy.map { (ExactText($0.0), $0.1) }) { _, last in last }
  }

  /// The value of a name, or nil if there is none.
  ///
  /// Setting nil removes the member.
  public subscript(name: String) -> JSONValue? {
    get { members[ExactText(name)] }
    set { members[ExactText(name)] = newValue }
  }

  /// The value of a name, or the default if there is none.
  public subscript(name: String, default fallback: @autoclosure () -> JSONValue) -> JSONValue {
    get { members[ExactText(name)] ?? fallback() }
    set { members[ExactText(name)] = newValue }
  }

  /// Removes the member of a name, and returns its value, or nil if there is none.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> JSONValue? {
    members.removeValue(forKey: ExactText(name))
  }

  /// The names, in the order of the members.
  public var keys: some Collection<String> { members.keys.lazy.map(\.text) }

  /// The values, in the order of the members.
  public var values: some Collection<JSONValue> { members.values }

  /// Returns the members of both objects.
  ///
  /// - Parameters:
  ///   - other: The other object.
  ///   - combine: Returns the value of a name that both have, from the one of this object and the one of the other.
  /// - Returns: The members of both.
  public func merging(
    _ other: JSONObject, uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
  ) rethrows -> JSONObject {
    var merged = self
    merged.members = try members.merging(other.members, uniquingKeysWith: combine)
    return merged
  }

  /// Returns the object with each value replaced by the one that the closure makes of it.
  public func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
    var mapped = self
    mapped.members = try members.mapValues(transform)
    return mapped
  }

  /// Returns the object with only the members for which the closure returns true.
  public func filter(_ isIncluded: ((key: String, value: JSONValue)) throws -> Bool) rethrows -> JSONObject {
    var filtered = self
    filtered.members = try members.filter { try isIncluded((key: $0.key.text, value: $0.value)) }
    return filtered
  }

  /// The members as a dictionary, or nil if two names are equal as `String`s, although their code points differ.
  public var dictionary: [String: JSONValue]? {
    let dictionary = Dictionary(map { ($0.key, $0.value) }) { first, _ in first }
    return dictionary.count == count ? dictionary : nil
  }

  /// The members in the order of the code points of their names.
  var sortedMembers: [(key: String, value: JSONValue)] {
    members.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
  }
}

extension JSONObject: Sequence {
  /// Returns an iterator over the members.
  public func makeIterator() -> some IteratorProtocol<(key: String, value: JSONValue)> {
    members.lazy.map { (key: $0.key.text, value: $0.value) }.makeIterator()
  }

  /// The number of members.
  public var count: Int { members.count }
  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }
  /// The number of members.
  public var underestimatedCount: Int { members.count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object.
  ///
  /// If a name is repeated, its last value is used.
  @inline(never)
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension JSONObject: CustomStringConvertible {
  /// The object as a JSON text with sorted names.
  public var description: String { JSONValue.object(self).description }
}
