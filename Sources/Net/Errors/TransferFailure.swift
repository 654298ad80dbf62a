public import Foundation

/// The reason why a received body could not be delivered or saved.
public enum TransferFailure: Sendable, Hashable {
  /// The consumer was too slow, and more bytes than this limit would have been buffered.
  case bufferOverflow(limit: Int)
  /// The request was already started by another call, which receives its body.
  case alreadyStarted
  /// A file already exists and must not be replaced.
  ///
  /// A response that has no content by definition (204, 205, or to `HEAD`) replaces no file, whatever the options say.
  case fileExists(URL)
  /// The server responded with 304, which says that the file at the destination is current, but there is none.
  case fileMissing(URL)
  /// The file could not be written or moved, or the URL is not a file URL. The underlying error says why.
  case fileUnwritable(URL)
  /// The file is complete, but its checksum differs from the expected one. Both are in hexadecimal digits.
  case checksum(expected: String, actual: String)
  /// The body is larger than the limit, in bytes, for bodies in memory. See ``SessionConfiguration/maximumBodySize``.
  ///
  /// The error contains the head, and what arrived of the body up to the limit: nothing if `Content-Length` exceeds it.
  /// If the status is one of a server error, such as 503, a ``RetryPolicy`` and `stale-if-error` treat the failure as
  /// that of the status.
  case bodyTooLarge(limit: Int)
  /// The server sent part of a body with status 206, although the request had no `Range` (RFC 9110 section 15.3.7).
  case unrequestedPart
  /// The partial file, or the file next to it with the data for resuming, is not a regular file with one link
  /// that belongs to this user, or another download is writing to it. Or the file to replace is a device, a pipe, a
  /// socket, or a symbolic link to one of them or to a folder. Nothing was written to it. The underlying error
  /// describes the file.
  case unsafeFile(URL)
}

/// The cause of ``TransferFailure/fileExists(_:)`` if the file may be replaced, but the response has no content.
struct NoContentReplacesNoFile: RedactedError {
  func words(_ redaction: Redaction) -> String {
    "a response that has no content by definition (204, 205, or to HEAD) replaces no file, whatever the options say"
  }
}

extension TransferFailure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The failure as text, redacted by ``Redaction/standard``.
  public var description: String { words(.standard).printed }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, because a URL may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }

  func words(_ redaction: Redaction) -> String {
    switch self {
    case .bufferOverflow(let limit):
      "the body arrived faster than it was consumed, and more than \(limit.counted("byte")) were buffered"
    case .alreadyStarted: "the request was already started by another call, which receives its body"
    case .fileExists(let url):
      "a file or folder that must not be replaced already exists: \(redaction.shown(file: url))"
    case .fileMissing(let url):
      "the server responded with 304 instead of a body, but the file to keep does not exist: "
        + redaction.shown(file: url)
    case .fileUnwritable(let url):
      url.isFileURL
        ? "the file could not be written: \(redaction.shown(file: url))"
        : "the file could not be written, because its URL is not a file URL: \(redaction.shown(file: url))"
    case .checksum(let expected, let actual): "the checksum of the file is \(actual), not \(expected)"
    case .bodyTooLarge(let limit):
      "the body is longer than the limit of \(limit.counted("byte")); raise maximumBodySize, or stream or download the body"
    case .unrequestedPart: "the server sent a part of the body, although the request had no Range"
    case .unsafeFile(let url): "the file cannot be written to safely: \(redaction.shown(file: url))"
    }
  }
}
