public import Foundation

/// The arguments of a command line, read one after the other.
public struct Arguments: Sendable {
  private var rest: ArraySlice<String>

  /// Makes the arguments that follow a program's name.
  public init(_ arguments: [String]) { rest = arguments[...] }

  /// The next argument; nil at the end.
  public mutating func next() -> String? { rest.popFirst() }

  /// The number that an option takes.
  public mutating func number(of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let text = rest.popFirst(), let number = Int(text), range.contains(number) else {
      throw UsageError(
        description: "\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The address that an option takes.
  public mutating func url(of option: String) throws(UsageError) -> URL {
    guard let text = rest.popFirst() else { throw Self.noURL(option) }
    return try Self.url(text, for: option)
  }

  /// An address that can be asked.
  public static func url(_ text: String, for option: String) throws(UsageError) -> URL {
    guard let url = URL(string: text), url.host() != nil, ["http", "https"].contains(url.scheme) else {
      throw noURL(option)
    }
    return url
  }

  /// There is no such option.
  public static func unknown(_ option: String) -> UsageError {
    UsageError(description: "there is no option \(option)")
  }

  private static func noURL(_ option: String) -> UsageError {
    UsageError(description: "\(option) takes an http or https URL")
  }
}
