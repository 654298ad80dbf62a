import Foundation

/// The standard streams of the process, of which each may be missing or broken.
package enum StandardStreams {
  /// Writes text to standard error; what cannot be written is lost.
  ///
  /// `FileHandle.write(_:)` stops the process instead, for example if standard error is closed or its disk is full.
  package static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
