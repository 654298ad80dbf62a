public import Foundation

/// What the command line says.
public struct Options: Equatable, Sendable {
  /// Whose followers.
  public var login = "octavia"
  /// How many details are asked for at a time.
  public var maxConcurrent = 4
  /// The API to ask; nil means the server that the program brings along.
  public var server: URL?
  /// Whether every step of every request is logged.
  public var verbose = false
  /// Whether just the usage is wanted.
  public var help = false

  public init() {}

  public static let usage = """
    Usage: github-followers [LOGIN] [--max-concurrent N] [--server URL] [--verbose] [--help]

    Lists the followers of a user, most followed first. Without --server it asks a small server
    that it starts on this machine, which knows one user: octavia.

      LOGIN               whose followers (octavia)
      --max-concurrent N  how many details are asked for at a time, 1 to 64 (4)
      --server URL        a real API: https://api.github.com/
      --verbose           log every request to standard error
      --help              print this
    """
}

/// A command line that cannot be understood, in words.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(description: String) { self.description = description }
}

extension Options {
  /// Reads the arguments that follow the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var logins: [String] = []
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": help = true
      case "--verbose", "-v": verbose = true
      case "--max-concurrent":
        guard let text = rest.popFirst(), let number = Int(text), (1...64).contains(number) else {
          throw UsageError(description: "--max-concurrent takes a number from 1 to 64")
        }
        maxConcurrent = number
      case "--server":
        guard let text = rest.popFirst(), let url = URL(string: text), url.host() != nil,
          ["http", "https"].contains(url.scheme)
        else { throw UsageError(description: "--server takes an http or https URL") }
        // A base URL without a trailing slash would lose its last path component (RFC 3986 section 5.2.3).
        server = text.hasSuffix("/") ? url : url.appending(path: "/")
      case _ where argument.hasPrefix("-"):
        throw UsageError(description: "there is no option \(argument)")
      default: logins.append(argument)
      }
    }
    guard logins.count <= 1 else {
      throw UsageError(description: "one login at a time, not \(logins.joined(separator: " "))")
    }
    login = logins.first ?? login
  }
}
