public import Foundation
public import Programs

/// What the command line of `upload` says.
public struct UploadOptions: Equatable, Sendable {
  /// What is uploaded; nil means a file that the program makes.
  public var file: URL?
  /// Where it is sent; nil means the server that the program brings along.
  public var url: URL?
  /// Whether it is sent with `POST`, and not with `PUT`.
  public var post = false
  /// What the file is; nil goes by its extension.
  public var contentType: String?
  /// Whether just the usage is wanted.
  public var help = false

  public init() {}

  public static let usage = """
    Usage: upload [FILE URL] [--post] [--type TYPE] [--help]

    Sends a file, which is read as it is sent, and prints what the server answers. Without arguments it
    sends a file that it makes to a small server that it starts on this machine, and removes it.

      FILE         what to send
      URL          where to
      --post       send it with POST instead of PUT
      --type TYPE  its content type (by its extension)
      --help       print this
    """

  /// Reads the arguments that follow the program's name.
  public init(arguments: [String]) throws(UsageError) {
    var rest = Arguments(arguments)
    var places: [String] = []
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": help = true
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
