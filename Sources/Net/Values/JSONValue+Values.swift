/// Values that are not literals: a variable in the literal of a ``JSONValue``.
///
/// ```swift
/// let (count, note): (Int, String?) = (3, nil)
/// let order: JSONValue = ["count": .init(count), "note": .init(note), "tags": .init(["a", "b"].map { .init($0) })]
/// ```
extension JSONValue {
  /// Creates a number, or `null` without one.
  ///
  /// A number that does not fit in an `Int64` is a ``double(_:)``.
  public init(_ value: (some FixedWidthInteger)?) {
    self =
      value.map { number in Int64(exactly: number).map { .integer($0) } ?? .double(Double(number)) } ?? .null
  }

  /// Creates a number, or `null` without one.
  ///
  /// It is a ``double(_:)`` also without a fraction.
  public init(_ value: Double?) { self = value.map { .double($0) } ?? .null }

  /// Creates a Boolean, or `null` without one.
  public init(_ value: Bool?) { self = value.map { .bool($0) } ?? .null }

  /// Creates a string, or `null` without one.
  public init(_ value: String?) { self = value.map { .string($0) } ?? .null }

  /// Creates an array, or `null` without one.
  public init(_ values: [JSONValue]?) { self = values.map { .array($0) } ?? .null }

  /// Creates an object, or `null` without one.
  public init(_ members: [String: JSONValue]?) { self = members.map { .object($0) } ?? .null }
}
