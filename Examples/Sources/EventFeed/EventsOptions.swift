public import Foundation
public import Programs

/// What the command line says.
public struct EventsOptions: Equatable, Sendable {
  /// The stream to follow; nil means that of the server that the program brings along.
  public var url: URL?
  /// The ID to go on after.
  public var lastEventID: String?
  /// How many times in a row it is tried to connect again.
  public var attempts = 5
  /// Whether every step of every request is logged.
  public var verbose = false
  /// Whether just the usage is wanted.
  public var help = false

  public init() {}

  public static let usage = """
    Usage: events [URL] [--after ID] [--attempts N] [--verbose] [--help]

    Prints the server-sent events of a stream as they arrive, one a line, and connects again when the
    connection is lost. It ends when the server has no more, or with Control-C. Without a URL it follows
    a small server that it starts on this machine.

      URL           the stream to follow
      --after ID    go on after the event of this ID
      --attempts N  how many times in a row to try to connect again, 0 to 1000 (5)
      --verbose     log every request to standard error
      --help        print this
    """

  /// Reads the arguments that follow the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
      case "--verbose", "-v": verbose = true
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
