public import Foundation

/// A type that decodes values from bytes, such as `JSONDecoder`.
public protocol DataDecoder: Sendable {
  /// Decodes a value of the given type, or throws.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DataDecoder {}

/// A type that encodes values as bytes, such as `JSONEncoder`.
public protocol DataEncoder: Sendable {
  /// Encodes the value, or throws.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: DataEncoder {}
