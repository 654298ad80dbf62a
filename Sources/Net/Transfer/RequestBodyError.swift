public import Foundation

/// Why a body could not be read. It is the ``NetworkError/underlyingError`` of the request that it fails.
///
/// ```swift
/// if case .fileMissing(let url)? = error.underlyingError as? RequestBodyError { print("\(url.path) is gone") }
/// ```
///
/// What is wrong before anything is sent has the reason ``NetworkError/Reason/encoding``; later it is
/// ``NetworkError/Reason/transport(_:)`` in the phase ``TransportPhase/send``.
public enum RequestBodyError: Error, Sendable, Hashable {
  /// There is no such file.
  case fileMissing(URL)
  /// It is a directory, a pipe, a device, or no file URL at all.
  case notAFile(URL)
  /// The file may not, or cannot, be read.
  case fileUnreadable(URL)
  /// The body gave another number of bytes than it had promised; more are not sent. A file that has changed since it
  /// was looked at is named.
  case countMismatch(promised: Int64, given: Int64, file: URL?)
  /// A stream of Foundation's could not be made or read.
  case streamFailed
  /// The stream can be read just once, and has been.
  case notRepeatable
  /// The boundary that was given occurs in a part.
  case boundaryInContent(String)
}

extension RequestBodyError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .fileMissing(let url): "there is no file \(url.path)"
    case .notAFile(let url): "\(url.isFileURL ? url.path : url.absoluteString) is not a file"
    case .fileUnreadable(let url): "the file \(url.path) cannot be read"
    case .countMismatch(let promised, let given, let url):
      "\(url.map { "the file \($0.path)" } ?? "the body") gave \(given) bytes and not \(promised) as it said"
    case .streamFailed: "the stream of the body failed"
    case .notRepeatable: "the stream of the body can be read just once"
    case .boundaryInContent(let boundary): "the boundary \(boundary) occurs in a part"
    }
  }
}
