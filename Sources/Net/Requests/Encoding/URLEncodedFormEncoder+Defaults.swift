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
  /// Dates are encoded as ``DateEncoding/encoded(by:)``. Of a `JSONEncoder` the member names are those that its
  /// `keyEncodingStrategy` gives, and numbers that are not finite follow its `nonConformingFloatEncodingStrategy`. With
  /// any other encoder names stay unchanged, and such numbers are an error.
  public func withDefaults(from encoder: any DataEncoder) -> URLEncodedFormEncoder {
    var copy = self
    copy.dateEncoding = dateEncoding ?? .encoded(by: encoder)
    copy.nonFinite = NonFiniteTexts(of: encoder)
    guard keyEncoding == nil, let encoder = encoder as? JSONEncoder else { return copy }
    if case .convertToSnakeCase = encoder.keyEncodingStrategy { copy.keyEncoding = .snakeCase }
    if case .custom(let convert) = encoder.keyEncodingStrategy { copy.convertKeys = convert }
    return copy
  }

  /// Returns the name of a member.
  func name(of key: any CodingKey, at path: [any CodingKey]) -> String {
    if let keyEncoding { return keyEncoding.key(key.stringValue) }
    return convertKeys.map { $0(path + [key]).stringValue } ?? key.stringValue
  }
}
