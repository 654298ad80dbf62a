public import Foundation
public import Programs

/// The options of the command line.
public struct Options: Equatable, Sendable {
  /// The user whose followers are listed.
  public var login = "octavia"
  /// The maximum number of concurrent requests for details.
  public var maxConcurrent = 4
  /// The base URL of the API; nil uses the program's own demo server.
  public var server: URL?
  /// Whether every step of every request is logged.
  public var verbose = false
  /// Whether a waterfall of the requests is printed at the end.
  public var trace = false
  /// Whether a page shows the requests while the program runs.
  public var inspect = false
  /// Whether to print only the usage.
  public var help = false

  /// Options as they are without arguments.
  public init() {}

  /// What `--help` prints.
  public static let usage = """
    Usage: github-followers [LOGIN] [--max-concurrent N] [--server URL]
                            [--verbose] [--trace] [--inspect] [--help]

    Lists the followers of a user, most followed first. Without --server it uses a small server
    that it starts on this machine and that has one user: octavia.

      LOGIN               whose followers (octavia)
      --max-concurrent N  maximum number of concurrent requests for details, 1 to 64 (4)
      --server URL        a real API: https://api.github.com/
      --verbose           log every request to standard error
      --trace             print a waterfall of the requests at the end
      --inspect           show the requests in a browser, at a URL that is printed
      --help              print this help
    """
}

extension Options {
  /// Parses the arguments after the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    var logins: [String] = []
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
      case "--verbose", "-v": verbose = true
      case "--trace": trace = true
      case "--inspect": inspect = true
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
    // It becomes a part of a path.
    guard !login.isEmpty, login.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
      throw UsageError(description: "a login has letters, digits and hyphens, unlike \"\(login)\"")
    }
  }
}
