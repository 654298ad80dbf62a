public import Programs

/// The options of the command line.
public struct OfflineOptions: Equatable, Sendable {
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
    Usage: offline [--trace] [--inspect] [--help]

    Shows a list three times, as an app that is started three times: first it is loaded, then it is
    shown from the disk while the server is down, and at last the server confirms it. The server is a
    small one that the program starts on this machine.

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
