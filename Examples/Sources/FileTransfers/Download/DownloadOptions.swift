public import Foundation
public import Programs

/// What the command line of `download` says.
public struct DownloadOptions: Equatable, Sendable {
  /// What is downloaded; nil means the file of the server that the program brings along.
  public var url: URL?
  /// Where it is put; nil means a temporary folder.
  public var file: URL?
  /// Whether a file that is there is replaced.
  public var force = false
  /// How many times it is tried again when the connection is lost or the server is unavailable.
  public var retries = 2
  /// Whether just the usage is wanted.
  public var help = false

  public init() {}

  public static let usage = """
    Usage: download [URL FILE] [--force] [--retries N] [--help]

    Downloads a file. What has arrived stays in FILE.part when it fails or is interrupted, and the same
    command goes on from there, if the server can. Without arguments it downloads from a small server that
    it starts on this machine into a temporary folder, which it removes.

      URL          what to download
      FILE         where to put it
      --force      replace a file that is there
      --retries N  how many times to try again, 0 to 100 (2)
      --help       print this
    """

  /// Reads the arguments that follow the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    var places: [String] = []
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
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
