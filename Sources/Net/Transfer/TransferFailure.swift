public import Foundation

/// Why a body that arrived could not be handed on.
public enum TransferFailure: Sendable, Hashable {
  /// The consumer was so slow that more had to be kept than this limit, in bytes.
  case bufferOverflow(limit: Int)
  /// The request had been started otherwise, so its body did not go where this call wanted it.
  case alreadyStarted
  /// There is a file already, and it may not be replaced.
  case fileExists(URL)
  /// The file could not be written or moved; the underlying error says why.
  case fileUnwritable(URL)
  /// The file is complete, and its checksum, in hexadecimal digits, is another than the one expected.
  case checksum(expected: String, actual: String)
}

extension TransferFailure: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .bufferOverflow(let limit):
      "the body came faster than it was taken, and more than \(limit) bytes of it waited"
    case .alreadyStarted: "the request had been started otherwise, so its body went elsewhere"
    case .fileExists(let url): "there is a file already, and it may not be replaced: \(url.path)"
    case .fileUnwritable(let url): "the file could not be written: \(url.path)"
    case .checksum(let expected, let actual): "the checksum of the file is \(actual), and not \(expected)"
    }
  }
}
