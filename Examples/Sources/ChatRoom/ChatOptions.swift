public import Programs

/// The options of the command line.
public struct ChatOptions: Equatable, Sendable {
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
    Usage: chat [--trace] [--inspect] [--help]

    Two members of a chat room talk over WebSockets, with a small server that the program starts on
    this machine. One of them loses the connection, reconnects, and hears what was said meanwhile.

      --trace    print a waterfall of the requests at the end
      --inspect  show the requests in a browser, at a URL that is printed
      --help     print this help
    """

  /// Parses the arguments after the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
      case "--trace": trace = true
      case "--inspect": inspect = true
      default: throw Arguments.unknown(argument)
      }
    }
  }
}
