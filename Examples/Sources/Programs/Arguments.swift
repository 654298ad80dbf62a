public import Foundation

/// The arguments of a command line, parsed one at a time.
public struct Arguments: Sendable {
  private var rest: ArraySlice<String>

  /// Creates the list from the arguments after a program's name.
  public init(_ arguments: [String]) { rest = arguments[...] }

  /// Returns the next argument, or nil at the end.
  public mutating func next() -> String? { rest.popFirst() }

  /// Returns the number after an option, or throws if it is missing or out of range.
  public mutating func number(of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let text = rest.popFirst(), let number = Int(text), range.contains(number) else {
      throw UsageError(
        description: "\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the URL after an option, or throws if it is missing or invalid.
  public mutating func url(of option: String) throws(UsageError) -> URL {
    guard let text = rest.popFirst() else { throw Self.noURL(option) }
    return try Self.url(text, for: option)
  }

  /// Returns the text as an http or https URL with a host, or throws.
  public static func url(_ text: String, for option: String) throws(UsageError) -> URL {
    guard let url = URL(string: text), url.host() != nil, ["http", "https"].contains(url.scheme) else {
      throw noURL(option)
    }
    return url
  }

  /// The error for an unknown option.
  public static func unknown(_ option: String) -> UsageError {
    UsageError(description: "there is no option \(option)")
  }

  private static func noURL(_ option: String) -> UsageError {
    UsageError(description: "\(option) takes an http or https URL")
  }
}
