import Foundation

/// A file that can be sent: it exists, is a regular file, and is readable.
struct FileBody {
  let url: URL
  /// The size in bytes.
  let count: Int64

  /// Checks the file.
  ///
  /// - Throws: A ``RequestBodyError`` that names the file.
  init(_ url: URL) throws {
    guard url.isFileURL else { throw RequestBodyError.notAFile(url) }
    let target = url.resolvingSymlinksInPath()
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target.path) else {
      throw RequestBodyError.fileMissing(url)
    }
    // A directory cannot be read, and a pipe or device may never end.
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? NSNumber
    else { throw RequestBodyError.notAFile(url) }
    guard FileManager.default.isReadableFile(atPath: target.path) else {
      throw RequestBodyError.fileUnreadable(url)
    }
    self.url = url
    count = size.int64Value
  }

  /// Opens the file.
  func reader() throws -> any BodyReader {
    guard let handle = try? PrivateFile.openForReading(url) else {
      throw RequestBodyError.fileUnreadable(url)
    }
    return CountedReader(FileReader(handle, of: url), count: count, file: url)
  }
}

/// Reads the bytes of a file from the current position of its handle.
struct FileReader: BodyReader {
  private let handle: FileHandle
  private let url: URL

  init(_ handle: FileHandle, of url: URL) {
    self.handle = handle
    self.url = url
  }

  func read(atMost count: Int) throws -> Data? {
    do {
      guard let chunk = try handle.read(upToCount: count), !chunk.isEmpty else { return nil }
      return chunk
    } catch {
      throw RequestBodyError.fileUnreadable(url)
    }
  }
}
