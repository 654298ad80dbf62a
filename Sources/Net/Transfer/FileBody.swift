import Foundation

/// A file that is there to be sent: found, a file indeed, and readable.
struct FileBody {
  let url: URL
  /// How many bytes it has.
  let count: Int64

  /// Looks at the file.
  ///
  /// - Throws: ``RequestBodyError``, which names it.
  init(_ url: URL) throws {
    guard url.isFileURL else { throw RequestBodyError.notAFile(url) }
    let target = url.resolvingSymlinksInPath()
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target.path) else {
      throw RequestBodyError.fileMissing(url)
    }
    // A directory cannot be read, and of pipes and devices the end may never come.
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? NSNumber
    else { throw RequestBodyError.notAFile(url) }
    guard FileManager.default.isReadableFile(atPath: target.path) else {
      throw RequestBodyError.fileUnreadable(url)
    }
    self.url = url
    count = size.int64Value
  }

  /// Opens it.
  func reader() throws -> any BodyReader {
    guard let handle = try? FileHandle(forReadingFrom: url) else {
      throw RequestBodyError.fileUnreadable(url)
    }
    return CountedReader(FileReader(handle, of: url), count: count, file: url)
  }
}

/// Gives the bytes of a file from where its handle stands.
struct FileReader: BodyReader {
  private let handle: FileHandle
  private let url: URL

  init(_ handle: FileHandle, of url: URL) {
    self.handle = handle
    self.url = url
  }

  func read(atMost count: Int) throws -> Data? {
    do {
      guard let piece = try handle.read(upToCount: count), !piece.isEmpty else { return nil }
      return piece
    } catch {
      throw RequestBodyError.fileUnreadable(url)
    }
  }
}
