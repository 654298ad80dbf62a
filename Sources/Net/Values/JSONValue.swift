/// A JSON value (RFC 8259) that is `Sendable` and `Hashable`, for JSON without a dedicated type.
///
/// ```swift
/// let value: JSONValue = ["name": "Trent", "followers": 229, "tags": ["a", nil]]
/// value["followers"]  // .integer(229)
/// value["tags"][0]  // .string("a")
/// ```
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits in 64 bits.
  case integer(Int64)
  /// Any other number.
  case double(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])
}
