public import Foundation

/// How a date is spelled as a parameter.
///
/// ```swift
/// let encoding = URLEncoding(dateEncoding: .iso8601)
/// network.get(url, parameters: ["since": date], encoding: encoding)  // since=2017-01-05T10%3A14%3A44Z
/// ```
public enum DateEncoding: Sendable {
  /// As `Date` encodes itself, and `JSONEncoder` by default: the seconds since 2001-01-01T00:00:00Z.
  case deferredToDate
  /// The seconds since 1970-01-01T00:00:00Z, without a fraction where they are whole.
  case secondsSince1970
  /// The milliseconds since 1970-01-01T00:00:00Z, without a fraction where they are whole.
  case millisecondsSince1970
  /// ISO 8601 in UTC to the second: `2017-01-05T10:14:44Z`. A date outside the years 1 to 9999 is an error.
  case iso8601
  /// The text that the closure gives.
  case formatted(@Sendable (Date) throws -> String)

  func value(of date: Date) throws -> ParameterValue {
    switch self {
    case .deferredToDate: Self.number(date.timeIntervalSinceReferenceDate)
    case .secondsSince1970: Self.number(date.timeIntervalSince1970)
    case .millisecondsSince1970: Self.number(date.timeIntervalSince1970 * 1000)
    case .iso8601:
      if Self.fourDigitYears.contains(date.timeIntervalSince1970) {
        .string(date.formatted(.iso8601))
      } else {
        throw ParameterEncodingError.dateOutOfRange(secondsSince1970: date.timeIntervalSince1970)
      }
    case .formatted(let format): .string(try format(date))
    }
  }

  private static let fourDigitYears = -62_135_596_800.0..<253_402_300_800.0

  private static func number(_ value: Double) -> ParameterValue {
    Int64(exactly: value).map(ParameterValue.integer) ?? .double(value)
  }
}

/// How bytes are spelled as a parameter.
public enum DataEncoding: Sendable {
  /// Base64 with padding (RFC 4648 section 4).
  case base64
  /// The text that the closure gives.
  case formatted(@Sendable (Data) throws -> String)

  func text(of data: Data) throws -> String {
    switch self {
    case .base64: data.base64EncodedString()
    case .formatted(let format): try format(data)
    }
  }
}

/// Why a parameter could not be encoded.
public enum ParameterEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// ISO 8601 has no four-digit year for the date. It is held as a number, as such a `Date` cannot be printed.
  case dateOutOfRange(secondsSince1970: Double)
  /// The request has a body already, and this would be another.
  case secondBody

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .dateOutOfRange(let seconds):
      "the date \(seconds) s after 1970 is outside the years 1 to 9999"
    case .secondBody: "the request has a body already"
    }
  }
}
