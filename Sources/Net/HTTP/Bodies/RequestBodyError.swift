public import Foundation

/// An error in reading the body of a request.
///
/// It is the ``NetworkError/underlyingError`` of the failed request.
///
/// ```swift
/// if case .fileMissing(let url)? = error.underlyingError as? RequestBodyError { print("\(url.path) is gone") }
/// ```
///
/// An error found before anything is sent has the reason ``NetworkError/Reason/encoding``. A later one has
/// ``NetworkError/Reason/transport(_:)`` with the phase ``TransportPhase/send``.
public enum RequestBodyError: Error, Sendable, Hashable {
  /// The file does not exist.
  case fileMissing(URL)
  /// The URL is not a file URL, or it names a folder, a pipe or a device.
  case notAFile(URL)
  /// The file cannot be read, for example because permission is missing.
  case fileUnreadable(URL)
  /// The file cannot be opened, because this process has too many open files.
  ///
  /// `CurlTransport` first waits until one is closed, for up to 30 seconds while it could send the file.
  case tooManyOpenFiles(URL)
  /// The body has more or fewer bytes than promised. Excess bytes are not sent. `file` is the file that has changed
  /// since it was checked.
  case countMismatch(promised: Int64, given: Int64, file: URL?)
  /// An `InputStream` could not be created or read.
  case streamFailed
  /// The stream can be read only once and has been read.
  case notRepeatable
  /// A part contains the boundary that the caller chose.
  case boundaryInContent(String)
}
