public import Foundation

/// Something that can be the value of a parameter: scalars, strings, dates, data, arrays, dictionaries,
/// optionals, ``JSONValue``, and raw-representables that declare the conformance.
///
/// ```swift
/// enum Sort: String, ParameterConvertible { case stars, forks }
/// ```
public protocol ParameterConvertible: Sendable {
  /// What the value stands for.
  var parameterValue: ParameterValue { get }
}

/// What a parameter stands for, before an encoding spells it.
public indirect enum ParameterValue: Sendable, Hashable {
  /// Nothing: dropped by ``URLEncoding`` unless it is told otherwise, `null` in JSON.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above the largest `Int64`.
  case unsigned(UInt64)
  /// A number.
  case double(Double)
  /// Text.
  case string(String)
  /// A moment.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values, in order.
  case array([ParameterValue])
  /// Values by name, sorted by an encoding.
  case dictionary([String: ParameterValue])
}

extension ParameterValue: ParameterConvertible {
  /// The value itself.
  public var parameterValue: ParameterValue { self }
}

extension Bool: ParameterConvertible {
  /// A truth value.
  public var parameterValue: ParameterValue { .bool(self) }
}

extension String: ParameterConvertible {
  /// Text.
  public var parameterValue: ParameterValue { .string(self) }
}

extension Substring: ParameterConvertible {
  /// Text.
  public var parameterValue: ParameterValue { .string(String(self)) }
}

extension Double: ParameterConvertible {
  /// A number.
  public var parameterValue: ParameterValue { .double(self) }
}

extension Float: ParameterConvertible {
  /// A number, spelled as shortly as the `Float` is.
  public var parameterValue: ParameterValue { .double(Double(description) ?? Double(self)) }
}

extension Date: ParameterConvertible {
  /// A moment.
  public var parameterValue: ParameterValue { .date(self) }
}

extension Data: ParameterConvertible {
  /// Bytes.
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
  /// A whole number.
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
  /// What the raw value stands for.
  public var parameterValue: ParameterValue { rawValue.parameterValue }
}

extension Optional: ParameterConvertible where Wrapped: ParameterConvertible {
  /// What the wrapped value stands for, or nothing.
  public var parameterValue: ParameterValue { self?.parameterValue ?? .null }
}

extension Array: ParameterConvertible where Element: ParameterConvertible {
  /// Values, in order.
  public var parameterValue: ParameterValue { .array(map(\.parameterValue)) }
}

extension Dictionary: ParameterConvertible where Key == String, Value: ParameterConvertible {
  /// Values by name.
  public var parameterValue: ParameterValue { .dictionary(mapValues(\.parameterValue)) }
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
    case .object(let values): .dictionary(values.mapValues(\.parameterValue))
    }
  }
}
