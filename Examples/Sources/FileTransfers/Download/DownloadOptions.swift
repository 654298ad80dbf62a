public import Foundation
public import Programs

/// The options of the `download` command line.
public struct DownloadOptions: Equatable, Sendable {
  /// The URL to download; nil uses the program's own demo server.
  public var url: URL?
  /// The destination; nil uses a temporary folder.
  public var file: URL?
  /// Whether to replace an existing file.
  public var force = false
  /// The maximum number of retries if the connection is lost or the server is unavailable.
  public var retries = 2
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
    Usage: download [URL FILE] [--force] [--retries N] [--trace] [--inspect] [--help]

    Downloads a file. If it fails or is interrupted, the bytes that have arrived stay in FILE.part, and the
    same command resumes from there if the server supports it. Without arguments it downloads from a small
    server that it starts on this machine into a temporary folder, which it removes.

      URL          the URL to download
      FILE         the destination
      --force      replace an existing file
      --retries N  maximum number of retries, 0 to 100 (2)
      --trace      print a waterfall of the requests at the end
      --inspect    show the requests in a browser, at a URL that is printed
      --help       print this help
    """

  /// Parses the arguments after the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    var places: [String] = []
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
      case "--trace": trace = true
      case "--inspect": inspect = true
      case "--force", "-f": force = true
      case "--retries": retries = try rest.number(of: argument, in: 0...100)
      case _ where argument.hasPrefix("-"): throw Arguments.unknown(argument)
      default: places.append(argument)
      }
    }
    guard !places.isEmpty else { return }
    guard places.count == 2, !places[1].isEmpty else {
      throw UsageError(description: "download takes a URL and a FILE")
    }
    url = try Arguments.url(places[0], for: "download")
    file = URL(filePath: places[1])
  }
}
