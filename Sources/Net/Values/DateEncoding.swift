public import Foundation

/// The format of dates in parameters.
///
/// ```swift
/// let encoding = URLEncoding(dateEncoding: .iso8601)
/// network.get(url, parameters: ["since": date], encoding: encoding)  // since=2017-01-05T10%3A14%3A44Z
/// ```
public enum DateEncoding: Sendable {
  /// The default of `Date` and `JSONEncoder`: the seconds since 2001-01-01T00:00:00Z.
  case deferredToDate
  /// The seconds since 1970-01-01T00:00:00Z, without a fraction if they are whole.
  case secondsSince1970
  /// The milliseconds since 1970-01-01T00:00:00Z, without a fraction if they are whole.
  case millisecondsSince1970
  /// ISO 8601 in UTC to the second, in the Gregorian calendar: `2017-01-05T10:14:44Z`. A date outside the years 1 to
  /// 9999 is an error.
  case iso8601
  /// The text that the closure returns.
  case formatted(@Sendable (Date) throws -> String)
  /// The format of this encoder, such as the `dateEncodingStrategy` of a `JSONEncoder`.
  ///
  /// If the encoder does not encode a date as a JSON number or string, it is ``deferredToDate``.
  case encoded(by: any DataEncoder)

  func value(of date: Date) throws -> ParameterValue {
    switch self {
    case .deferredToDate: Self.number(date.timeIntervalSinceReferenceDate)
    case .secondsSince1970: Self.number(date.timeIntervalSince1970)
    case .millisecondsSince1970: Self.number(date.timeIntervalSince1970 * 1000)
    case .iso8601:
      if Self.fourDigitYears.contains(date.timeIntervalSince1970) {
        .string(Self.iso8601(date))
      } else {
        throw ParameterEncodingError.dateOutOfRange(secondsSince1970: date.timeIntervalSince1970)
      }
    case .formatted(let format): .string(try format(date))
    case .encoded(let encoder): try Self.value(of: date, by: encoder) ?? Self.deferredToDate.value(of: date)
    }
  }

  /// Returns the value of a date; an error contains the key or path.
  func value(of date: Date, key: @autoclosure () -> String) throws -> ParameterValue {
    do {
      return try value(of: date)
    } catch ParameterEncodingError.dateOutOfRange(let seconds, nil) {
      throw ParameterEncodingError.dateOutOfRange(secondsSince1970: seconds, key: key())
    }
  }

  /// Returns the date as the encoder encodes it, or nil if that is not a JSON number or string.
  private static func value(of date: Date, by encoder: any DataEncoder) throws -> ParameterValue? {
    // In an array, because an encoder may refuse a top level that is not a container.
    let data = try encoder.encode([date])
    guard case .array(let values)? = try? JSONValue(parsing: data) else { return nil }
    switch values.first {
    case .integer(let value): return .integer(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    default: return nil
    }
  }

  /// Returns the date in the calendar of ISO 8601, which is Gregorian also before 1582.
  ///
  /// Foundation's is Julian then.
  private static func iso8601(_ date: Date) -> String {
    CivilDate.text(of: Int64(date.timeIntervalSince1970.rounded(.down))) + "Z"
  }

  private static let fourDigitYears = -62_135_596_800.0..<253_402_300_800.0

  private static func number(_ value: Double) -> ParameterValue {
    Int64(exactly: value).map(ParameterValue.integer) ?? .double(value)
  }
}

/// The format of bytes in parameters.
public enum DataEncoding: Sendable {
  /// Base64 with padding (RFC 4648 section 4).
  case base64
  /// The text that the closure returns.
  case formatted(@Sendable (Data) throws -> String)
  /// The format of this encoder, such as the `dataEncodingStrategy` of a `JSONEncoder`.
  ///
  /// If the encoder does not encode bytes as a JSON string, it is ``base64``.
  case encoded(by: any DataEncoder)

  func text(of data: Data) throws -> String {
    switch self {
    case .base64: data.base64EncodedString()
    case .formatted(let format): try format(data)
    case .encoded(let encoder): try Self.text(of: data, by: encoder) ?? data.base64EncodedString()
    }
  }

  /// Returns the bytes as the encoder encodes them, or nil if that is Base64 or not a JSON string.
  private static func text(of data: Data, by encoder: any DataEncoder) throws -> String? {
    if let encoder = encoder as? JSONEncoder, case .base64 = encoder.dataEncodingStrategy { return nil }
    // In an array, because an encoder may refuse a top level that is not a container.
    guard case .array(let values)? = try? JSONValue(parsing: encoder.encode([data])) else { return nil }
    return values.first?.string
  }
}

/// An error thrown when a parameter cannot be encoded.
public enum ParameterEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The date with this key or path is outside the years 1 to 9999, which ISO 8601 writes with four digits.
  ///
  /// It is the number of seconds since 1970 and not a `Date`, because Foundation cannot print such a date.
  case dateOutOfRange(secondsSince1970: Double, key: String? = nil)
  /// The request already has a body.
  case secondBody
  /// The number with this key is not finite, and the session's encoder defines no text for it.
  case notFinite(key: String)

  /// The error as text.
  public var description: String {
    switch self {
    case .dateOutOfRange(let seconds, let key):
      """
      the date \(seconds) s after 1970\(key.map { " with the key \($0.debugDescription)" } ?? "") is outside the years \
      1 to 9999
      """
    case .secondBody: "the request already has a body"
    case .notFinite(let key): "the number with the key \(key.debugDescription) is not finite"
    }
  }
}

extension ParameterEncodingError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
