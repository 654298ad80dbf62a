extension JSONValue: Codable {
  /// Creates a value from a decoder of any format.
  ///
  /// Decoders do not distinguish `1.0` from `1`, so both become an ``integer(_:)``. ``init(parsing:)-(Data)``
  /// distinguishes them. The keys of decoders are `String`s, which are equal if they are canonically
  /// equivalent, such as `é` as one or two code points. Only one member of such keys is kept.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Objects and arrays come before scalars. A decoder that is asked for another type makes an error with the path of
    // the value, which costs more the deeper the value is.
    if container.decodeNil() {
      self = .null
    } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
      // As a dictionary: decoders convert the keys of types, as from snake case, but not those of a dictionary.
      self = .object(JSONObject(try container.decode([String: JSONValue].self)))
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([JSONValue].self))
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// The keys of a container that is used only to find out whether the value is an object.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  /// Encodes the value with an encoder of any format.
  ///
  /// The keys of encoders are `String`s. An object with two keys that are equal as `String`s, although their code
  /// points differ, throws an `EncodingError`, because one of the members would be lost. ``data()`` writes both.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members):
      guard let dictionary = members.dictionary else {
        // The values may be secret.
        throw EncodingError.invalidValue(
          Array(members.keys),
          .init(
            codingPath: encoder.codingPath,
            debugDescription: "two keys of the object are equal as strings, although their code points differ"
          ))
      }
      try container.encode(dictionary)
    }
  }
}
