public import Programs

/// The options of the command line.
public struct OfflineOptions: Equatable, Sendable {
  /// Whether to print only the usage.
  public var help = false

  /// Options as they are without arguments.
  public init() {}

  /// What `--help` prints.
  public static let usage = """
    Usage: offline [--help]

    Shows a list three times, as an app that is started three times: first it is loaded, then it is
    shown from the disk while the server is down, and at last the server confirms it. The server is a
    small one that the program starts on this machine.

      --help  print this help
    """

  /// Parses the arguments after the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    while let argument = rest.next() {
      guard argument == "--help" || argument == "-h" else { throw Arguments.unknown(argument) }
      help = true
    }
  }
}
