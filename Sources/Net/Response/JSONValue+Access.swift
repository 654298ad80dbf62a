extension JSONValue {
  /// The value of a key; ``null`` where there is none, and where this is not an object.
  ///
  /// Reading therefore chains: `value["items"][0]["name"].string` is nil unless all of it is there. Setting
  /// makes an object of ``null``, and changes nothing in any other value that is not an object.
  public subscript(key: String) -> JSONValue {
    get { object?[key] ?? .null }
    set {
      guard var members = isNull ? [:] : object else { return }
      self = .null
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The value at a position; ``null`` where there is none, and where this is not an array.
  ///
  /// Setting replaces an element that is there, and changes nothing otherwise.
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

  /// The number, when it is whole and fits: of a ``double(_:)`` without a fraction too.
  public var int: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number, of an ``integer(_:)`` too.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The truth value of a ``bool(_:)``; a number is none.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an ``array(_:)``.
  public var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members of an ``object(_:)``.
  public var object: [String: JSONValue]? {
    if case .object(let values) = self { values } else { nil }
  }
}
