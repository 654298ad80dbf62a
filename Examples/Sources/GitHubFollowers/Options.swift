public import Foundation
public import Programs

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

extension Options {
  /// Reads the arguments that follow the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    var logins: [String] = []
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
      case "--verbose", "-v": verbose = true
      case "--max-concurrent": maxConcurrent = try rest.number(of: argument, in: 1...64)
      case "--server":
        let url = try rest.url(of: argument)
        // A base URL without a trailing slash would lose its last path component (RFC 3986 section 5.2.3).
        server = url.absoluteString.hasSuffix("/") ? url : url.appending(path: "/")
      case _ where argument.hasPrefix("-"): throw Arguments.unknown(argument)
      default: logins.append(argument)
      }
    }
    guard logins.count <= 1 else {
      throw UsageError(description: "one login at a time, not \(logins.joined(separator: " "))")
    }
    login = logins.first ?? login
  }
}
