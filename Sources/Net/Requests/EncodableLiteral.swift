/// A dictionary literal with values of different types, as a value that encoders accept.
///
/// The keys are encoded as they are, as those of a dictionary.
package struct EncodableLiteral: Encodable, Sendable {
  private let pairs: [(key: String, value: ParameterValue)]

  package init(_ literal: KeyValuePairs<String, (any ParameterConvertible)?>) {
    pairs = literal.map { ($0.key, $0.value?.parameterValue ?? .null) }
  }

  package func encode(to encoder: any Encoder) throws {
    try EncodableParameter(value: .pairs(pairs.map { .init(key: $0.key, value: $0.value) })).encode(
      to: encoder)
  }
}

/// A value of a literal.
private struct EncodableParameter: Encodable {
  let value: ParameterValue

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .array(let values): try container.encode(values.map(EncodableParameter.init))
    case .dictionary(let values): try container.encode(values.mapValues(EncodableParameter.init))
    case .pairs(let pairs):
      var values: [String: EncodableParameter] = [:]
      for pair in pairs
      where values.updateValue(EncodableParameter(value: pair.value), forKey: pair.key) != nil {
        throw JSONError.duplicateKey(pair.key)
      }
      try container.encode(values)
    }
  }
}
