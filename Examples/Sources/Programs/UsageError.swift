/// A message about an invalid command line.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong with the arguments.
  public let description: String

  /// Creates an error with what is wrong.
  public init(description: String) { self.description = description }
}
