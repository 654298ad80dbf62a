public import Foundation

/// A type whose values can be parameters: scalars, strings, dates, data, arrays, dictionaries, optionals,
/// ``JSONValue``, and raw-representable types that declare the conformance.
///
/// ```swift
/// enum Sort: String, ParameterConvertible { case stars, forks }
/// ```
public protocol ParameterConvertible: Sendable {
  /// The value as a parameter.
  var parameterValue: ParameterValue { get }
}

/// The value of a parameter before it is encoded.
public indirect enum ParameterValue: Sendable {
  /// No value. ``URLEncoding`` omits it by default; in JSON it is `null`.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above the largest `Int64`.
  case unsigned(UInt64)
  /// A number.
  case double(Double)
  /// A string.
  case string(String)
  /// A date.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values in order.
  case array([ParameterValue])
  /// Values by name. An encoding sorts them.
  case dictionary([String: ParameterValue])
  /// Values in order, with a key that a dictionary cannot have twice. ``URLEncoding`` sends each; in JSON it is an
  /// error, unless the keys differ in their code points.
  case pairs([Pair])

  /// A key and its value.
  public struct Pair: Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: ParameterValue

    /// Creates a pair.
    public init(key: String, value: ParameterValue) {
      self.key = key
      self.value = value
    }
  }
}

extension ParameterValue: ParameterConvertible {
  /// The value itself.
  public var parameterValue: ParameterValue { self }
}

extension Bool: ParameterConvertible {
  /// The Boolean as a parameter.
  public var parameterValue: ParameterValue { .bool(self) }
}

extension String: ParameterConvertible {
  /// The string as a parameter.
  public var parameterValue: ParameterValue { .string(self) }
}

extension Character: ParameterConvertible {
  /// The text as a parameter.
  public var parameterValue: ParameterValue { .string(String(self)) }
}

extension Substring: ParameterConvertible {
  /// The text as a parameter.
  public var parameterValue: ParameterValue { .string(String(self)) }
}

extension Double: ParameterConvertible {
  /// The number as a parameter.
  public var parameterValue: ParameterValue { .double(self) }
}

extension Float: ParameterConvertible {
  /// The number as a parameter, with as few digits as the `Float` needs.
  public var parameterValue: ParameterValue { .double(Double(description) ?? Double(self)) }
}

extension Decimal: ParameterConvertible {
  /// The number as a parameter, with all its digits: as text if neither an integer nor a `Double` prints the same.
  public var parameterValue: ParameterValue {
    if isNaN { return .double(.nan) }
    let text = description
    if let whole = Int64(text) { return .integer(whole) }
    if let whole = UInt64(text) { return .unsigned(whole) }
    if let number = Double(text), number.description == text { return .double(number) }
    return .string(text)
  }
}

extension Date: ParameterConvertible {
  /// The date as a parameter.
  public var parameterValue: ParameterValue { .date(self) }
}

extension Data: ParameterConvertible {
  /// The bytes as a parameter.
  public var parameterValue: ParameterValue { .data(self) }
}

extension URL: ParameterConvertible {
  /// The text of the URL.
  public var parameterValue: ParameterValue { .string(absoluteString) }
}

extension UUID: ParameterConvertible {
  /// The text of the identifier.
  public var parameterValue: ParameterValue { .string(uuidString) }
}

extension ParameterConvertible where Self: FixedWidthInteger {
  /// The number as a parameter.
  public var parameterValue: ParameterValue {
    if let signed = Int64(exactly: self) { return .integer(signed) }
    return UInt64(exactly: self).map(ParameterValue.unsigned) ?? .string(description)
  }
}

extension Int: ParameterConvertible {}
extension Int8: ParameterConvertible {}
extension Int16: ParameterConvertible {}
extension Int32: ParameterConvertible {}
extension Int64: ParameterConvertible {}
extension UInt: ParameterConvertible {}
extension UInt8: ParameterConvertible {}
extension UInt16: ParameterConvertible {}
extension UInt32: ParameterConvertible {}
extension UInt64: ParameterConvertible {}

extension ParameterConvertible where Self: RawRepresentable, RawValue: ParameterConvertible {
  /// The raw value as a parameter.
  public var parameterValue: ParameterValue { rawValue.parameterValue }
}

extension Optional: ParameterConvertible where Wrapped: ParameterConvertible {
  /// The wrapped value as a parameter, or ``ParameterValue/null``.
  public var parameterValue: ParameterValue { self?.parameterValue ?? .null }
}

extension Array: ParameterConvertible where Element: ParameterConvertible {
  /// The elements as parameters, in order.
  public var parameterValue: ParameterValue { .array(map(\.parameterValue)) }
}

extension Dictionary: ParameterConvertible where Key == String, Value: ParameterConvertible {
  /// The values as parameters, by key.
  public var parameterValue: ParameterValue { .dictionary(mapValues(\.parameterValue)) }
}

extension JSONObject: ParameterConvertible {
  /// The members as parameters, by name.
  public var parameterValue: ParameterValue { JSONValue.object(self).parameterValue }
}

extension JSONValue: ParameterConvertible {
  /// The JSON value as a parameter.
  public var parameterValue: ParameterValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let values): .array(values.map(\.parameterValue))
    case .object(let members):
      members.dictionary.map { .dictionary($0.mapValues(\.parameterValue)) }
        ?? .pairs(members.sortedMembers.map { .init(key: $0.key, value: $0.value.parameterValue) })
    }
  }
}
