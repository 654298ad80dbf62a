import Foundation

/// What reads and checks the files of a download.
extension DownloadFile {
  /// Throws unless the URL is a file URL, because the path of another one names some other file.
  static func checkScheme(_ url: URL) throws(NetworkError) {
    guard !url.isFileURL else { return }
    throw NetworkError(
      .transfer(.fileUnwritable(url)), underlyingError: CocoaError(.fileWriteUnsupportedScheme))
  }

  static func hashOfFirst(_ count: Int64, of handle: FileHandle) throws -> SHA256 {
    var hash = SHA256()
    var rest = count
    try handle.seek(toOffset: 0)
    while rest > 0 {
      guard let chunk = try handle.read(upToCount: Int(min(rest, 1 << 20))), !chunk.isEmpty else {
        throw CocoaError(.fileReadCorruptFile)
      }
      hash.update(chunk)
      rest -= Int64(chunk.count)
    }
    return hash
  }

  /// Performs an action on a file, and describes its error as that of a transfer.
  static func perform<Value>(on url: URL, _ action: () throws -> Value) throws(NetworkError) -> Value {
    do {
      return try action()
    } catch let error as NetworkError {
      throw error
    } catch let error as UnsafeFile {
      throw NetworkError(.transfer(.unsafeFile(url)), underlyingError: error)
    } catch {
      throw NetworkError(.transfer(.fileUnwritable(url)), underlyingError: error)
    }
  }
}
