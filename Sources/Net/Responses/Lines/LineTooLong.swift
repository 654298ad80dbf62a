public import Foundation

/// An error thrown when a line is longer than its parser allows.
///
/// ```swift
/// if let error = failure.underlyingError as? LineTooLong { print("line \(error.number) does not end") }
/// ```
public struct LineTooLong: Error, Sendable, Hashable {
  /// The number of the line, counted from 1.
  public var number: Int
  /// The maximum length of a line in bytes.
  public var limit: Int
  /// The first `limit` bytes of the line.
  public var beginning: Data

  /// Creates an error.
  public init(number: Int, limit: Int, beginning: Data) {
    self.number = number
    self.limit = limit
    self.beginning = beginning
  }
}

extension LineTooLong: RedactedError { func words(_ redaction: Redaction) -> String { description } }

extension LineTooLong: CustomStringConvertible, CustomReflectable {
  /// The error as text.
  public var description: String { "line \(number) has more than \(limit.counted("byte"))" }

  /// The number and limit, without the bytes.
  public var customMirror: Mirror { Mirror(redacted: self, ["number": number, "limit": limit]) }
}

extension LineTooLong: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
