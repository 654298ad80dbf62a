public import Foundation

/// A type that decodes values from bytes, such as `JSONDecoder`.
public protocol DataDecoder: Sendable {
  /// Decodes a value of the given type, or throws.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DataDecoder {}

extension PropertyListDecoder: DataDecoder {}

extension DataDecoder {
  /// Decodes a value; a ``JSONValue`` is parsed, which takes linear time and keeps the kind of each number.
  ///
  /// Only a plain `JSONDecoder` is known to read nothing but JSON.
  package func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    if type is JSONValue.Type, Swift.type(of: self) == JSONDecoder.self, let decoder = self as? JSONDecoder,
      !decoder.allowsJSON5
    {
      do {
        if let value = try JSONValue(parsing: data) as? Value { return value }
      } catch let error as JSONError {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "\(error)", underlyingError: error))
      }
    }
    return try decode(type, from: data)
  }
}

/// A type that encodes values as bytes, such as `JSONEncoder`.
public protocol DataEncoder: Sendable {
  /// Encodes the value, or throws.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: DataEncoder {}

extension Encodable {
  /// The bytes of a value that is sent as it is: of `Data`, which would be a string in Base64 as JSON.
  ///
  /// Code that encodes a caller's value as JSON checks this property first.
  package var unencodedBytes: Data? { self as? Data }
}
