extension URLEncoding {
  /// Returns the parameters as `key=value&key=value`, escaped.
  ///
  /// ```swift
  /// let text = try URLEncoding().string(of: ["q": "a b", "page": 2])  // q=a%20b&page=2
  /// ```
  ///
  /// - Throws: The errors of ``encode(_:into:)``.
  public func string(of parameters: Parameters) throws -> String {
    var pairs: [String] = []
    for pair in parameters.pairs {
      try append(pair.value?.parameterValue ?? .null, key: pair.key, to: &pairs)
    }
    return pairs.joined(separator: "&")
  }

  private func append(_ value: ParameterValue, key: String, to pairs: inout [String]) throws {
    switch value {
    case .null:
      if let text = nilEncoding.text { pairs.append(pair(key, text)) }
    case .bool(let value): pairs.append(pair(key, boolEncoding.text(of: value)))
    case .integer(let value): pairs.append(pair(key, String(value)))
    case .unsigned(let value): pairs.append(pair(key, String(value)))
    case .double(let value):
      guard let text = value.isFinite ? value.description : nonFinite?.text(of: value) else {
        throw ParameterEncodingError.notFinite(key: key)
      }
      pairs.append(pair(key, text))
    case .string(let value): pairs.append(pair(key, value))
    case .date(let value):
      try append((dateEncoding ?? .deferredToDate).value(of: value, key: key), key: key, to: &pairs)
    case .data(let value): pairs.append(pair(key, try (dataEncoding ?? .base64).text(of: value)))
    case .array(let values):
      for (index, value) in values.enumerated() {
        try append(value, key: arrayEncoding.key(key, index), to: &pairs)
      }
    case .dictionary(let values):
      for (member, value) in values.sorted(byCodePointsOf: \.key) {
        try append(value, key: keyPathEncoding.key(key, member), to: &pairs)
      }
    case .pairs(let members):
      for member in members {
        try append(member.value, key: keyPathEncoding.key(key, member.key), to: &pairs)
      }
    }
  }

  private func pair(_ key: String, _ value: String) -> String { "\(escaped(key))=\(escaped(value))" }

  private func escaped(_ text: String) -> String {
    PercentEncoding.escaped(text, spacesAsPlus: spaceEncoding == .plusReplaced)
  }
}
