public import Foundation
public import Programs

/// The options of the `upload` command line.
public struct UploadOptions: Equatable, Sendable {
  /// The file to upload; nil uses a file that the program creates.
  public var file: URL?
  /// The URL to upload to; nil uses the program's own demo server.
  public var url: URL?
  /// Whether to send `POST` instead of `PUT`.
  public var post = false
  /// The content type; nil uses the type for the file's extension.
  public var contentType: String?
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
    Usage: upload [FILE URL] [--post] [--type TYPE] [--trace] [--inspect] [--help]

    Uploads a file, which is read while it is sent, and prints the server's status. Without arguments it
    creates a file, sends it to a small server that it starts on this machine, and removes it.

      FILE         the file to upload
      URL          the URL to upload to
      --post       send POST instead of PUT
      --type TYPE  the content type (default: from the extension)
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
      case "--post": post = true
      case "--type":
        guard let type = rest.next(), !type.isEmpty else {
          throw UsageError(description: "--type takes a content type")
        }
        contentType = type
      case _ where argument.hasPrefix("-"): throw Arguments.unknown(argument)
      default: places.append(argument)
      }
    }
    guard !places.isEmpty else { return }
    guard places.count == 2, !places[0].isEmpty else {
      throw UsageError(description: "upload takes a FILE and a URL")
    }
    file = URL(filePath: places[0])
    url = try Arguments.url(places[1], for: "upload")
  }
}
