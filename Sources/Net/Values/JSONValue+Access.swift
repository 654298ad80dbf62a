extension JSONValue {
  /// The value of a key, or ``null`` if there is none or this is not an object.
  ///
  /// Reads can be chained: `value["items"][0]["name"].string` is nil if any part is missing. Setting a key of ``null``
  /// turns it into an object. Setting a key of any other value that is not an object has no effect.
  public subscript(key: String) -> JSONValue {
    get { object?[key] ?? .null }
    set {
      guard var members = isNull ? JSONObject() : object else { return }
      self = .null
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element at an index, or ``null`` if there is none or this is not an array.
  ///
  /// Setting replaces an existing element. It has no effect otherwise.
  public subscript(index: Int) -> JSONValue {
    get {
      guard let array, array.indices.contains(index) else { return .null }
      return array[index]
    }
    set {
      guard var elements = array, elements.indices.contains(index) else { return }
      self = .null
      elements[index] = newValue
      self = .array(elements)
    }
  }

  /// Whether this is ``null``.
  public var isNull: Bool { self == .null }

  /// The text of a ``string(_:)``.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number as an `Int`, if it is whole and in range.
  ///
  /// A ``double(_:)`` without a fraction counts.
  public var int: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number as a `Double`, including that of an ``integer(_:)``.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The value of a ``bool(_:)``.
  ///
  /// A number has none.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an ``array(_:)``.
  public var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members of an ``object(_:)-enum.case``.
  public var object: JSONObject? {
    if case .object(let values) = self { values } else { nil }
  }
}
