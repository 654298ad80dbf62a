public import Foundation
public import Programs

/// The options of the command line.
public struct EventsOptions: Equatable, Sendable {
  /// The stream to read; nil uses the program's own demo server.
  public var url: URL?
  /// The ID of the event after which to continue.
  public var lastEventID: String?
  /// The maximum number of consecutive attempts to reconnect.
  public var attempts = 5
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
    Usage: events [URL] [--after ID] [--attempts N] [--verbose] [--trace] [--inspect] [--help]

    Prints the server-sent events of a stream as they arrive, one per line, and reconnects when the
    connection is lost. Stops when the server ends the stream, or with Control-C. Without a URL it reads
    from a small server that it starts on this machine.

      URL           the stream to read
      --after ID    continue after the event with this ID
      --attempts N  maximum number of consecutive attempts to reconnect, 0 to 1000 (5)
      --verbose     log every request to standard error
      --trace       print a waterfall of the requests at the end
      --inspect     show the requests in a browser, at a URL that is printed
      --help        print this help
    """

  /// Parses the arguments after the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
      case "--verbose", "-v": verbose = true
      case "--trace": trace = true
      case "--inspect": inspect = true
      case "--attempts": attempts = try rest.number(of: argument, in: 0...1_000)
      case "--after":
        guard let id = rest.next() else { throw UsageError(description: "--after takes an ID") }
        lastEventID = id
      case _ where argument.hasPrefix("-"): throw Arguments.unknown(argument)
      default:
        guard url == nil else { throw UsageError(description: "one URL at a time") }
        url = try Arguments.url(argument, for: "events")
      }
    }
  }
}
