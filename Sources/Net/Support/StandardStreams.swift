import Foundation

/// The standard streams of the process, of which each may be missing or broken.
package enum StandardStreams {
  /// Writes text to standard error; what cannot be written is lost.
  ///
  /// `FileHandle.write(_:)` stops the process instead, for example if standard error is closed or its disk is full.
  package static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Returns the same open file with a number above those of the standard streams, or -1 with `errno`.
  ///
  /// In a process without a standard stream, the next file or socket gets its number, and what the program prints would
  /// be written to it.
  package static func avoiding(_ descriptor: Int32) -> Int32 {
    guard (0...STDERR_FILENO).contains(descriptor) else { return descriptor }
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    // The error if even the first of these numbers is above the limit of the process is `EINVAL`.
    let code = moved < 0 && errno == EINVAL ? EMFILE : errno
    close(descriptor)
    errno = code
    return moved
  }
}
