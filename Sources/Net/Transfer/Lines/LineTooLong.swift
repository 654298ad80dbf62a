public import Foundation

/// A line is longer than its parser allows.
///
/// ```swift
/// if let error = failure.underlyingError as? LineTooLong { print("line \(error.number) does not end") }
/// ```
public struct LineTooLong: Error, Sendable, Hashable {
  /// The number of the line, counted from 1.
  public var number: Int
  /// How many bytes a line may have.
  public var limit: Int
  /// As many bytes of the line as one may have.
  public var beginning: Data

  /// Makes an error.
  public init(number: Int, limit: Int, beginning: Data) {
    self.number = number
    self.limit = limit
    self.beginning = beginning
  }
}

extension LineTooLong: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String { "line \(number) has more than \(limit) bytes" }
}
