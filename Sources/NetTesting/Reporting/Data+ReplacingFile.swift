import Foundation
import Net

extension Data {
  /// Writes a file in one step: concurrent readers see either the old or the new file.
  ///
  /// It replaces a regular file, or a symbolic link to one or to nothing. Anything else, such as a pipe or a link to a
  /// folder, is an error.
  func replaceFile(at file: URL) throws {
    do {
      try PrivateFile.checkReplaceable(file)
    } catch {
      throw CocoaError(
        .fileWriteFileExists,
        userInfo: [
          NSFilePathErrorKey: file.path(percentEncoded: false), NSLocalizedDescriptionKey: "\(error)",
        ])
    }
    try write(to: file, options: .atomic)
  }
}
