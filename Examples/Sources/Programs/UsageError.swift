/// A command line that cannot be understood, in words.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(description: String) { self.description = description }
}
