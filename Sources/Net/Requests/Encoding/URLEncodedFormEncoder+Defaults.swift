import Foundation

extension URLEncodedFormEncoder {
  /// Returns the encoder with the formats that it leaves open set to those of the session's encoder.
  ///
  /// ```swift
  /// let json = JSONEncoder()
  /// json.keyEncodingStrategy = .convertToSnakeCase
  /// let form = URLEncodedFormEncoder().withDefaults(from: json)  // perPage: per_page
  /// ```
  ///
  /// Dates are encoded as ``DateEncoding/encoded(by:)``, bytes as ``DataEncoding/encoded(by:)``. Of a `JSONEncoder` the
  /// member names are those that its `keyEncodingStrategy` gives, and numbers that are not finite follow its
  /// `nonConformingFloatEncodingStrategy`. With any other encoder names stay unchanged, and such numbers are an error.
  public func withDefaults(from encoder: any DataEncoder) -> URLEncodedFormEncoder {
    var copy = self
    copy.dateEncoding = dateEncoding ?? .encoded(by: encoder)
    copy.dataEncoding = dataEncoding ?? .encoded(by: encoder)
    copy.nonFinite = NonFiniteTexts(of: encoder)
    guard keyEncoding == nil, let encoder = encoder as? JSONEncoder else { return copy }
    switch encoder.keyEncodingStrategy {
    // Foundation's rules for words are its own, so the encoder is asked: on Linux it makes `u_rl` of `URL`.
    case .convertToSnakeCase:
      copy.convertKeys = { path in Self.key(path.last ?? FormKey(stringValue: ""), by: encoder) }
    case .custom(let convert): copy.convertKeys = convert
    default: break
    }
    return copy
  }

  /// Returns the key as the encoder converts it.
  private static func key(_ key: any CodingKey, by encoder: JSONEncoder) -> any CodingKey {
    guard let data = try? encoder.encode(NamedMember(name: FormKey(stringValue: key.stringValue))),
      let name = (try? JSONValue(parsing: data))?.object?.keys.first
    else { return key }
    return FormKey(stringValue: name)
  }

  /// Returns the name of a member.
  func name(of key: any CodingKey, at path: [any CodingKey]) -> String {
    if let keyEncoding { return keyEncoding.key(key.stringValue) }
    return convertKeys.map { $0(path + [key]).stringValue } ?? key.stringValue
  }
}

/// A value with one member of this name.
private struct NamedMember: Encodable {
  let name: FormKey

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FormKey.self)
    try container.encode(0, forKey: name)
  }
}
