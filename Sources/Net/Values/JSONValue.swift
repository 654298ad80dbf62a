/// A JSON value (RFC 8259) that is `Sendable` and `Hashable`, for JSON without a dedicated type.
///
/// ```swift
/// let value: JSONValue = ["name": "Trent", "followers": 229, "tags": ["a", nil]]
/// value["followers"]  // .integer(229)
/// value["tags"][0]  // .string("a")
/// ```
///
/// Strings and the names of members are equal only if they have the same code points (RFC 8259 section 8.3).
public enum JSONValue: Sendable {
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
  case object(JSONObject)
}

extension JSONValue: Hashable {
  /// Returns whether the values are equal, and strings have the same code points.
  ///
  /// An ``integer(_:)`` never equals a ``double(_:)``.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left.hasCodePoints(of: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): value.hashCodePoints(into: &hasher)
    case .array(let values): hasher.combine(values)
    case .object(let members): hasher.combine(members)
    }
  }

  /// Creates an object with the members of a dictionary.
  public static func object(_ members: [String: JSONValue]) -> JSONValue { .object(JSONObject(members)) }
}
